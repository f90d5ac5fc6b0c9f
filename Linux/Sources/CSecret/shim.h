// SPDX-License-Identifier: MIT
#include <gio/gio.h>
#include <libsecret/secret.h>
