// SPDX-License-Identifier: MIT
#include "io/epolldispatcher.h"
