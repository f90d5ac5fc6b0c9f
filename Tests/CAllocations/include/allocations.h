// SPDX-License-Identifier: MIT
#ifndef INKLOCK_ALLOCATIONS_H
#define INKLOCK_ALLOCATIONS_H

#include <stdint.h>

/// Returns the number of this thread's calls that allocated memory, or -1 where they are not counted.
///
/// A program counts them if it contains this file, or if LD_PRELOAD names a library made of it. Only glibc is
/// supported.
int64_t inklock_allocations(void);

#endif
