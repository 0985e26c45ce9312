// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/pod_facts.h"

#include <algorithm>

#include "api/quota/pod_amounts.h"
#include "controllers/owned/pods.h"
#include "controllers/volumes/in_use.h"

namespace sluice::controllers::scheduler {
namespace {

constexpr const char* kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr const char* kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

constexpr std::int64_t kUsualCpu = 100;  // milli
constexpr std::int64_t kUsualMemory = 200LL * 1024 * 1024;

void read_terms(PodFacts& facts, const json::Value& affinity) {
  const auto read_required = [&](const char* kind, std::vector<PodTerm>& terms) {
    for (const json::Value& term : affinity.at(kind, kRequired).as_array()) {
      terms.push_back(pod_term(term, facts.key.ns));
    }
  };
  const auto read_preferred = [&](const char* kind, std::int64_t sign) {
    for (const json::Value& weighted : affinity.at(kind, kPreferred).as_array()) {
      facts.preferences.push_back(pod_term(weighted.at("podAffinityTerm"), facts.key.ns));
      facts.preferences.back().weight = sign * weighted.at("weight").as_int();
    }
  };
  read_required("podAffinity", facts.affinity);
  read_required("podAntiAffinity", facts.anti_affinity);
  read_preferred("podAffinity", 1);
  read_preferred("podAntiAffinity", -1);
}

void read_shares(PodFacts& facts, const json::Value& spec) {
  const auto share = [&](const char* resource, std::int64_t usual) {
    std::int64_t silent = 0;
    for (const json::Value& container : spec.at("containers").as_array()) {
      silent += container.find("resources", "requests", resource) == nullptr ? 1 : 0;
    }
    const bool is_told = spec.find("resources", "requests", resource) != nullptr;
    return is_told ? 0 : silent * usual;
  };
  const auto requested = [&](const char* resource) {
    const auto found = facts.requests.find(resource);
    return found == facts.requests.end() ? json::Quantity() : found->second;
  };
  facts.cpu_share = requested("cpu").milli_value() + share("cpu", kUsualCpu);
  facts.memory_share = requested("memory").value() + share("memory", kUsualMemory);
}

bool is_preempted(const client::Object& pod) {
  const json::Value* target = api::condition(pod, "DisruptionTarget");
  return api::is_being_deleted(pod) && target != nullptr &&
         target->at("status").as_string() == "True" &&
         target->at("reason").as_string() == "PreemptionByScheduler";
}

// Resources of containers in the status count while these are resized.
bool may_be_resized(const client::Object& pod) {
  const json::Array& statuses = pod.at("status", "containerStatuses").as_array();
  return std::any_of(statuses.begin(), statuses.end(), [](const json::Value& status) {
    return status.find("resources") != nullptr || status.find("allocatedResources") != nullptr;
  });
}

}  // namespace

PodFacts read_pod(const client::Object& pod) {
  const json::Value& spec = pod.at("spec");
  PodFacts facts{.key = api::key(pod),
                 .uid = api::uid(pod),
                 .node = spec.at("nodeName").as_string(),
                 .nominated = pod.at("status", "nominatedNodeName").as_string(),
                 .priority = spec.at("priority").as_int(),
                 .started = pod.at("status", "startTime").as_string(),
                 .leaving = api::is_being_deleted(pod),
                 .preempted = is_preempted(pod),
                 .labels = pod.at("metadata", "labels"),
                 .requests = api::quota::pod_requests(pod),
                 .ports = api::host_ports(spec),
                 .affinity = {},
                 .anti_affinity = {},
                 .preferences = {},
                 .claims = volumes::claims_of(pod)};
  read_shares(facts, spec);
  if (const json::Value* affinity = spec.find("affinity")) {
    read_terms(facts, *affinity);
  }
  return facts;
}

bool occupies(const client::Object& pod) {
  return !pod.at("spec", "nodeName").as_string().empty() && !owned::is_finished(pod);
}

bool same_facts(const client::Object& before, const client::Object& after) {
  const auto same = [&](auto... path) { return before.at(path...) == after.at(path...); };
  return occupies(before) == occupies(after) && same("metadata", "generation") &&
         same("metadata", "labels") && same("metadata", "deletionTimestamp") &&
         same("spec", "nodeName") && same("status", "nominatedNodeName") &&
         same("status", "startTime") && !may_be_resized(before) && !may_be_resized(after) &&
         is_preempted(before) == is_preempted(after);
}

}  // namespace sluice::controllers::scheduler
