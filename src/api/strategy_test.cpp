// SPDX-License-Identifier: Apache-2.0
#include "api/strategy.h"

#include <gtest/gtest.h>

#include "api/meta.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(Strategy, AGatedPodSaysThatItIsNotScheduled) {
  json::Value pod = parse(R"({"metadata":{"creationTimestamp":"2030-01-01T00:00:00Z"},
    "spec":{"containers":[],"schedulingGates":[{"name":"g"}]}})");
  prepare_create(kinds::pod(), pod);
  const json::Value* scheduled = condition(pod, "PodScheduled");
  ASSERT_NE(scheduled, nullptr);
  EXPECT_EQ(scheduled->at("status").as_string(), "False");
  EXPECT_EQ(scheduled->at("reason").as_string(), "SchedulingGated");
  EXPECT_EQ(scheduled->at("lastTransitionTime").as_string(), "2030-01-01T00:00:00Z");
}

TEST(Strategy, ANewPodIsPendingWhateverTheCallerSays) {
  json::Value pod = parse(R"({"metadata":{"name":"a"},"spec":{"containers":[{"name":"c"}]},
    "status":{"phase":"Succeeded","podIP":"1.2.3.4"}})");
  prepare_create(kinds::pod(), pod);
  EXPECT_EQ(json::write(pod.at("status")), R"({"phase":"Pending","qosClass":"BestEffort"})");
  EXPECT_EQ(pod.at("metadata", "generation").as_int(), 1);
}

TEST(Strategy, TheGenerationOfADriverBeginsWithItsFirstChange) {
  const Kind& driver = *find_kind("storage.k8s.io/v1", "CSIDriver");
  json::Value object = parse(R"({"metadata":{"name":"d"},"spec":{"podInfoOnMount":false}})");
  prepare_create(driver, object);
  EXPECT_EQ(object.find("metadata", "generation"), nullptr);
  json::Value labelled = object;
  labelled["metadata"]["labels"]["a"] = "b";
  prepare_update(driver, labelled, object);
  EXPECT_EQ(labelled.find("metadata", "generation"), nullptr);
  for (const int generation : {1, 2}) {
    json::Value changed = object;
    changed["spec"]["podInfoOnMount"] = generation == 1;
    prepare_update(driver, changed, object);
    EXPECT_EQ(changed.at("metadata", "generation").as_int(), generation);
    object = changed;
  }
}

TEST(Strategy, AGatedPodSaysWhyItWaits) {
  json::Value pod = parse(R"({"metadata":{"creationTimestamp":"2030-01-01T00:00:00Z"},
    "spec":{"schedulingGates":[{"name":"g"}]}})");
  prepare_create(kinds::pod(), pod);
  EXPECT_EQ(json::write(pod.at("status", "conditions")),
            R"([{"type":"PodScheduled","status":"False","lastProbeTime":null,)"
            R"("lastTransitionTime":"2030-01-01T00:00:00Z","reason":"SchedulingGated",)"
            R"("message":"Scheduling is blocked due to non-empty scheduling gates"}])");
}

TEST(Strategy, TheSourcesOfAClaimAgree) {
  const auto spec = [](const char* text) {
    json::Value claim = json::Object{{"metadata", json::Object{}}, {"spec", parse(text)}};
    prepare_create(kinds::persistent_volume_claim(), claim);
    return json::write(claim.at("spec"));
  };
  EXPECT_EQ(spec(R"({"dataSource":{"kind":"Pod","name":"p"}})"), "{}");
  EXPECT_EQ(spec(R"({"dataSource":{"kind":"PersistentVolumeClaim","name":"p"}})"),
            R"({"dataSource":{"kind":"PersistentVolumeClaim","name":"p"},)"
            R"("dataSourceRef":{"kind":"PersistentVolumeClaim","name":"p"}})");
  EXPECT_EQ(spec(R"({"dataSourceRef":{"apiGroup":"g","kind":"X","name":"p"}})"),
            R"({"dataSourceRef":{"apiGroup":"g","kind":"X","name":"p"},)"
            R"("dataSource":{"apiGroup":"g","kind":"X","name":"p"}})");
  EXPECT_EQ(spec(R"({"dataSourceRef":{"kind":"X","name":"p","namespace":"n"}})"),
            R"({"dataSourceRef":{"kind":"X","name":"p","namespace":"n"}})");
}

