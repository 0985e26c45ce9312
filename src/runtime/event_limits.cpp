// SPDX-License-Identifier: Apache-2.0
#include "runtime/event_limits.h"

#include <algorithm>

namespace sluice::runtime {
namespace {

constexpr std::size_t kRemembered = 4096;
constexpr std::size_t kMostMessages = 10;
constexpr std::chrono::minutes kForgetAfter{10};
constexpr double kMostEvents = 25;
constexpr std::chrono::duration<double> kRegainOne = std::chrono::minutes{5};

}  // namespace

EventLimits::EventLimits() : topics_(kRemembered), allowances_(kRemembered) {}

std::optional<EventLimits::Said> EventLimits::admit(const std::string& subject,
                                                    const std::string& topic,
                                                    const std::string& message, SteadyTime now) {
  const std::scoped_lock lock(mutex_);
  Said said = combine(topics_[topic], message, now);
  if (!spend(allowances_[subject], now)) {
    return std::nullopt;
  }
  return said;
}

EventLimits::Said EventLimits::combine(Topic& topic, const std::string& message, SteadyTime now) {
  if (now - topic.last > kForgetAfter) {
    topic.messages.clear();
  }
  topic.last = now;
  topic.messages.insert(message);
  if (topic.messages.size() < kMostMessages) {
    return {message};
  }
  topic.messages.erase(topic.messages.begin());
  return {.message = "(combined from similar events): " + message, .combined = true};
}

bool EventLimits::spend(Allowance& allowance, SteadyTime now) {
  const double regained = allowance.last ? (now - *allowance.last) / kRegainOne : kMostEvents;
  allowance.left = std::min(allowance.left + regained, kMostEvents);
  allowance.last = now;
  if (allowance.left < 1) {
    return false;
  }
  allowance.left -= 1;
  return true;
}

}  // namespace sluice::runtime
