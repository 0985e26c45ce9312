// SPDX-License-Identifier: Apache-2.0
#include "agent/absence.h"

namespace sluice::agent {
namespace {

constexpr Duration kAskAgain = std::chrono::seconds(10);

}  // namespace

bool Absence::look(bool gone, SteadyTime now) {
  if (!gone) {
    next_ask_.reset();
    message_.clear();
    return false;
  }
  if (!next_ask_) {
    next_ask_ = now + kGrace;
    message_ = " is gone: services stop unless it comes back";
  }
  if (now < *next_ask_) {
    return false;
  }
  const auto answer = ask_();
  if (answer && *answer) {
    message_ = " is gone";
    return true;
  }
  // One that is there again will be seen.
  next_ask_ = now + (answer ? kGrace : kAskAgain);
  message_ = std::string(" was seen gone, which the server does not confirm: services go on") +
             (answer ? "" : ": " + answer.error().message);
  return false;
}

}  // namespace sluice::agent
