// SPDX-License-Identifier: MIT
#include "rpc/envelope.h"
