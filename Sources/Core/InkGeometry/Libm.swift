// SPDX-License-Identifier: MIT

// Links libm on Linux, where square roots and rounding may compile to calls into it. IEEE 754 defines both exactly.
// Nothing else from libm is used, and other platforms need no import.
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
