// SPDX-License-Identifier: MIT
// Counts the allocations of a program on glibc: LD_PRELOAD names this library, and the program reads the count.
#include <stddef.h>
#include <stdint.h>

// The number of calls that allocated memory since the program started. One thread counts.
uint64_t inklock_allocations;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    inklock_allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    inklock_allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    inklock_allocations++;
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    inklock_allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    inklock_allocations++;
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : 12;
}
