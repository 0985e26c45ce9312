// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sluice::api {

struct Schema;          // api/schema.h: fields, types, defaults and merge rules of a kind, as data
struct Column;          // api/table.h
struct CustomResource;  // api/crd/custom_resource.h
struct Form;            // api/forms/form.h

// Where objects keep what their scale subresource shows, as dotted paths; empty: nowhere.
struct ScalePaths {
  std::string_view spec_replicas = "spec.replicas";
  std::string_view status_replicas = "status.replicas";
  std::string_view selector = "spec.selector";  // a text, or a selector object
};

// One served kind, as data. Everything generic code needs to know about a kind stands here or in
// what this points to; there is no per-kind class. Built-in kinds live for the whole program.
struct Kind {
  std::string_view group;     // "" for the core group
  std::string_view version;   // "v1"
  std::string_view kind;      // "Pod"
  std::string_view plural;    // "pods", the resource name in URLs
  std::string_view singular;  // "pod"
  bool namespaced = true;
  bool has_status = false;          // serves the status subresource
  bool is_virtual = false;          // answered or told when asked for, not stored
  bool graceful_delete = false;     // deletion waits for a grace period (pods)
  bool create_on_update = false;    // PUT of a missing object creates it (leases, events, services)
  bool conditional_update = false;  // PUT must name the resourceVersion it replaces
  bool returns_deleted = false;     // DELETE answers with the object instead of a Status
  std::span<const std::string_view> verbs;  // "create", "delete", ... as discovery lists them
  std::span<const std::string_view> short_names;
  std::span<const std::string_view> categories;
  std::span<const std::string_view> subresources;  // "status", "log", "binding", ...
  std::span<const std::string_view>
      field_selectors;  // "spec.nodeName", beyond metadata.name/namespace
  std::span<const Column> columns;
  const Schema* schema = nullptr;
  const ScalePaths* scale = nullptr;       // null: the usual ones
  const CustomResource* custom = nullptr;  // of kinds that a CustomResourceDefinition makes
  const Form* form = nullptr;              // of kinds that are stored in the form of another one

  // Whether requests may use that verb: "list"
  bool serves(std::string_view verb) const;
  // "PodList"
  std::string list_kind() const;
  // "v1" or "batch/v1"
  std::string api_version() const {
    return group.empty() ? std::string(version) : std::string(group) + "/" + std::string(version);
  }
  // "pods" or "jobs.batch", as error messages name the resource
  std::string qualified_resource() const {
    return group.empty() ? std::string(plural) : std::string(plural) + "." + std::string(group);
  }
};

// All kinds this build serves, in discovery order.
std::span<const Kind> builtin_kinds();

// By URL parts; null when not served.
const Kind* find_resource(std::string_view group, std::string_view version,
                          std::string_view plural);

// By apiVersion and kind of a document; null when not served.
const Kind* find_kind(std::string_view api_version, std::string_view kind);

// The kinds that code of ours works with by name.
namespace kinds {
const Kind& api_service();
const Kind& certificate_signing_request();
const Kind& cluster_role();
const Kind& cluster_role_binding();
const Kind& config_map();
const Kind& controller_revision();
const Kind& cron_job();
const Kind& custom_resource_definition();
const Kind& daemon_set();
const Kind& deployment();
const Kind& endpoint_slice();
const Kind& endpoints();
const Kind& event();
const Kind& horizontal_pod_autoscaler();
const Kind& ip_address();
const Kind& job();
const Kind& lease();
const Kind& limit_range();
const Kind& namespace_();  // NOLINT(readability-identifier-naming): a keyword otherwise
const Kind& node();
const Kind& node_metrics();
const Kind& persistent_volume();
const Kind& persistent_volume_claim();
const Kind& pod();
const Kind& pod_disruption_budget();
const Kind& pod_metrics();
const Kind& priority_class();
const Kind& replica_set();
const Kind& replication_controller();
const Kind& resource_quota();
const Kind& role();
const Kind& role_binding();
const Kind& runtime_class();
const Kind& secret();
const Kind& service();
const Kind& service_account();
const Kind& stateful_set();
const Kind& storage_class();
const Kind& subject_access_review();
const Kind& volume_attributes_class();
}  // namespace kinds

}  // namespace sluice::api
