// SPDX-License-Identifier: MIT
#pragma once
#include <adwaita.h>
#include <glib-unix.h>
#include <gio/gunixfdlist.h>
#include <cairo-pdf.h>

// The main queue of libdispatch, as CoreFoundation's run loop drains it.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *unused);

// Swift imports neither macros with types nor unions.
static inline GType ink_type_string(void) { return G_TYPE_STRING; }
static inline GType ink_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType ink_type_int(void) { return G_TYPE_INT; }
