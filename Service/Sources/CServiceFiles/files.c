// SPDX-License-Identifier: MIT
#include "CServiceFiles.h"

// A C compiler embeds a whole file. Swift would compile an array literal, a byte at a time, in ten seconds.
static const uint8_t openapi[] = {
#embed "../InkLockService/Resources/openapi.json"
};

static const uint8_t common_passwords[] = {
#embed "../InkLockService/Resources/common-passwords.bloom"
};

InkLockServiceFile inklock_openapi(void) {
    return (InkLockServiceFile){openapi, sizeof openapi};
}

InkLockServiceFile inklock_common_passwords(void) {
    return (InkLockServiceFile){common_passwords, sizeof common_passwords};
}
