// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::pod {

// The reason of events about what could not be given exactly as asked.
inline constexpr std::string_view kNotAsAsked = "NotAsAsked";

// Something people should know about the pod: the kubelet makes a Kubernetes event of it.
struct PodEvent {
  std::int64_t sequence = 0;  // grows with every event, also with one that is said again
  WallTime time{};
  bool warning = false;
  std::string reason;
  std::string message;
  std::string container = {};  // empty: the pod as a whole
};
json::Value to_json(const std::vector<PodEvent>& events);
Result<std::vector<PodEvent>> pod_events_from_json(const json::Value& items);

// The last events of a pod, a bounded number: they stand in every report. What is said again takes
// the place of what was said before. One thread.
class EventLog {
 public:
  explicit EventLog(const Clock& clock) : clock_(clock) {}

  void add(PodEvent event);                        // sequence and time are set here
  void resume(const std::vector<PodEvent>& told);  // by an earlier run: number on from there
  const std::vector<PodEvent>& events() const { return events_; }

  static constexpr std::size_t kMost = 24;
  static constexpr std::size_t kLongestMessage = 1024;

 private:
  const Clock& clock_;
  std::int64_t sequence_ = 0;
  std::vector<PodEvent> events_;  // by sequence
};

}  // namespace sluice::pod
