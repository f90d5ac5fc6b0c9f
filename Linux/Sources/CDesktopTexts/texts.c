// SPDX-License-Identifier: MIT
#include "CDesktopTexts.h"

// A C compiler embeds a whole file. Swift would compile an array literal, a byte at a time, in twenty seconds.
static const uint8_t shared_texts[] = {
#embed "../InkLockGTK/Wording/Localizable.xcstrings"
};

static const uint8_t desktop_texts[] = {
#embed "../InkLockGTK/Wording/Desktop.xcstrings"
};

InkLockCatalogue inklock_shared_texts(void) {
    return (InkLockCatalogue){shared_texts, sizeof shared_texts};
}

InkLockCatalogue inklock_desktop_texts(void) {
    return (InkLockCatalogue){desktop_texts, sizeof desktop_texts};
}
