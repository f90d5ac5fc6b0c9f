// SPDX-License-Identifier: MIT
// Nothing to call: a program that is linked with this module overwrites memory before it gives it back. See wiping.c.
