// SPDX-License-Identifier: Apache-2.0
// Every kind of the table goes through the verbs, so that a kind is served by being in the table.
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

// What a kind needs besides a name.
struct Minimal {
  std::string_view kind;
  std::string_view members;
  std::string_view name = "a";
};

constexpr std::string_view kTemplate =
    R"("selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
       "spec":{"containers":[{"name":"c","image":"i"}]}})";

constexpr Minimal kMinimal[] = {
    {"APIService",
     R"("spec":{"group":"g.example","version":"v1","groupPriorityMinimum":100,
        "versionPriority":10,"service":{"namespace":"default","name":"s","port":443}})",
     "v1.g.example"},
    {"CSIDriver", R"("spec":{})"},
    {"CSINode", R"("spec":{"drivers":[]})"},
    {"CSIStorageCapacity", R"("storageClassName":"s")"},
    {"CertificateSigningRequest",
     R"("spec":{"signerName":"example.com/s","usages":["client auth"],"request":"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlHaU1Fb0NBUUF3R0RFV01CUUdBMVVFQXd3TlkyeHBaVzUwTG1WNFlXMXdiR1V3S2pBRkJnTXJaWEFESVFDZgpIVzZCaGR2NElLaUoxZXhvNHRmeUVRNHFvK3NPc2NBM3dpcXpUSHNndzZBQU1BVUdBeXRsY0FOQkFCY2RvcU1WCjQyNlZhQW9MdlNzQVVrdGlyT0ZMbTdpR1RSbzVxOFpPaVVXbnhHV0lvdnlhVENwcWxYQkI3OVNqZk5XSVZFMkEKcnBvN0xpYVRGL01SVVFnPQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K"})"},
    {"ClusterRole", R"("rules":[])"},
    {"ClusterRoleBinding",
     R"("roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"r"})"},
    {"ControllerRevision", R"("revision":1,"data":{"a":1})"},
    {"CronJob", R"("spec":{"schedule":"* * * * *","jobTemplate":{"spec":{"template":{"spec":
        {"restartPolicy":"Never","containers":[{"name":"c","image":"i"}]}}}}})"},
    {"CustomResourceDefinition",
     R"("spec":{"group":"g.example","scope":"Namespaced","names":{"plural":"things",
        "singular":"thing","kind":"Thing","listKind":"ThingList"},"versions":[{"name":"v1",
        "served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]})",
     "things.g.example"},
    {"DaemonSet", ""},
    {"Deployment", ""},
    {"EndpointSlice", R"("addressType":"IPv4","endpoints":[{"addresses":["10.0.0.1"]}])"},
    {"Event", R"("involvedObject":{"kind":"Pod","namespace":"default","name":"p"})"},
    {"FlowSchema", R"("spec":{"priorityLevelConfiguration":{"name":"p"},"matchingPrecedence":10})"},
    {"HorizontalPodAutoscaler",
     R"("spec":{"maxReplicas":3,"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment",
        "name":"d"}})"},
    {"IPAddress",
     R"("spec":{"parentRef":{"resource":"services","namespace":"default","name":"s"}})",
     "10.0.0.1"},
    {"Ingress", R"("spec":{"defaultBackend":{"service":{"name":"s","port":{"number":80}}}})"},
    {"IngressClass", R"("spec":{"controller":"example.com/c"})"},
    {"Job", R"("spec":{"template":{"spec":{"restartPolicy":"Never",
        "containers":[{"name":"c","image":"i"}]}}})"},
    {"LimitRange", R"("spec":{"limits":[{"type":"Pod","max":{"cpu":"1"}}]})"},
    {"NetworkPolicy", R"("spec":{"podSelector":{}})"},
    {"PersistentVolume",
     R"("spec":{"capacity":{"storage":"1Gi"},"accessModes":["ReadWriteOnce"],
        "hostPath":{"path":"/tmp"}})"},
    {"PersistentVolumeClaim",
     R"("spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}})"},
    {"Pod", R"("spec":{"containers":[{"name":"c","image":"i"}]})"},
    {"PodDisruptionBudget", R"("spec":{"minAvailable":1,"selector":{"matchLabels":{"a":"b"}}})"},
    {"PodTemplate",
     R"("template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}})"},
    {"PriorityClass", R"("value":10)"},
    {"PriorityLevelConfiguration",
     R"("spec":{"type":"Limited","limited":{"limitResponse":{"type":"Reject"}}})"},
    {"ReplicaSet", ""},
    {"ReplicationController",
     R"("spec":{"selector":{"a":"b"},"template":{"metadata":{"labels":{"a":"b"}},
        "spec":{"containers":[{"name":"c","image":"i"}]}}})"},
    {"ResourceQuota", R"("spec":{"hard":{"pods":"3"}})"},
    {"ResourceSlice",
     R"("spec":{"driver":"d.example.com","nodeName":"n",
        "pool":{"name":"p","generation":1,"resourceSliceCount":1}})"},
    {"RoleBinding",
     R"("roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"r"})"},
    {"RuntimeClass", R"("handler":"h")"},
    {"Service", R"("spec":{"ports":[{"port":80}]})"},
    {"ServiceCIDR", R"("spec":{"cidrs":["10.0.0.0/24"]})"},
    {"StatefulSet", ""},
    {"StorageClass", R"("provisioner":"example.com/p")"},
    {"ValidatingAdmissionPolicy",
     R"("spec":{"matchConstraints":{"resourceRules":[{"apiGroups":[""],"apiVersions":["v1"],
        "operations":["CREATE"],"resources":["pods"]}]},"validations":[{"expression":"true"}]})"},
    {"ValidatingAdmissionPolicyBinding",
     R"("spec":{"policyName":"p","validationActions":["Deny"]})"},
    {"VolumeAttachment",
     R"("spec":{"attacher":"example.com","nodeName":"n","source":{"persistentVolumeName":"v"}})"},
    {"VolumeAttributesClass", R"("driverName":"example.com","parameters":{"a":"b"})"},
};

