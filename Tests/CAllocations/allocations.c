// SPDX-License-Identifier: MIT
#include "allocations.h"

#include <errno.h>
#include <stdlib.h>

#ifdef __GLIBC__

// The other models allocate memory when a thread first uses the variable.
static _Thread_local __attribute__((tls_model("initial-exec"))) int64_t count;

int64_t inklock_allocations(void) { return count; }

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count++;
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count++;
    void *memory = __libc_memalign(alignment, size);
    if (!memory) return ENOMEM;
    *result = memory;
    return 0;
}

#else

int64_t inklock_allocations(void) { return -1; }

#endif
