// SPDX-License-Identifier: MIT
#include "CNotesPictures.h"

// A C compiler embeds a whole file. Swift would compile an array literal, a byte at a time, in six seconds.
static const uint8_t coast[] = {
#embed "../PrivateNotes/Pictures/coast.svg"
};

static const uint8_t harbour[] = {
#embed "../PrivateNotes/Pictures/harbour.svg"
};

static const uint8_t lake[] = {
#embed "../PrivateNotes/Pictures/lake.svg"
};

static const uint8_t mark[] = {
#embed "../PrivateNotes/Pictures/mark.svg"
};

NotesPicture notes_picture_coast(void) {
    return (NotesPicture){coast, sizeof coast};
}

NotesPicture notes_picture_harbour(void) {
    return (NotesPicture){harbour, sizeof harbour};
}

NotesPicture notes_picture_lake(void) {
    return (NotesPicture){lake, sizeof lake};
}

NotesPicture notes_picture_mark(void) {
    return (NotesPicture){mark, sizeof mark};
}
