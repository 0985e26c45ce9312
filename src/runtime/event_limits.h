// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "base/clock.h"
#include "base/recent_map.h"

namespace sluice::runtime {

// How much is said of one object, as upstream's clients bound it: a Job of ten thousand pods has
// not ten thousand events. Thread-safe.
class EventLimits {
 public:
  EventLimits();

  // The message to write: as it is; the sign of a combination, when ten or more of one `topic` (the
  // object, type and reason) differed within ten minutes; none, when the `subject` (the object) has
  // used up its 25 events, of which it regains one in five minutes.
  struct Said {
    std::string message;
    bool combined = false;
  };
  std::optional<Said> admit(const std::string& subject, const std::string& topic,
                            const std::string& message, SteadyTime now);

 private:
  struct Topic {
    std::set<std::string> messages;
    SteadyTime last{};
  };
  struct Allowance {
    double left = 0;
    std::optional<SteadyTime> last;  // none: new
  };
  bool spend(Allowance& allowance, SteadyTime now);
  Said combine(Topic& topic, const std::string& message, SteadyTime now);

  std::mutex mutex_;
  RecentMap<Topic> topics_;
  RecentMap<Allowance> allowances_;
};

}  // namespace sluice::runtime
