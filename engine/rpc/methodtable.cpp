// SPDX-License-Identifier: MIT
#include "rpc/methodtable.h"
