// SPDX-License-Identifier: Apache-2.0
#include "controllers/statefulset/identity.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "controllers/owned/pod_template.h"
#include "controllers/owned/revisions.h"

namespace sluice::controllers::statefulset {
namespace {

constexpr std::string_view kPodName = "statefulset.kubernetes.io/pod-name";

std::string claim_name(const client::Object& set, const json::Value& pattern,
                       std::int64_t ordinal) {
  return api::name(pattern) + "-" + api::name(set) + "-" + std::to_string(ordinal);
}

// A claim template takes the place of a volume of the same name.
json::Array volumes(const client::Object& set, const json::Value& spec, std::int64_t ordinal) {
  json::Array result;
  const json::Array& patterns = set.at("spec", "volumeClaimTemplates").as_array();
  for (const json::Value& pattern : patterns) {
    const json::Object source{{"claimName", claim_name(set, pattern, ordinal)}};
    result.push_back(json::Object{{"name", api::name(pattern)}, {"persistentVolumeClaim", source}});
  }
  for (const json::Value& volume : spec.at("volumes").as_array()) {
    const bool replaced = std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) {
      return api::name(pattern) == volume.at("name").as_string();
    });
    if (!replaced) {
      result.push_back(volume);
    }
  }
  return result;
}

}  // namespace

std::optional<std::int64_t> ordinal_of(const client::Object& set, const client::Object& pod) {
  const std::string& name = api::name(pod);
  const std::string prefix = api::name(set) + "-";
  if (!name.starts_with(prefix)) {
    return std::nullopt;
  }
  const auto number = parse_int(std::string_view(name).substr(prefix.size()));
  const bool plain = number && *number >= 0 && prefix + std::to_string(*number) == name;
  return plain ? number : std::nullopt;
}

json::Object identity_labels(const std::string& name, std::int64_t ordinal) {
  return {{std::string(kPodName), name}, {"apps.kubernetes.io/pod-index", std::to_string(ordinal)}};
}

bool has_identity(const client::Object& pod) {
  return api::label(pod, kPodName) == api::name(pod);
}

client::Object new_pod(const client::Object& set, const client::Object& revision,
                       std::int64_t ordinal) {
  const std::string name = api::name(set) + "-" + std::to_string(ordinal);
  client::Object pod = owned::new_pod(set, owned::template_of(revision), name);
  json::Value& labels = pod["metadata"]["labels"];
  labels[owned::kRevisionHash] = api::name(revision);
  for (const json::Member& label : identity_labels(name, ordinal)) {
    labels[label.key] = label.value;
  }
  json::Value& spec = pod["spec"];
  spec["hostname"] = name;
  if (const std::string& service = set.at("spec", "serviceName").as_string(); !service.empty()) {
    spec["subdomain"] = service;
  }
  if (json::Array all = volumes(set, spec, ordinal); !all.empty()) {
    spec["volumes"] = std::move(all);
  }
  return pod;
}

std::vector<client::Object> new_claims(const client::Object& set, std::int64_t ordinal) {
  std::vector<client::Object> claims;
  for (const json::Value& pattern : set.at("spec", "volumeClaimTemplates").as_array()) {
    client::Object claim = pattern;
    claim["apiVersion"] = "v1";
    claim["kind"] = "PersistentVolumeClaim";
    claim.erase("status");
    json::Value& metadata = claim["metadata"];
    metadata["name"] = claim_name(set, pattern, ordinal);
    metadata["namespace"] = api::ns(set);
    for (const json::Member& label : set.at("spec", "selector", "matchLabels").as_object()) {
      metadata["labels"][label.key] = label.value;
    }
    if (json::Value owner = claim_owner(set, client::Object(), false); !owner.is_null()) {
      metadata["ownerReferences"] = json::Array{std::move(owner)};
    }
    claims.push_back(std::move(claim));
  }
  return claims;
}

json::Value claim_owner(const client::Object& set, const client::Object& pod, bool surplus) {
  const json::Value& policy = set.at("spec", "persistentVolumeClaimRetentionPolicy");
  if (surplus && policy.at("whenScaled").as_string() == "Delete") {
    return api::controller_reference(pod);
  }
  return policy.at("whenDeleted").as_string() == "Delete" ? api::controller_reference(set)
                                                          : json::Value();
}

}  // namespace sluice::controllers::statefulset
