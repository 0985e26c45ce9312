// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutations.h"

namespace sluice::fuzz {

// What a single input may cost, of CPU and of memory: generous, since sanitizers slow everything
// down, and far below what an input of half a megabyte costs that makes a parser quadratic.
inline constexpr int kMostSeconds = 20;
inline constexpr std::size_t kMostMegabytes = 1024;

// From now on the process ends, however it ends unexpectedly (a failed check, a report of a
// sanitizer, a limit), with a line that says which input did it and how to try that one again.
void watch(const char* program, const char* seeds);

// The input that is about to run; the time it may take starts now.
void watch_input(const Choice& choice);

}  // namespace sluice::fuzz
