// SPDX-License-Identifier: Apache-2.0
#include "api/apply/applying.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"
#include "api/meta.h"
#include "base/timestamp.h"

namespace sluice::api {
namespace {

// One object that managers write by turns, a second apart.
class Story : public ::testing::Test {
 protected:
  FieldWriter writer(const std::string& manager) {
    return {kinds::config_map(), manager, "",
            parse_rfc3339("2030-01-01T00:00:0" + std::to_string(turn_++ % 10) + "Z").value()};
  }
  static json::Value config(std::string_view rest) {
    return document(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},)" +
                    std::string(rest) + "}");
  }
  // The error's message, or nothing.
  std::string apply(const std::string& manager, std::string_view rest, bool force = false) {
    auto next = apply_config(writer(manager), object_, config(rest), force);
    if (!next) {
      return next.error().message;
    }
    object_ = std::move(*next);
    object_["metadata"]["uid"] = "u";
    return "";
  }
  void update(const std::string& manager, std::string_view rest) {
    json::Value next = config(rest);
    next["metadata"]["uid"] = "u";
    track_update(writer(manager), object_, next);
    object_ = std::move(next);
  }
  std::string data() const { return json::write(object_.at("data")); }
  std::string owners() const {
    std::string text;
    for (const json::Value& entry : object_.at("metadata", "managedFields").as_array()) {
      text += entry.at("manager").as_string() + json::write(entry.at("fieldsV1", "f:data")) + " ";
    }
    return text;
  }

  json::Value object_ = json::Object();
  int turn_ = 0;
};

TEST_F(Story, ApplyingCreates) {
  EXPECT_EQ(apply("a", R"("data":{"x":"1"})"), "");
  EXPECT_EQ(data(), R"({"x":"1"})");
  EXPECT_EQ(owners(), R"(a{"f:x":{}} )");
}

TEST_F(Story, WhatIsNoLongerAppliedGoes) {
  apply("a", R"("data":{"x":"1","y":"1"})");
  EXPECT_EQ(apply("a", R"("data":{"x":"1"})"), "");
  EXPECT_EQ(data(), R"({"x":"1"})");
}

TEST_F(Story, WhatOthersOwnStays) {
  apply("a", R"("data":{"x":"1","y":"1"})");
  apply("b", R"("data":{"y":"1"})");
  EXPECT_EQ(apply("a", R"("data":{"x":"1"})"), "");
  EXPECT_EQ(data(), R"({"x":"1","y":"1"})");
  EXPECT_EQ(owners(), R"(b{"f:y":{}} a{"f:x":{}} )");
}

TEST_F(Story, WhatNobodyAppliedStays) {
  apply("a", R"("data":{"x":"1"})");
  update("u", R"("data":{"x":"1","z":"1"})");
  EXPECT_EQ(apply("a", R"("data":{"w":"1"})"), "");
  EXPECT_EQ(data(), R"({"z":"1","w":"1"})");
}

TEST_F(Story, OthersFieldsAreInConflict) {
  apply("a", R"("data":{"x":"1"})");
  update("u", R"("data":{"x":"2"})");
  EXPECT_EQ(apply("a", R"("data":{"x":"1"})"),
            R"(Apply failed with 1 conflict: conflict with "u" using v1: .data.x)");
  EXPECT_EQ(apply("b", R"("data":{"x":"3"})"),
            R"(Apply failed with 1 conflict: conflict with "u" using v1: .data.x)");
  EXPECT_EQ(data(), R"({"x":"2"})") << "nothing changed";
}

TEST_F(Story, ForceTakesThem) {
  apply("a", R"("data":{"x":"1"})");
  apply("b", R"("data":{"y":"1"})");
  EXPECT_EQ(apply("b", R"("data":{"x":"2","y":"1"})", true), "");
  EXPECT_EQ(data(), R"({"x":"2","y":"1"})");
  EXPECT_EQ(owners(), R"(b{"f:x":{},"f:y":{}} )");
}

TEST_F(Story, AgreeingSharesAField) {
  apply("a", R"("data":{"x":"1"})");
  EXPECT_EQ(apply("b", R"("data":{"x":"1"})"), "");
  EXPECT_EQ(owners(), R"(b{"f:x":{}} a{"f:x":{}} )") << "no time: b changed nothing";
  EXPECT_EQ(apply("a", R"("data":{})"), "");
  EXPECT_EQ(data(), R"({"x":"1"})");
}

TEST_F(Story, ApplyingTheSameAgainChangesNothing) {
  apply("a", R"("data":{"x":"1"})");
  const json::Value before = object_;
  EXPECT_EQ(apply("a", R"("data":{"x":"1"})"), "");
  EXPECT_EQ(object_, before);
}

TEST_F(Story, UntrackedObjectsHadAnOwnerBefore) {
  object_ = config(R"("data":{"x":"1"})");
  object_["metadata"]["uid"] = "u";
  EXPECT_EQ(
      apply("a", R"("data":{"x":"2"})"),
      R"(Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.x)");
  EXPECT_EQ(apply("a", R"("data":{"y":"1"})"), "");
  EXPECT_EQ(owners(), R"(a{"f:y":{}} before-first-apply{".":{},"f:x":{}} )");
}

