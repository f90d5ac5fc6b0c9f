// SPDX-License-Identifier: MIT
#ifndef INKLOCK_CLOSING_H
#define INKLOCK_CLOSING_H

#include <stdint.h>

/// Returns the number of this thread's calls of close() for a descriptor that was not open, or -1 where they are not
/// counted. Only a program for Linux that contains this file counts them.
int64_t inklock_needless_closes(void);

#endif
