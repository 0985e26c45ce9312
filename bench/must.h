// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <utility>

#include "base/result.h"

// A benchmark has nobody to hand an error to: it says what it was doing and ends.
namespace sluice {

[[noreturn]] inline void die(const std::string& what) {
  std::fprintf(stderr, "bench: %s\n", what.c_str());
  std::exit(1);
}

template <class T>
T must(Result<T> result, const char* doing) {
  if (!result) {
    die(std::string(doing) + ": " + result.error().message);
  }
  if constexpr (!std::is_void_v<T>) {
    return std::move(*result);
  }
}

}  // namespace sluice