TEST_F(Story, KubectlTakesOverFromClientSideApply) {
  const std::string note = "kubectl.kubernetes.io/last-applied-configuration";
  json::Value live = config(R"("data":{"x":"1","y":"1"})");
  live["metadata"]["annotations"][note] =
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"data":{"x":"1"}})";
  live["metadata"]["uid"] = "u";
  track_update(writer("kubectl-client-side-apply"), json::Object(), live);
  object_ = live;
  EXPECT_EQ(apply("other", R"("data":{"x":"2"})"),
            R"(Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: )"
            ".data.x");
  EXPECT_EQ(apply("kubectl", R"("data":{"y":"2"})"),
            R"(Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: )"
            ".data.y")
      << "not in the annotation";
  EXPECT_EQ(apply("kubectl", R"("data":{"x":"2"})"), "");
  EXPECT_EQ(data(), R"({"x":"2","y":"1"})");
  EXPECT_EQ(annotation(object_, note),
            "{\"apiVersion\":\"v1\",\"data\":{\"x\":\"2\"},\"kind\":\"ConfigMap\","
            "\"metadata\":{\"name\":\"c\"}}\n");
}

TEST_F(Story, DocumentsOfOtherTypesAreRefused) {
  auto refused = [&](const char* text) {
    const auto result = apply_config(writer("a"), object_, document(text), false);
    return result ? "" : result.error().message;
  };
  EXPECT_EQ(refused(R"({"apiVersion":"apps/v1","kind":"Deployment"})"),
            "invalid object type: apps/v1, Kind=Deployment");
  EXPECT_EQ(refused(R"({"apiVersion":"v1","kind":"Pod"})"), "invalid object type: /v1, Kind=Pod");
  EXPECT_EQ(refused(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"managedFields":[]}})"),
            "metadata.managedFields must be nil");
  EXPECT_EQ(refused(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c",)"
                    R"("namespace":"n"},"foo":1})"),
            "failed to create typed patch object (n/c; /v1, Kind=ConfigMap): .foo: field not "
            "declared in schema");
}

// The parts of pods that are lists.
std::string applied_pod(const json::Value& live, std::string_view spec, json::Value* into) {
  const FieldWriter writer{kinds::pod(), "a", "", parse_rfc3339("2030-01-01T00:00:00Z").value()};
  auto next = apply_config(
      writer, live,
      document(R"({"apiVersion":"v1","kind":"Pod","spec":)" + std::string(spec) + "}"), false);
  *into = next ? *next : json::Value();
  return next ? json::write(next->at("spec")) : next.error().message;
}

TEST(ApplyConfig, ItemsAndTheirPartsGoWhenNoLongerApplied) {
  json::Value pod;
  applied_pod(json::Object(),
              R"({"containers":[{"name":"a","image":"i","ports":[{"containerPort":80},)"
              R"({"containerPort":443}]},{"name":"b","image":"j"}]})",
              &pod);
  json::Value next;
  EXPECT_EQ(
      applied_pod(pod, R"({"containers":[{"name":"a","ports":[{"containerPort":443}]}]})", &next),
      R"({"containers":[{"name":"a","ports":[{"containerPort":443}]}]})");
}

TEST(ApplyConfig, DefaultsInsideOfAppliedItemsStay) {
  json::Value pod;
  applied_pod(json::Object(), R"({"containers":[{"name":"a","image":"i"}]})", &pod);
  pod["spec"]["containers"].array().front()["imagePullPolicy"] = "Always";
  json::Value next;
  EXPECT_EQ(applied_pod(pod, R"({"containers":[{"name":"a","image":"k"}]})", &next),
            R"({"containers":[{"name":"a","image":"k","imagePullPolicy":"Always"}]})");
}

TEST(ApplyConfig, ItemsGoWithWhatControllersAddedToThem) {
  json::Value pod;
  applied_pod(json::Object(), R"({"containers":[{"name":"a"},{"name":"b"}]})", &pod);
  pod["metadata"]["uid"] = "u";
  json::Value touched = pod;
  touched["spec"]["containers"].array()[1]["env"] = document(R"([{"name":"X","value":"1"}])");
  track_update({kinds::pod(), "controller", "", WallTime()}, pod, touched);
  json::Value next;
  EXPECT_EQ(applied_pod(touched, R"({"containers":[{"name":"a"}]})", &next),
            R"({"containers":[{"name":"a"}]})");
  EXPECT_EQ(next.at("metadata", "managedFields").as_array().size(), 1U)
      << "the controller owns nothing any more";
}

TEST(ApplyConfig, ControllersMayTakeAFieldOverBeforeItIsLetGo) {
  json::Value pod;
  applied_pod(json::Object(), R"({"containers":[{"name":"a","image":"i"}]})", &pod);
  pod["metadata"]["uid"] = "u";
  const FieldWriter controller{kinds::pod(), "controller", "", WallTime()};
  const auto shared = apply_config(
      controller, pod,
      document(
          R"({"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","image":"i"}]}})"),
      false);
  ASSERT_TRUE(shared.has_value()) << shared.error().message;
  json::Value next;
  EXPECT_EQ(applied_pod(*shared, R"({"containers":[{"name":"a"}]})", &next),
            R"({"containers":[{"name":"a","image":"i"}]})");
}

TEST(ApplyConfig, WhoAppliesNothingOwnsNothing) {
  json::Value pod;
  applied_pod(json::Object(), R"({})", &pod);
  EXPECT_EQ(pod.at("metadata", "managedFields").as_array().size(), 1U) << "an empty spec";
  const FieldWriter writer{kinds::pod(), "a", "", WallTime()};
  const auto named =
      apply_config(writer, json::Object(),
                   document(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"}})"), false);
  ASSERT_TRUE(named.has_value());
  EXPECT_EQ(named->find("metadata", "managedFields"), nullptr);
}

}  // namespace
}  // namespace sluice::api
