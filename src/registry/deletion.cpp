// SPDX-License-Identifier: Apache-2.0
//
// Deletion in Kubernetes: an object leaves at once, or it gets a deletionTimestamp and waits. What
// it waits for: the grace period (pods on a node; the kubelet then deletes with period 0) and
// finalizers, among them those that stand for the propagation policy.
#include "registry/deletion.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "api/crd/definition_state.h"
#include "api/meta.h"
#include "base/timestamp.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

constexpr std::string_view kOrphan = "orphan";
constexpr std::string_view kForeground = "foregroundDeletion";
constexpr std::int64_t kDefaultGraceSeconds = 30;

bool has_finalizer(const json::Value& object, std::string_view name) {
  const json::Array& finalizers = object.at("metadata", "finalizers").as_array();
  return std::any_of(finalizers.begin(), finalizers.end(),
                     [&](const json::Value& finalizer) { return finalizer.as_string() == name; });
}

// Some orphan their pods unless told otherwise: an old promise to callers that name no policy.
std::string_view default_finalizer(const api::Kind& kind, const json::Value& object) {
  if (has_finalizer(object, kOrphan)) {
    return kOrphan;
  }
  if (has_finalizer(object, kForeground)) {
    return kForeground;
  }
  const bool orphans =
      &kind == &api::kinds::job() || &kind == &api::kinds::replication_controller();
  return orphans ? kOrphan : "";
}

Result<std::string_view> policy_finalizer(const api::Kind& kind,
                                          const client::DeleteOptions& options,
                                          const json::Value& object) {
  const std::string& policy = options.propagation_policy;
  if (policy.empty()) {
    return default_finalizer(kind, object);
  }
  if (policy == "Background") {
    return "";
  }
  if (policy == "Orphan") {
    return kOrphan;
  }
  if (policy == "Foreground") {
    return kForeground;
  }
  return tl::unexpected(invalid_option(
      "DeleteOptions", {"FieldValueNotSupported",
                        "Unsupported value: \"" + policy +
                            "\": supported values: \"Background\", \"Foreground\", \"Orphan\"",
                        "propagationPolicy"}));
}

void set_policy_finalizer(json::Value& object, std::string_view wanted) {
  json::Array kept;
  for (const json::Value& finalizer : object.at("metadata", "finalizers").as_array()) {
    if (finalizer.as_string() != kOrphan && finalizer.as_string() != kForeground) {
      kept.push_back(finalizer);
    }
  }
  if (!wanted.empty()) {
    kept.emplace_back(wanted);
  }
  if (kept.empty()) {
    object["metadata"].erase("finalizers");
  } else {
    object["metadata"]["finalizers"] = std::move(kept);
  }
}

bool finished(const json::Value& pod) {
  const std::string& phase = pod.at("status", "phase").as_string();
  return phase == "Succeeded" || phase == "Failed";
}

std::int64_t at_least_one_if_negative(std::int64_t seconds) {
  return seconds < 0 ? 1 : seconds;
}

std::int64_t pending_period(const json::Value& object) {
  return object.at("metadata", "deletionGracePeriodSeconds").as_int();
}

std::int64_t grace_period(const api::Kind& kind, const client::DeleteOptions& options,
                          const json::Value& object) {
  if (!kind.graceful_delete) {
    return 0;
  }
  if (api::is_being_deleted(object)) {
    const std::int64_t pending = pending_period(object);
    return std::min(pending,
                    at_least_one_if_negative(options.grace_period_seconds.value_or(pending)));
  }
  if (object.at("spec", "nodeName").as_string().empty() || finished(object)) {
    return 0;
  }
  const std::int64_t own =
      object.at("spec", "terminationGracePeriodSeconds").as_int(kDefaultGraceSeconds);
  return at_least_one_if_negative(options.grace_period_seconds.value_or(own));
}

