// SPDX-License-Identifier: MIT
#include "store/usagestore.h"
