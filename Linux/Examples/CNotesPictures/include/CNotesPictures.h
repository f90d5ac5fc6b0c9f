// SPDX-License-Identifier: MIT
#ifndef INKLOCK_NOTES_PICTURES_H
#define INKLOCK_NOTES_PICTURES_H

#include <stddef.h>
#include <stdint.h>

/// The bytes of an SVG file, which is part of the program.
typedef struct {
    const uint8_t *start;
    ptrdiff_t count;
} NotesPicture;

NotesPicture notes_picture_coast(void);
NotesPicture notes_picture_harbour(void);
NotesPicture notes_picture_lake(void);

/// Returns the app's icon.
NotesPicture notes_picture_mark(void);

#endif
