// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/pods.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "base/text.h"
#include "base/timestamp.h"

namespace sluice::controllers::owned {
namespace {

using std::chrono::seconds;

std::optional<WallTime> ready_since(const client::Object& pod) {
  const json::Value* ready = api::condition(pod, "Ready");
  if (ready == nullptr || ready->at("status").as_string() != "True") {
    return std::nullopt;
  }
  return parse_rfc3339(ready->at("lastTransitionTime").as_string()).value_or(WallTime());
}

// The order of magnitude of an age: newer is smaller.
int magnitude(WallTime since, WallTime now) {
  const std::int64_t age = std::max<std::int64_t>((now - since) / std::chrono::nanoseconds(1), 0);
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(age)));
}

int phase_rank(const client::Object& pod) {
  const std::string& phase = pod.at("status", "phase").as_string();
  return phase == "Running" ? 2 : (phase == "Unknown" ? 1 : 0);
}

// Smaller goes first.
struct Rank {
  bool assigned;
  int phase;
  bool ready;
  std::int64_t cost;
  int fewer_neighbours;
  int ready_age;
  std::int64_t fewer_restarts;
  int age;
  std::string uid;

  friend auto operator<=>(const Rank&, const Rank&) = default;
};

Rank rank(const client::Object& pod, int neighbours, WallTime now) {
  const std::string& cost = api::annotation(pod, "controller.kubernetes.io/pod-deletion-cost");
  const auto created = parse_rfc3339(pod.at("metadata", "creationTimestamp").as_string());
  const auto ready = ready_since(pod);
  return {.assigned = !pod.at("spec", "nodeName").as_string().empty(),
          .phase = phase_rank(pod),
          .ready = ready.has_value(),
          .cost = parse_int(cost).value_or(0),
          .fewer_neighbours = -neighbours,
          .ready_age = ready ? magnitude(*ready, now) : 0,
          .fewer_restarts = -restarts(pod),
          .age = magnitude(created.value_or(WallTime()), now),
          .uid = api::uid(pod)};
}

}  // namespace

bool is_finished(const client::Object& pod) {
  const std::string& phase = pod.at("status", "phase").as_string();
  return phase == "Succeeded" || phase == "Failed";
}

bool is_active(const client::Object& pod) {
  return !is_finished(pod) && !api::is_being_deleted(pod);
}

bool is_terminating(const client::Object& pod) {
  return !is_finished(pod) && api::is_being_deleted(pod);
}

bool is_ready(const client::Object& pod) {
  return api::has_condition(pod, "Ready");
}

std::int64_t restarts(const client::Object& pod) {
  std::int64_t sum = 0;
  for (const char* list : {"initContainerStatuses", "containerStatuses"}) {
    for (const json::Value& container : pod.at("status", list).as_array()) {
      sum += container.at("restartCount").as_int();
    }
  }
  return sum;
}

std::optional<Duration> until_available(const client::Object& pod, std::int64_t min_ready_seconds,
                                        WallTime now) {
  const auto since = ready_since(pod);
  if (!since) {
    return std::nullopt;
  }
  if (min_ready_seconds <= 0) {
    return Duration::zero();
  }
  return std::max<Duration>(*since + seconds(min_ready_seconds) - now, Duration::zero());
}

bool is_available(const client::Object& pod, std::int64_t min_ready_seconds, WallTime now) {
  return until_available(pod, min_ready_seconds, now) == Duration::zero();
}

void sort_for_deletion(Pods& pods, WallTime now) {
  std::map<std::string, int> neighbours;
  for (const auto& pod : pods) {
    ++neighbours[pod->at("spec", "nodeName").as_string()];
  }
  std::vector<std::pair<Rank, client::ObjectPtr>> ranked;
  for (const auto& pod : pods) {
    ranked.emplace_back(rank(*pod, neighbours[pod->at("spec", "nodeName").as_string()], now), pod);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::transform(ranked.begin(), ranked.end(), pods.begin(),
                 [](const auto& entry) { return entry.second; });
}

}  // namespace sluice::controllers::owned
