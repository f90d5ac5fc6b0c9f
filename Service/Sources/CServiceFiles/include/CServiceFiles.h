// SPDX-License-Identifier: MIT
#ifndef INKLOCK_SERVICE_FILES_H
#define INKLOCK_SERVICE_FILES_H

#include <stddef.h>
#include <stdint.h>

/// The bytes of a file that is part of the program.
typedef struct {
    const uint8_t *start;
    ptrdiff_t count;
} InkLockServiceFile;

/// Returns the description of the API, without what the program adds to it.
InkLockServiceFile inklock_openapi(void);

/// Returns the filter of common passwords.
InkLockServiceFile inklock_common_passwords(void);

#endif
