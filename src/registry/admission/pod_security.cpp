// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>

#include "api/meta.h"
#include "base/text.h"
#include "registry/admission/pod_security_checks.h"
#include "registry/admission/rules.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

constexpr std::string_view kPrefix = "pod-security.kubernetes.io/";
constexpr std::array<std::string_view, 3> kLevels = {"privileged", "baseline", "restricted"};

// A level of one version of the standards: "restricted:latest".
struct Bar {
  SecurityLevel level = SecurityLevel::kPrivileged;
  std::string version = "latest";

  std::string text() const {
    return std::string(kLevels[static_cast<std::size_t>(level)]) + ":" + version;
  }
  friend bool operator==(const Bar&, const Bar&) = default;
};

// What the labels of a namespace ask for.
struct Standards {
  Bar enforce;
  Bar audit;
  Bar warn;
};

std::optional<SecurityLevel> parse_level(std::string_view text) {
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    if (text == kLevels[i]) {
      return static_cast<SecurityLevel>(i);
    }
  }
  return std::nullopt;
}

bool is_version(std::string_view text) {
  constexpr std::string_view kFirst = "v1.";
  if (!text.starts_with(kFirst)) {
    return text == "latest";
  }
  const std::int64_t minor = parse_int(text.substr(kFirst.size())).value_or(-1);
  return minor >= 0 && text == "v1." + std::to_string(minor);
}

const std::string& label(const json::Value& labels, const std::string& name) {
  return labels.at(std::string(kPrefix) + name).as_string();
}

// A level nobody knows is the strictest where it is enforced, and none elsewhere.
Bar read_bar(const json::Value& labels, const std::string& mode, SecurityLevel unknown) {
  Bar bar;
  if (const std::string& level = label(labels, mode); !level.empty()) {
    bar.level = parse_level(level).value_or(unknown);
  }
  if (const std::string& version = label(labels, mode + "-version"); is_version(version)) {
    bar.version = version;
  }
  return bar;
}

// Who enforces without saying what to warn of is warned of the same.
Standards read_standards(const json::Value& labels) {
  Standards standards{.enforce = read_bar(labels, "enforce", SecurityLevel::kRestricted),
                      .audit = read_bar(labels, "audit", SecurityLevel::kPrivileged),
                      .warn = read_bar(labels, "warn", SecurityLevel::kPrivileged)};
  if (label(labels, "warn").empty() && parse_level(label(labels, "enforce"))) {
    standards.warn.level = standards.enforce.level;
    if (label(labels, "warn-version").empty()) {
      standards.warn.version = standards.enforce.version;
    }
  }
  return standards;
}

std::string describe(const std::vector<SecurityViolation>& violations) {
  std::vector<std::string> parts;
  for (const SecurityViolation& violation : violations) {
    parts.push_back(violation.reason +
                    (violation.detail.empty() ? "" : " (" + violation.detail + ")"));
  }
  return join(parts, ", ");
}

// The pod's template in a workload; null in what is none.
const json::Value* template_of(const Attributes& request) {
  constexpr std::array<std::string_view, 6> kWorkloads = {
      "replicationcontrollers", "deployments", "replicasets", "statefulsets", "daemonsets", "jobs"};
  const json::Value& object = *request.object;
  const std::string_view plural = request.kind.plural;
  if (!request.subresource.empty() || request.kind.custom != nullptr) {
    return nullptr;
  }
  if (plural == "cronjobs") {
    return object.find("spec", "jobTemplate", "spec", "template");
  }
  if (plural == "podtemplates") {
    return object.find("template");
  }
  return std::find(kWorkloads.begin(), kWorkloads.end(), plural) == kWorkloads.end()
             ? nullptr
             : object.find("spec", "template");
}

std::vector<SecurityViolation> violations_of(const Bar& bar, const json::Value& pod) {
  return security_violations(bar.level, bar.version, pod);
}

Result<void> evaluate(const Standards& standards, const json::Value& pod, const Attributes& request,
                      bool enforce) {
  if (enforce) {
    request.annotate("pod-security.kubernetes.io/enforce-policy", standards.enforce.text());
    const auto violations = violations_of(standards.enforce, pod);
    if (!violations.empty()) {
      return tl::unexpected(refused(request, "violates PodSecurity \"" + standards.enforce.text() +
                                                 "\": " + describe(violations)));
    }
  }
  if (const auto violations = violations_of(standards.audit, pod); !violations.empty()) {
    request.annotate(
        "pod-security.kubernetes.io/audit-violations",
        "would violate PodSecurity \"" + standards.audit.text() + "\": " + describe(violations));
  }
  if (const auto violations = violations_of(standards.warn, pod); !violations.empty()) {
    request.warn("would violate PodSecurity \"" + standards.warn.text() +
                 "\": " + describe(violations));
  }
  return {};
}

