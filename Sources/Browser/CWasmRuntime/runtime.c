// SPDX-License-Identifier: MIT
#include "cwasmruntime.h"
#if defined(__wasm__)
typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;

// Hashing and Swift's random numbers need a seed, which the page takes from crypto.getRandomValues.
__attribute__((import_module("env"), import_name("random_fill"))) extern void page_random_fill(void *bytes, size_t count);
void arc4random_buf(void *bytes, size_t count) { page_random_fill(bytes, count); }

// A bump allocator with one free list for each size class. There are four classes for each power of two, so at most a
// fifth of a large block is unused. It is single-threaded.
enum { NO_MEMORY = 12, NOT_ALIGNABLE = 22, ALIGNMENT = 16, PAGE_SHIFT = 16, SIZES = 104 };
static const size_t largest = (size_t)1 << 31;

// The header before each block. Its size equals the alignment, so that the block is aligned too.
typedef struct Header {
  _Alignas(ALIGNMENT) size_t size_index;
  struct Header *next_free;
} Header;

extern byte __heap_base;
static size_t top;
static Header *free_blocks[SIZES];

// 16, 32, 48, 64, then 80, 96, 112, 128, then 160, 192, 224, 256 and so on.
static size_t size_index(size_t size) {
  if (size <= 64) return size == 0 ? 0 : (size - 1) >> 4;
  size_t power = 31 - (size_t)__builtin_clz((unsigned)(size - 1));
  return (power - 6) * 4 + ((size - 1) >> (power - 2));
}

static size_t size_at(size_t index) {
  if (index < 4) return (index + 1) << 4;
  return (index % 4 + 5) << (index / 4 + 3);
}

static Header *take_from_top(size_t size) {
  if (top == 0) top = ((size_t)&__heap_base + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  size_t end = top + sizeof(Header) + size, have = (size_t)__builtin_wasm_memory_size(0) << PAGE_SHIFT;
  if (end < top) return 0;
  if (end > have) {
    size_t pages = ((end - have - 1) >> PAGE_SHIFT) + 1;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
  }
  Header *header = (Header *)top;
  top = end;
  return header;
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  if (alignment > ALIGNMENT) return NOT_ALIGNABLE;
  if (size > largest) return NO_MEMORY;
  size_t index = size_index(size);
  Header *header = free_blocks[index];
  if (header) {
    free_blocks[index] = header->next_free;
  } else {
    header = take_from_top(size_at(index));
    if (!header) return NO_MEMORY;
    header->size_index = index;
  }
  *out = header + 1;
  return 0;
}

void free(void *block) {
  if (!block) return;
  Header *header = (Header *)block - 1;
  size_t index = header->size_index;
  if ((size_t)block + size_at(index) == top) {
    // The last block is returned to the unallocated memory.
    top = (size_t)header;
    return;
  }
  header->next_free = free_blocks[index];
  free_blocks[index] = header;
}
#endif
