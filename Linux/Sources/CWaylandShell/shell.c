// SPDX-License-Identifier: MIT
#include "CWaylandShell.h"

#include <gdk/gdk.h>
#include <string.h>

#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#include <wayland-client.h>

static void found(void *version, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t offered) {
    if (strcmp(interface, "xdg_wm_base") == 0) *(uint32_t *)version = offered;
}

static void removed(void *version, struct wl_registry *registry, uint32_t name) {}

uint32_t inklock_shell_version(void *display) {
    if (!GDK_IS_WAYLAND_DISPLAY(display)) return 0;
    struct wl_display *connection = gdk_wayland_display_get_wl_display(display);
    // A queue of its own, so that no event of GDK's is handled here.
    struct wl_event_queue *queue = wl_display_create_queue(connection);
    struct wl_display *wrapper = queue ? wl_proxy_create_wrapper(connection) : NULL;
    uint32_t version = 0;
    if (wrapper) {
        wl_proxy_set_queue((struct wl_proxy *)wrapper, queue);
        struct wl_registry *registry = wl_display_get_registry(wrapper);
        wl_proxy_wrapper_destroy(wrapper);
        if (registry) {
            static const struct wl_registry_listener listener = {found, removed};
            wl_registry_add_listener(registry, &listener, &version);
            wl_display_roundtrip_queue(connection, queue);
            wl_registry_destroy(registry);
        }
    }
    if (queue) wl_event_queue_destroy(queue);
    return version;
}
#else
uint32_t inklock_shell_version(void *display) { return 0; }
#endif
