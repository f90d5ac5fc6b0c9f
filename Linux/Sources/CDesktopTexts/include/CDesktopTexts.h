// SPDX-License-Identifier: MIT
#ifndef INKLOCK_DESKTOP_TEXTS_H
#define INKLOCK_DESKTOP_TEXTS_H

#include <stddef.h>
#include <stdint.h>

/// The bytes of a catalogue of texts, which is part of the program.
typedef struct {
    const uint8_t *start;
    ptrdiff_t count;
} InkLockCatalogue;

/// Returns the texts that Apple's front end has as well.
InkLockCatalogue inklock_shared_texts(void);

/// Returns the texts of a desktop.
InkLockCatalogue inklock_desktop_texts(void);

#endif
