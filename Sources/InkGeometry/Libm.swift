// SPDX-License-Identifier: MIT

// Links libm on Linux, where square roots and rounding may be calls into it; both are defined exactly by IEEE 754.
// Nothing else of it is used. Other platforms need nothing.
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
