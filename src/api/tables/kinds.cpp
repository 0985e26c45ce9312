// SPDX-License-Identifier: Apache-2.0
// Written by tools/apigen from the facts of a Kubernetes release; do not edit.
// clang-format off

#include "api/tables/kinds.h"

#include "api/columns.h"
#include "api/tables/schemas.h"

namespace sluice::api::tables {
namespace {

constexpr std::string_view kWords0[] = {"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"};
constexpr std::string_view kWords1[] = {"cm"};
constexpr std::string_view kWords2[] = {"ev"};
constexpr std::string_view kWords3[] = {"involvedObject.apiVersion", "involvedObject.fieldPath", "involvedObject.kind", "involvedObject.name", "involvedObject.namespace", "involvedObject.resourceVersion", "involvedObject.uid", "reason", "reportingComponent", "source", "type"};
constexpr std::string_view kWords4[] = {"get", "patch", "update"};
constexpr std::string_view kWords5[] = {"create", "delete", "get", "list", "patch", "update", "watch"};
constexpr std::string_view kWords6[] = {"ns"};
constexpr std::string_view kWords7[] = {"status"};
constexpr std::string_view kWords8[] = {"status.phase"};
constexpr std::string_view kWords9[] = {"no"};
constexpr std::string_view kWords10[] = {"spec.unschedulable"};
constexpr std::string_view kWords11[] = {"create"};
constexpr std::string_view kWords12[] = {"get"};
constexpr std::string_view kWords13[] = {"po"};
constexpr std::string_view kWords14[] = {"all"};
constexpr std::string_view kWords15[] = {"binding", "log", "status"};
constexpr std::string_view kWords16[] = {"spec.hostNetwork", "spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName", "status.nominatedNodeName", "status.phase", "status.podIP"};
constexpr std::string_view kWords17[] = {"type"};
constexpr std::string_view kWords18[] = {"svc"};
constexpr std::string_view kWords19[] = {"spec.clusterIP", "spec.type"};
constexpr std::string_view kWords20[] = {"sa"};
constexpr std::string_view kWords21[] = {"status.successful"};

constexpr Kind kKindTable[] = {
  {.group = "", .version = "v1", .kind = "ConfigMap", .plural = "configmaps", .singular = "configmap", .namespaced = true,
   .verbs = kWords0, .short_names = kWords1, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kConfigMap, .schema = &kCoreV1ConfigMap},
  {.group = "", .version = "v1", .kind = "Event", .plural = "events", .singular = "event", .namespaced = true,
   .create_on_update = true, .verbs = kWords0, .short_names = kWords2, .categories = {}, .subresources = {}, .field_selectors = kWords3, .columns = columns::kEvent, .schema = &kCoreV1Event},
  {.group = "", .version = "v1", .kind = "Namespace", .plural = "namespaces", .singular = "namespace", .namespaced = false,
   .has_status = true, .returns_deleted = true, .verbs = kWords5, .short_names = kWords6, .categories = {}, .subresources = kWords7, .field_selectors = kWords8, .columns = columns::kNamespace, .schema = &kCoreV1Namespace},
  {.group = "", .version = "v1", .kind = "Node", .plural = "nodes", .singular = "node", .namespaced = false,
   .has_status = true, .verbs = kWords0, .short_names = kWords9, .categories = {}, .subresources = kWords7, .field_selectors = kWords10, .columns = columns::kNode, .schema = &kCoreV1Node},
  {.group = "", .version = "v1", .kind = "Pod", .plural = "pods", .singular = "pod", .namespaced = true,
   .has_status = true, .graceful_delete = true, .returns_deleted = true, .verbs = kWords0, .short_names = kWords13, .categories = kWords14, .subresources = kWords15, .field_selectors = kWords16, .columns = columns::kPod, .schema = &kCoreV1Pod},
  {.group = "", .version = "v1", .kind = "Secret", .plural = "secrets", .singular = "secret", .namespaced = true,
   .verbs = kWords0, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = kWords17, .columns = columns::kSecret, .schema = &kCoreV1Secret},
  {.group = "", .version = "v1", .kind = "Service", .plural = "services", .singular = "service", .namespaced = true,
   .has_status = true, .create_on_update = true, .returns_deleted = true, .verbs = kWords0, .short_names = kWords18, .categories = kWords14, .subresources = kWords7, .field_selectors = kWords19, .columns = columns::kService, .schema = &kCoreV1Service},
  {.group = "", .version = "v1", .kind = "ServiceAccount", .plural = "serviceaccounts", .singular = "serviceaccount", .namespaced = true,
   .returns_deleted = true, .verbs = kWords0, .short_names = kWords20, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kServiceAccount, .schema = &kCoreV1ServiceAccount},
  {.group = "batch", .version = "v1", .kind = "Job", .plural = "jobs", .singular = "job", .namespaced = true,
   .has_status = true, .verbs = kWords0, .short_names = {}, .categories = kWords14, .subresources = kWords7, .field_selectors = kWords21, .columns = columns::kJob, .schema = &kBatchV1Job},
  {.group = "coordination.k8s.io", .version = "v1", .kind = "Lease", .plural = "leases", .singular = "lease", .namespaced = true,
   .create_on_update = true, .verbs = kWords0, .short_names = {}, .categories = {}, .subresources = {}, .field_selectors = {}, .columns = columns::kLease, .schema = &kCoordinationV1Lease},
};

constexpr Subresource kSubresourceTable[] = {
  {"", "namespaces", "status", "Namespace", "", "", kWords4},
  {"", "nodes", "status", "Node", "", "", kWords4},
  {"", "pods", "binding", "Binding", "", "", kWords11},
  {"", "pods", "log", "Pod", "", "", kWords12},
  {"", "pods", "status", "Pod", "", "", kWords4},
  {"", "services", "status", "Service", "", "", kWords4},
  {"batch", "jobs", "status", "Job", "", "", kWords4},
};

}  // namespace

constinit const std::span<const Kind> kKinds = kKindTable;
constinit const std::span<const Subresource> kSubresources = kSubresourceTable;

}  // namespace sluice::api::tables
