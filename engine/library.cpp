// SPDX-License-Identifier: MIT
// A library needs a source of its own; everything else comes from the rooms (library.cmake).
