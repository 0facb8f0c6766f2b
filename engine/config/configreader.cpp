// SPDX-License-Identifier: MIT
#include "config/configreader.h"
