// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace sluice::agent {

// Decides that the object a machine follows is gone for good. What is seen may be old, or what
// nobody may see: only an answer of the API server at the end counts, and none is no answer. One
// thread.
class Absence {
 public:
  // Somebody who replaces an object deletes and makes it again within seconds, and so does an
  // operator put back what was deleted by mistake, also one that is just being replaced itself. On
  // the other side nothing but idle daemons depends on how soon a machine of no cluster stops.
  static constexpr Duration kGrace = std::chrono::seconds(30);

  using Ask = std::function<Result<bool>()>;  // the server, whether it has none
  explicit Absence(Ask ask) : ask_(std::move(ask)) {}

  // `gone`: as it was seen last. True: it is, and has been for all of the grace.
  bool look(bool gone, SteadyTime now);

  // What is to be said behind its name since it was seen gone. Empty: it is there, or nobody knows.
  const std::string& message() const { return message_; }

 private:
  const Ask ask_;
  std::optional<SteadyTime> next_ask_;  // nothing: it was not seen gone
  std::string message_;
};

}  // namespace sluice::agent