// The objects of events.k8s.io look different from those of the core group.
constexpr Minimal kNewEvent{
    "Event", R"("eventTime":"2030-01-01T00:00:00.000000Z","reportingController":"c.example/c",
       "reportingInstance":"i","action":"a","reason":"r","type":"Normal",
       "regarding":{"kind":"Pod","namespace":"default","name":"p"})"};

Minimal minimal(const api::Kind& kind) {
  if (kind.group == "events.k8s.io") {
    return kNewEvent;
  }
  for (const Minimal& known : kMinimal) {
    if (known.kind == kind.kind) {
      return known;
    }
  }
  return {kind.kind, ""};
}

std::string text(const api::Kind& kind, const Minimal& wanted) {
  const bool workload = kind.group == "apps" && kind.kind != "ControllerRevision";
  std::string members(wanted.members);
  if (workload) {
    members = R"("spec":{)" + std::string(kTemplate) + "}";
  }
  return R"({"metadata":{"name":")" + std::string(wanted.name) + R"("})" +
         (members.empty() ? "" : "," + members) + "}";
}

class EveryKind : public testing::TestWithParam<const api::Kind*> {};

TEST_P(EveryKind, IsCreatedReadListedPatchedAndRemoved) {
  const api::Kind& kind = *GetParam();
  TestCluster cluster;
  const Minimal wanted = minimal(kind);
  const std::string name(wanted.name);
  const std::string ns = kind.namespaced ? "default" : "";
  const auto before = cluster.registry.list(kind, {});
  ASSERT_TRUE(before.has_value());
  const json::Value created = cluster.create(kind, text(kind, wanted));
  EXPECT_EQ(created.at("apiVersion").as_string(), kind.api_version());
  EXPECT_EQ(created.at("kind").as_string(), kind.kind);
  json::Value stored = cluster.get(kind, name);
  if (&kind == &api::kinds::custom_resource_definition()) {
    stored["status"] = created.at("status");  // the server goes on to say what it makes of it
    stored["metadata"]["resourceVersion"] = created.at("metadata", "resourceVersion");
  }
  EXPECT_EQ(stored, created);
  EXPECT_EQ(cluster.registry.list(kind, {.ns = ns})->items.size(), before->items.size() + 1);

  PatchRequest request{.key = {ns, name},
                       .patch = {client::PatchType::kStrategicMerge,
                                 json_of(R"({"metadata":{"labels":{"a":"b"}}})")}};
  auto patched = cluster.registry.patch(kind, request);
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  EXPECT_EQ(patched->object.decode()->at("metadata", "labels", "a").as_string(), "b");
  UpdateRequest update{.key = {ns, name}, .object = patched->object.decode().value()};
  EXPECT_TRUE(cluster.registry.update(kind, update).has_value());
  request.subresource = "status";
  EXPECT_EQ(cluster.registry.patch(kind, request).has_value(), kind.has_status);
  EXPECT_TRUE(cluster.registry.remove(kind, {.key = {ns, name}}).has_value());
}

std::vector<const api::Kind*> stored_kinds() {
  std::vector<const api::Kind*> kinds;
  for (const api::Kind& kind : api::builtin_kinds()) {
    if (!kind.is_virtual) {
      kinds.push_back(&kind);
    }
  }
  return kinds;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryKind, testing::ValuesIn(stored_kinds()),
                         [](const testing::TestParamInfo<const api::Kind*>& each) {
                           std::string name;
                           for (const char c : each.param->api_version()) {
                             name += c == '.' || c == '/' ? '_' : c;
                           }
                           return name + "_" + std::string(each.param->kind);
                         });

}  // namespace
}  // namespace sluice::registry