// While an object waits for its grace period, a later request may only shorten that, and has to say
// so: one that names no period, as collectors send it, changes nothing, not even finalizers.
bool leaves_as_it_is(const api::Kind& kind, const client::DeleteOptions& options,
                     const json::Value& object) {
  if (!kind.graceful_delete || !api::is_being_deleted(object)) {
    return false;
  }
  const std::int64_t pending = pending_period(object);
  return pending > 0 && grace_period(kind, options, object) == pending;
}

void begin_deletion(json::Value& metadata, std::int64_t grace, WallTime now) {
  metadata["deletionTimestamp"] = format_rfc3339(now + std::chrono::seconds(grace));
  metadata["deletionGracePeriodSeconds"] = grace;
  if (const std::int64_t generation = metadata.at("generation").as_int(); generation > 0) {
    metadata["generation"] = generation + 1;
  }
}

// The shorter period counts from the first request on. When it is over already, the least period is
// left: who looks after the object confirms its end, as always.
void shorten_deletion(json::Value& metadata, std::int64_t grace, WallTime now) {
  const std::int64_t before = metadata.at("deletionGracePeriodSeconds").as_int();
  if (grace >= before) {
    return;
  }
  if (const auto due = parse_rfc3339(metadata.at("deletionTimestamp").as_string())) {
    const WallTime sooner = *due - std::chrono::seconds(before - grace);
    metadata["deletionTimestamp"] = format_rfc3339(std::max(sooner, now));
    grace = sooner < now ? std::min<std::int64_t>(grace, 1) : grace;
  }
  metadata["deletionGracePeriodSeconds"] = grace;
}

bool held_by_finalizers(const api::Kind& kind, const json::Value& object) {
  const bool held_as_namespace =
      &kind == &api::kinds::namespace_() && !object.at("spec", "finalizers").as_array().empty();
  return held_as_namespace || !object.at("metadata", "finalizers").as_array().empty();
}

}  // namespace

bool deletion_is_due(const api::Kind& kind, const json::Value& object) {
  return api::is_being_deleted(object) && !held_by_finalizers(kind, object) &&
         pending_period(object) == 0;
}

Result<void> check_preconditions(const api::Kind& kind, const client::DeleteOptions& options,
                                 const json::Value& object) {
  const std::string& name = api::name(object);
  if (!options.uid.empty() && options.uid != api::uid(object)) {
    return tl::unexpected(deletion_refused(kind, name, {"UID", options.uid, api::uid(object)}));
  }
  const std::string& version = api::resource_version(object);
  if (!options.resource_version.empty() && options.resource_version != version) {
    return tl::unexpected(
        deletion_refused(kind, name, {"ResourceVersion", options.resource_version, version}));
  }
  return {};
}

Result<Deletion> decide_deletion(const api::Kind& kind, const client::DeleteOptions& options,
                                 json::Value object, WallTime now) {
  TRY_ASSIGN(const std::string_view finalizer, policy_finalizer(kind, options, object));
  if (leaves_as_it_is(kind, options, object)) {
    return Deletion{std::move(object), false};
  }
  set_policy_finalizer(object, finalizer);
  if (&kind == &api::kinds::custom_resource_definition() && !api::is_being_deleted(object)) {
    api::begin_cleanup(object, now);
  }
  const std::int64_t grace = grace_period(kind, options, object);
  const bool at_once = grace == 0 && !held_by_finalizers(kind, object);
  if (at_once && !kind.graceful_delete) {
    return Deletion{std::move(object), true};
  }
  if (api::is_being_deleted(object)) {
    shorten_deletion(object["metadata"], grace, now);
  } else {
    begin_deletion(object["metadata"], grace, now);
  }
  if (&kind == &api::kinds::namespace_()) {
    object["status"]["phase"] = "Terminating";
    object["metadata"].erase("deletionGracePeriodSeconds");
  }
  return Deletion{std::move(object), at_once};
}

}  // namespace sluice::registry
