// SPDX-License-Identifier: MIT
// Overwrites memory when it is freed, so that no passcodes remain in the memory of buffers, JSON decoders and strings.
// These definitions of free and realloc replace those of the C library in the whole process. Other systems, and builds
// with sanitizers, use the functions of their own libraries.
#if defined(__linux__)
#define _GNU_SOURCE
#include <stdlib.h>
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)
#include <malloc.h>
#include <string.h>

extern void __libc_free(void *block);

void free(void *block) {
    if (!block) return;
    explicit_bzero(block, malloc_usable_size(block));
    __libc_free(block);
}

void *realloc(void *block, size_t size) {
    if (!block) return malloc(size);
    if (!size) {
        free(block);
        return NULL;
    }
    size_t usable = malloc_usable_size(block);
    // The unused rest is overwritten when the block is freed.
    if (size <= usable && size >= usable / 2) return block;
    void *larger = malloc(size);
    if (!larger) return NULL;
    memcpy(larger, block, usable < size ? usable : size);
    free(block);
    return larger;
}
#endif