Result<void> check_labels(const Attributes& request, const json::Value& labels) {
  for (const char* mode : {"enforce", "audit", "warn"}) {
    const std::string& level = label(labels, mode);
    if (!level.empty() && !parse_level(level)) {
      return tl::unexpected(invalid(
          request.kind, request.key.name,
          {"FieldValueInvalid",
           "Invalid value: \"" + level + "\": must be one of privileged, baseline, restricted",
           "metadata.labels[" + std::string(kPrefix) + mode + "]"}));
    }
    const std::string name = mode + std::string("-version");
    const std::string& version = label(labels, name);
    if (!version.empty() && !is_version(version)) {
      return tl::unexpected(
          invalid(request.kind, request.key.name,
                  {"FieldValueInvalid",
                   "Invalid value: \"" + version + "\": must be \"latest\" or \"v1.x\"",
                   "metadata.labels[" + std::string(kPrefix) + name + "]"}));
    }
  }
  return {};
}

// Pods that are there already stay, but somebody should know.
Result<void> warn_of_pods(const store::Store& store, const Attributes& request, const Bar& bar) {
  TRY_ASSIGN(const std::vector<json::Value> pods,
             stored(store, api::kinds::pod(), request.key.name));
  struct Group {
    std::string first;
    std::size_t more = 0;
  };
  std::map<std::string, Group> groups;  // by reasons
  for (const json::Value& pod : pods) {
    std::vector<std::string> reasons;
    for (const SecurityViolation& violation : violations_of(bar, pod)) {
      reasons.push_back(violation.reason);
    }
    if (reasons.empty()) {
      continue;
    }
    const auto [group, is_new] = groups.try_emplace(join(reasons, ", "), Group{api::name(pod)});
    group->second.more += is_new ? 0 : 1;
  }
  if (groups.empty()) {
    return {};
  }
  request.warn("existing pods in namespace \"" + request.key.name +
               "\" violate the new PodSecurity enforce level \"" + bar.text() + "\"");
  for (const auto& [reasons, group] : groups) {
    const std::string others = group.more == 0 ? ""
                               : group.more == 1
                                   ? " (and 1 other pod)"
                                   : " (and " + std::to_string(group.more) + " other pods)";
    request.warn(group.first + others + ": " + reasons);
  }
  return {};
}

Result<void> check_namespace(const store::Store& store, const Attributes& request) {
  const json::Value& labels = request.object->at("metadata", "labels");
  TRY(check_labels(request, labels));
  if (request.operation == Operation::kCreate) {
    return {};
  }
  const Bar now = read_standards(labels).enforce;
  const Bar before = read_standards(request.old->at("metadata", "labels")).enforce;
  const bool stricter = now.version != before.version || now.level > before.level;
  return now.level != SecurityLevel::kPrivileged && stricter ? warn_of_pods(store, request, now)
                                                             : Result<void>();
}

bool concerns_pod(const Attributes& request) {
  return &request.kind == &api::kinds::pod() &&
         (request.subresource.empty() || request.subresource == "ephemeralcontainers" ||
          request.subresource == "resize");
}

// Images may change what a pod is; labels and deadlines may not.
bool is_significant(const Attributes& request) {
  const auto shape = [](const json::Value& pod) {
    json::Array parts;
    for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
      for (const json::Value& container : pod.at("spec", list).as_array()) {
        parts.push_back(container.at("name"));
        parts.push_back(container.at("image"));
        parts.push_back(container.at("securityContext"));
      }
    }
    return parts;
  };
  return request.old == nullptr ||
         !(json::Value(shape(*request.object)) == json::Value(shape(*request.old)));
}

}  // namespace

Result<void> pod_security(const store::Store& store, Attributes& request) {
  if (is_for(request, api::kinds::namespace_())) {
    return check_namespace(store, request);
  }
  const bool is_pod = concerns_pod(request);
  const json::Value* pod = is_pod ? request.object : template_of(request);
  if (pod == nullptr) {
    return {};
  }
  TRY_ASSIGN(const auto home,
             find_stored(store, api::kinds::namespace_(), {"", request.key.ns}, kPrefix));
  const Standards standards = read_standards(home ? home->at("metadata", "labels") : json::Value());
  const SecurityLevel free = SecurityLevel::kPrivileged;
  const bool indifferent = standards.enforce.level == free && standards.audit.level == free &&
                           standards.warn.level == free;
  if (indifferent || (is_pod && !is_significant(request))) {
    return {};
  }
  return evaluate(standards, *pod, request, is_pod);
}

}  // namespace sluice::registry