TEST(Strategy, NodesMayBringTheirStatus) {
  json::Value node = parse(R"({"metadata":{"name":"n"},"status":{"capacity":{"cpu":"1"}}})");
  prepare_create(kinds::node(), node);
  EXPECT_EQ(node.at("status", "capacity", "cpu").as_string(), "1");
}

TEST(Strategy, NamespacesGetLabelAndFinalizer) {
  json::Value ns = parse(R"({"metadata":{"name":"team"}})");
  prepare_create(kinds::namespace_(), ns);
  EXPECT_EQ(json::write(ns),
            R"({"metadata":{"name":"team","labels":)"
            R"({"kubernetes.io/metadata.name":"team"}},)"
            R"("status":{"phase":"Active"},"spec":{"finalizers":["kubernetes"]}})");
}

TEST(Strategy, AnUpdateKeepsStatusAndCountsSpecChanges) {
  const json::Value old = parse(R"({"metadata":{"name":"j","generation":3},"spec":{"parallelism":1},
    "status":{"active":1}})");
  json::Value same = parse(R"({"metadata":{"name":"j","generation":9,"labels":{"a":"b"}},
    "spec":{"parallelism":1},"status":{}})");
  prepare_update(kinds::job(), same, old);
  EXPECT_EQ(same.at("metadata", "generation").as_int(), 3);
  EXPECT_EQ(same.at("status", "active").as_int(), 1);
  json::Value changed = parse(R"({"metadata":{"name":"j"},"spec":{"parallelism":2}})");
  prepare_update(kinds::job(), changed, old);
  EXPECT_EQ(changed.at("metadata", "generation").as_int(), 4);
}

TEST(Strategy, StatusAndGenerationStartAsEachKindHasThem) {
  const auto created = [](const char* api_version, const char* kind) {
    json::Value object = parse(R"({"metadata":{"name":"a"},"status":{"mine":1}})");
    prepare_create(*find_kind(api_version, kind), object);
    return json::write(object);
  };
  EXPECT_EQ(created("apps/v1", "ReplicaSet"),
            R"({"metadata":{"name":"a","generation":1},"status":{"replicas":0}})");
  EXPECT_EQ(created("v1", "ResourceQuota"), R"({"metadata":{"name":"a"},"status":{}})");
  EXPECT_EQ(created("scheduling.k8s.io/v1", "PriorityClass"),
            R"({"metadata":{"name":"a","generation":1},"status":{"mine":1}})");
  EXPECT_EQ(created("v1", "PersistentVolume"),
            R"({"metadata":{"name":"a"},"status":{"phase":"Pending",)"
            R"("lastPhaseTransitionTime":null}})");
}

TEST(Strategy, GenerationCountsChangesOfKindsWithoutASpec) {
  const Kind& kind = *find_kind("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration");
  const json::Value old = parse(R"({"metadata":{"name":"a","generation":1},"webhooks":[]})");
  json::Value changed = parse(R"({"metadata":{"name":"a"},"webhooks":[{"name":"w"}]})");
  prepare_update(kind, changed, old);
  EXPECT_EQ(changed.at("metadata", "generation").as_int(), 2);
}

TEST(Strategy, AStatusUpdateChangesNothingElseButLabelsAndAnnotations) {
  const json::Value old = parse(R"({"metadata":{"name":"p","uid":"u","finalizers":["f"]},
    "spec":{"nodeName":"n"},"status":{"phase":"Pending","qosClass":"Burstable"}})");
  json::Value update = parse(R"({"metadata":{"name":"p","annotations":{"a":"b"}},
    "spec":{"nodeName":"other"},"status":{"phase":"Running"}})");
  prepare_status_update(kinds::pod(), update, old);
  EXPECT_EQ(update, parse(R"({"metadata":{"name":"p","uid":"u","finalizers":["f"],
    "annotations":{"a":"b"}},"spec":{"nodeName":"n"},
    "status":{"phase":"Running","qosClass":"Burstable"}})"));
}

}  // namespace
}  // namespace sluice::api
