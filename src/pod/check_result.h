// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sluice::pod {

enum class Outcome : int {
  kSuccess = 0,
  kFailure = 1,
  kWarning = 2,  // success, but somebody should know the text
  kError = 3,    // it could not be done: says nothing about the container
};

// How an action done to a container ended; the text is upstream's, where it has one.
struct CheckResult {
  Outcome outcome = Outcome::kSuccess;
  std::string text = {};
};

}  // namespace sluice::pod
