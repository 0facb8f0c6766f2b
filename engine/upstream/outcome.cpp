// SPDX-License-Identifier: MIT
#include "upstream/outcome.h"
