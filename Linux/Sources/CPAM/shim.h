// SPDX-License-Identifier: MIT
#include <security/pam_appl.h>
