// SPDX-License-Identifier: MIT
#ifndef INKLOCK_WAYLAND_SHELL_H
#define INKLOCK_WAYLAND_SHELL_H

#include <stdint.h>

/// Returns the version of `xdg_wm_base` that the compositor of a `GdkDisplay` has; 0 without a compositor.
uint32_t inklock_shell_version(void *display);

#endif
