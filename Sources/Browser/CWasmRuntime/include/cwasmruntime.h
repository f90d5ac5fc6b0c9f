// SPDX-License-Identifier: MIT
// What Embedded Swift asks of a C library, for the browser, where there is none: posix_memalign, free and
// arc4random_buf. The compiler calls them by name, so nothing is declared here; natively this target is empty.
