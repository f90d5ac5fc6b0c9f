// SPDX-License-Identifier: MIT
// qpdf's C interface.
#include <qpdf/qpdf-c.h>
