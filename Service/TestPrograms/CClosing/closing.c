// SPDX-License-Identifier: MIT
#include "closing.h"

#ifdef __linux__

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local int64_t count;

int64_t inklock_needless_closes(void) { return count; }

// Takes the place of the C library's.
int close(int descriptor) {
    long result = syscall(SYS_close, descriptor);
    if (result != 0 && errno == EBADF) count++;
    return (int)result;
}

#else

int64_t inklock_needless_closes(void) { return -1; }

#endif
