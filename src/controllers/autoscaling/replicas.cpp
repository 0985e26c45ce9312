// SPDX-License-Identifier: Apache-2.0
// First with those pods alone that are ready and measured. When others are there, once more with
// these at what speaks against the change; a change that turns round by that is none.
#include "controllers/autoscaling/replicas.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "api/pod_containers.h"
#include "base/timestamp.h"
#include "json/quantity.h"

namespace sluice::controllers::autoscaling {
namespace {

// A processor that is busy with starting says nothing about the work to come.
constexpr std::chrono::minutes kStarting{5};
// A pod that became unready within this time after its start has never been ready.
constexpr std::chrono::seconds kFirstReadiness{30};

using Names = std::set<std::string>;

struct Groups {
  std::int64_t ready = 0;
  Names unready;
  Names missing;
  Names ignored;
};

bool is_starting(const client::Object& pod, const Sample& sample, WallTime now) {
  const json::Value* ready = api::condition(pod, "Ready");
  const auto started = parse_rfc3339(pod.at("status", "startTime").as_string());
  if (ready == nullptr || !started) {
    return true;
  }
  const bool is_unready = ready->at("status").as_string() == "False";
  const WallTime since =
      parse_rfc3339(ready->at("lastTransitionTime").as_string()).value_or(WallTime{});
  return *started + kStarting > now ? is_unready || sample.time < since + sample.window
                                    : is_unready && *started + kFirstReadiness > since;
}

Groups group(const Pods& pods, const Samples& samples, const Goal& goal, WallTime now) {
  Groups groups;
  for (const client::ObjectPtr& pod : pods) {
    const std::string& name = api::name(*pod);
    const std::string& phase = pod->at("status", "phase").as_string();
    const auto sample = samples.find(name);
    if (api::is_being_deleted(*pod) || phase == "Failed") {
      groups.ignored.insert(name);
    } else if (phase == "Pending") {
      groups.unready.insert(name);
    } else if (sample == samples.end()) {
      groups.missing.insert(name);
    } else if (goal.resource == "cpu" && is_starting(*pod, sample->second, now)) {
      groups.unready.insert(name);
    } else {
      ++groups.ready;
    }
  }
  return groups;
}

std::optional<std::int64_t> requested(const json::Value& resources, const std::string& resource) {
  const json::Value* request = resources.find("requests", resource);
  const auto quantity =
      request == nullptr ? fail(Code::kNotFound, "") : json::Quantity::from(*request);
  return quantity ? std::optional(quantity->milli_value()) : std::nullopt;
}

// Those that run as long as the pod does.
std::vector<const json::Value*> lasting_containers(const client::Object& pod) {
  std::vector<const json::Value*> all;
  for (const json::Value& container : pod.at("spec", "containers").as_array()) {
    all.push_back(&container);
  }
  for (const json::Value& container : pod.at("spec", "initContainers").as_array()) {
    if (api::is_sidecar(container)) {
      all.push_back(&container);
    }
  }
  return all;
}

Result<std::int64_t> request_of(const client::Object& pod, const Goal& goal) {
  if (goal.container.empty()) {
    if (const auto whole = requested(pod.at("spec", "resources"), goal.resource)) {
      return *whole;
    }
  }
  std::int64_t sum = 0;
  bool found = goal.container.empty();
  for (const json::Value* container : lasting_containers(pod)) {
    const std::string& name = container->at("name").as_string();
    if (!goal.container.empty() && name != goal.container) {
      continue;
    }
    const auto request = requested(container->at("resources"), goal.resource);
    if (!request) {
      return fail(Code::kInvalid, "missing request for " + goal.resource + " in container " + name +
                                      " of Pod " + api::name(pod));
    }
    sum += *request;
    found = true;
  }
  if (!found) {
    return fail(Code::kInvalid,
                "container " + goal.container + " not found in Pod " + api::name(pod));
  }
  return sum;
}

using Requests = std::map<std::string, std::int64_t>;

Result<Requests> requests_of(const Pods& pods, const Goal& goal) {
  Requests requests;
  for (const client::ObjectPtr& pod : pods) {
    TRY_ASSIGN(requests[api::name(*pod)], request_of(*pod, goal));
  }
  return requests;
}

struct Measure {
  double ratio = 0;  // of what is used to what should be
  Proposal used;
};

Result<Measure> measure_utilization(const Goal& goal, const Samples& samples,
                                    const Requests& requests) {
  std::int64_t used = 0;
  std::int64_t wanted = 0;
  std::int64_t count = 0;
  for (const auto& [pod, sample] : samples) {
    if (const auto request = requests.find(pod); request != requests.end()) {
      used += sample.milli;
      wanted += request->second;
      ++count;
    }
  }
  if (wanted == 0) {
    return fail(Code::kInvalid, "no metrics returned matched known pods");
  }
  const std::int64_t percent = used * 100 / wanted;
  return Measure{static_cast<double>(percent) / static_cast<double>(*goal.utilization),
                 {0, percent, used / count}};
}

Result<Measure> measure(const Goal& goal, const Samples& samples, const Requests& requests) {
  if (goal.utilization) {
    return measure_utilization(goal, samples, requests);
  }
  std::int64_t used = 0;
  for (const auto& [pod, sample] : samples) {
    used += sample.milli;
  }
  const std::int64_t average = used / static_cast<std::int64_t>(samples.size());
  return Measure{static_cast<double>(average) / static_cast<double>(goal.average_milli),
                 {0, std::nullopt, average}};
}

// What a pod of unknown use is taken to use when the others use too little: all that it asked for,
// or its share.
std::int64_t presumed(const Goal& goal, const Requests& requests, const std::string& pod) {
  if (!goal.utilization) {
    return goal.average_milli;
  }
  const auto request = requests.find(pod);
  const std::int64_t percent = std::max<std::int64_t>(100, *goal.utilization);
  return request == requests.end() ? 0 : request->second * percent / 100;
}

void presume(const Goal& goal, const Groups& groups, const Requests& requests, double ratio,
             Samples& samples) {
  for (const std::string& pod : groups.missing) {
    if (ratio != 1.0) {
      samples[pod].milli = ratio < 1.0 ? presumed(goal, requests, pod) : 0;
    }
  }
  if (ratio > 1.0) {
    for (const std::string& pod : groups.unready) {
      samples[pod].milli = 0;
    }
  }
}

std::int64_t scaled(double ratio, std::int64_t pods) {
  return static_cast<std::int64_t>(std::ceil(ratio * static_cast<double>(pods)));
}

}  // namespace

Result<Proposal> propose(const Goal& goal, const Pods& pods, Samples samples, std::int64_t current,
                         WallTime now) {
  if (pods.empty()) {
    return fail(Code::kInvalid, "no pods returned by selector while calculating replica count");
  }
  const Groups groups = group(pods, samples, goal, now);
  std::erase_if(samples, [&](const auto& sample) {
    return groups.ignored.contains(sample.first) || groups.unready.contains(sample.first);
  });
  if (samples.empty()) {
    return fail(Code::kInvalid,
                "did not receive metrics for targeted pods (pods might be unready)");
  }
  Requests requests;
  if (goal.utilization) {
    TRY_ASSIGN(requests, requests_of(pods, goal));
  }
  TRY_ASSIGN(Measure seen, measure(goal, samples, requests));
  Proposal& proposal = seen.used;
  proposal.replicas = current;
  const bool unready_matter = !groups.unready.empty() && seen.ratio > 1.0;
  if (!unready_matter && groups.missing.empty()) {
    if (!goal.tolerances.accept(seen.ratio)) {
      proposal.replicas = scaled(seen.ratio, groups.ready);
    }
    return proposal;
  }
  presume(goal, groups, requests, seen.ratio, samples);
  TRY_ASSIGN(const Measure worst, measure(goal, samples, requests));
  const bool turned =
      (seen.ratio < 1.0 && worst.ratio > 1.0) || (seen.ratio > 1.0 && worst.ratio < 1.0);
  const std::int64_t wanted = scaled(worst.ratio, static_cast<std::int64_t>(samples.size()));
  const bool backwards =
      (worst.ratio < 1.0 && wanted > current) || (worst.ratio > 1.0 && wanted < current);
  if (!goal.tolerances.accept(worst.ratio) && !turned && !backwards) {
    proposal.replicas = wanted;
  }
  return proposal;
}

}  // namespace sluice::controllers::autoscaling
