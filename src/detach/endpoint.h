// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "detach/detachments.h"
#include "detach/stack.h"
#include "http/message.h"

namespace sluice::detach {

// How often something may happen: so many times a second, twice as many at once. Thread-safe.
class Allowance {
 public:
  Allowance(std::int64_t per_second, const Clock& clock)
      : rate_(static_cast<double>(per_second)),
        clock_(clock),
        left_(2 * rate_),
        counted_(clock.steady()) {}
  bool take();  // false: not now

 private:
  const double rate_;
  const Clock& clock_;
  std::mutex mutex_;  // guards what follows
  double left_;
  SteadyTime counted_;
};

// Answers for an agent as protocol.h says, to those only whose certificates carry a name that may
// order, and no more often than it was told. Thread-safe.
class Endpoint {
 public:
  struct Options {
    std::vector<std::string> orderers;
    std::int64_t requests_per_second = 20;  // of all who may order; more get 429
  };
  // What is asked for, or only how far it is. Null: the machine has one stack only.
  using ChangeStack = std::function<Result<StackProgress>(const std::optional<StackOrder>& order)>;

  Endpoint(Options options, Detachments& detachments, const Clock& clock,
           ChangeStack change_stack = nullptr)
      : options_(std::move(options)),
        detachments_(detachments),
        change_stack_(std::move(change_stack)),
        requests_(options_.requests_per_second, clock),
        lines_about_strangers_(1, clock) {}

  http::Response answer(const http::Request& request);

 private:
  Result<json::Value> served(const http::Request& request);
  Result<json::Value> about_node(const std::string& node, const http::Request& request);
  Result<json::Value> about_stack(const http::Request& request);
  bool may_order(const std::string& name) const;

  const Options options_;
  Detachments& detachments_;
  const ChangeStack change_stack_;
  Allowance requests_;
  Allowance lines_about_strangers_;  // in the log
};

}  // namespace sluice::detach
