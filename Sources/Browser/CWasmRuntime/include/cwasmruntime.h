// SPDX-License-Identifier: MIT
// The C functions that Embedded Swift requires in the browser: posix_memalign, free and arc4random_buf. The compiler
// calls them by name, so this header declares nothing. On other platforms, the target is empty.
