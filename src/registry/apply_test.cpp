// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class Apply : public ::testing::Test {
 protected:
  Result<Written> apply(const std::string& manager, const std::string& rest, bool force = false) {
    return apply_as({.field_manager = manager}, rest, force);
  }
  Result<Written> apply_as(const WriteOptions& options, const std::string& rest,
                           bool force = false) {
    cluster_.clock.advance(std::chrono::seconds(1));
    return cluster_.registry.patch(
        api::kinds::config_map(),
        {.key = {"default", "c"},
         .patch = {client::PatchType::kApply,
                   json_of(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},)" +
                           rest + "}"),
                   force},
         .options = options});
  }
  // Of a pod's status, by this manager.
  Result<Written> apply_status(const std::string& manager, const std::string& rest) {
    return cluster_.registry.patch(
        api::kinds::pod(),
        {.key = {"default", "p"},
         .patch = {client::PatchType::kApply, json_of(R"({"apiVersion":"v1","kind":"Pod",)"
                                                      R"("metadata":{"name":"p"},)" +
                                                      rest + "}")},
         .subresource = "status",
         .options = {.field_manager = manager}});
  }
  Result<Written> merge(const std::string& manager, const std::string& patch) {
    cluster_.clock.advance(std::chrono::seconds(1));
    return cluster_.registry.patch(api::kinds::config_map(),
                                   {.key = {"default", "c"},
                                    .patch = {client::PatchType::kMerge, json_of(patch)},
                                    .options = {.field_manager = manager}});
  }
  json::Value object() { return cluster_.get(api::kinds::config_map(), "c"); }
  std::string owners(const json::Value& object) {
    std::string text;
    for (const json::Value& entry : object.at("metadata", "managedFields").as_array()) {
      text += entry.at("manager").as_string() + "/" + entry.at("operation").as_string() +
              entry.at("subresource").as_string() + " ";
    }
    return text;
  }

  TestCluster cluster_;
};

TEST_F(Apply, CreatesWhatIsMissing) {
  const auto written = apply("a", R"("data":{"x":"1"})");
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_TRUE(written->created);
  EXPECT_FALSE(api::uid(object()).empty());
  EXPECT_EQ(owners(object()), "a/Apply ");
}

TEST_F(Apply, CreatingMayBeRefusedApart) {
  const WriteOptions options{
      .field_manager = "m",
      .may_create = [] { return Result<void>(fail(Code::kForbidden, "no")); }};
  EXPECT_EQ(apply_as(options, R"("data":{"bad key":"v"})").error().code, Code::kInvalid)
      << "what could not be created anyway";
  EXPECT_EQ(apply_as(options, R"("data":{"k":"v"})").error().code, Code::kForbidden);
  EXPECT_FALSE(cluster_.exists(api::kinds::config_map(), "c"));
  cluster_.create_config_map("c");
  EXPECT_TRUE(apply_as(options, R"("data":{"k":"v"})").has_value());
}

TEST_F(Apply, ChangesWhatIsThere) {
  ASSERT_TRUE(apply("a", R"("data":{"x":"1","y":"1"})").has_value());
  const auto written = apply("a", R"("data":{"x":"2"})");
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_FALSE(written->created);
  EXPECT_EQ(json::write(object().at("data")), R"({"x":"2"})");
}

TEST_F(Apply, TheSameAgainIsNoWrite) {
  ASSERT_TRUE(apply("a", R"("data":{"x":"1"})").has_value());
  const std::string before = api::resource_version(object());
  ASSERT_TRUE(apply("a", R"("data":{"x":"1"})").has_value());
  EXPECT_EQ(api::resource_version(object()), before);
}

TEST_F(Apply, ConflictsNameFieldAndManager) {
  ASSERT_TRUE(apply("a", R"("data":{"x":"1"})").has_value());
  ASSERT_TRUE(merge("m", R"({"data":{"x":"2"}})").has_value());
  const auto refused = apply("a", R"("data":{"x":"1"})");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kConflict);
  EXPECT_EQ(refused.error().message,
            R"(Apply failed with 1 conflict: conflict with "m" using v1: .data.x)");
  ASSERT_TRUE(apply("a", R"("data":{"x":"1"})", true).has_value());
  EXPECT_EQ(owners(object()), "a/Apply ");
}

TEST_F(Apply, DryRunWritesNothing) {
  const auto created = apply_as({.dry_run = true, .field_manager = "a"}, R"("data":{"x":"1"})");
  ASSERT_TRUE(created.has_value());
  EXPECT_FALSE(cluster_.exists(api::kinds::config_map(), "c"));
}

TEST_F(Apply, ANameMustBeGivenAndAgree) {
  const auto patch = [&](const char* body) {
    const auto refused = cluster_.registry.patch(
        api::kinds::config_map(), {.key = {"default", "c"},
                                   .patch = {client::PatchType::kApply, json_of(body)},
                                   .options = {.field_manager = "a"}});
    return refused.has_value() ? "" : refused.error().message;
  };
  EXPECT_EQ(patch(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"generateName":"c-"}})"),
            "the name of the object (c based on URL) was undeterminable: name must be provided");
  EXPECT_EQ(patch(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"d"}})"),
            "the name of the object (d) does not match the name on the URL (c)");
  EXPECT_EQ(patch(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","uid":"u"}})"),
            "Operation cannot be fulfilled on configmaps \"c\": uid mismatch: the provided object "
            "specified uid u, and no existing object was found");
  EXPECT_EQ(patch("[]"),
            "error decoding patch: json: cannot unmarshal array into Go value of type "
            "map[string]interface {}");
}

TEST_F(Apply, StaleVersionsAreConflicts) {
  ASSERT_TRUE(apply("a", R"("data":{"x":"1"})").has_value());
  const auto refused = cluster_.registry.patch(
      api::kinds::config_map(),
      {.key = {"default", "c"},
       .patch = {client::PatchType::kApply,
                 json_of(R"({"apiVersion":"v1","kind":"ConfigMap",)"
                         R"("metadata":{"name":"c","resourceVersion":"1"},"data":{"x":"2"}})")},
       .options = {.field_manager = "a"}});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kConflict);
}

TEST_F(Apply, RepeatedKeysAreReportedAsAsked) {
  const std::vector<std::string> lines{R"(line 3: key "x" already set in map)"};
  const auto warned = apply_as({.duplicate_fields = lines, .field_manager = "a"}, R"("data":{})");
  ASSERT_TRUE(warned.has_value());
  ASSERT_EQ(warned->warnings.size(), 1U);
  EXPECT_EQ(warned->warnings.front(),
            "error converting YAML to JSON: yaml: unmarshal errors:\n  line 3: key \"x\" already "
            "set in map");
  const auto refused = apply_as({.field_validation = FieldValidation::kStrict,
                                 .duplicate_fields = lines,
                                 .field_manager = "a"},
                                R"("data":{"x":"1"})");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kBadRequest);
  EXPECT_EQ(object().find("data"), nullptr) << "nothing was written";
}

TEST_F(Apply, UnknownFieldsAreNeverTaken) {
  const auto refused = apply("a", R"("unknown":1)");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message,
            "failed to create typed patch object (/c; /v1, Kind=ConfigMap): .unknown: field not "
            "declared in schema");
}

TEST_F(Apply, StatusIsAppliedApart) {
  cluster_.create_pod("p");
  const auto written = apply_status("kubelet", R"("status":{"phase":"Running"})");
  ASSERT_TRUE(written.has_value()) << written.error().message;
  const json::Value pod = cluster_.get(api::kinds::pod(), "p");
  EXPECT_EQ(pod.at("status", "phase").as_string(), "Running");
  EXPECT_EQ(owners(pod), "kubelet/Applystatus unknown/Update ");
}

TEST_F(Apply, StatusOfWhatIsMissingIsNotFound) {
  const auto refused = apply_status("a", R"("status":{})");
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kNotFound);
}

TEST_F(Apply, DefaultsAreNotLostWhenApplyingAgain) {
  const auto apply_pod = [&](const char* image) {
    return cluster_.registry.patch(
        api::kinds::pod(),
        {.key = {"default", "p"},
         .patch = {client::PatchType::kApply,
                   json_of(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},)"
                           R"("spec":{"containers":[{"name":"c","image":")" +
                           std::string(image) + R"("}]}})")},
         .options = {.field_manager = "a"}});
  };
  ASSERT_TRUE(apply_pod("one").has_value());
  const json::Value before = cluster_.get(api::kinds::pod(), "p");
  const auto again = apply_pod("two");
  ASSERT_TRUE(again.has_value()) << again.error().message;
  json::Value after = cluster_.get(api::kinds::pod(), "p");
  EXPECT_EQ(after.at("spec", "restartPolicy").as_string(), "Always");
  after["spec"]["containers"] = before.at("spec", "containers");
  EXPECT_EQ(after.at("spec"), before.at("spec"));
}

TEST_F(Apply, WritersOfAnyKindAreTracked) {
  ASSERT_TRUE(apply("a", R"("data":{"x":"1"})").has_value());
  ASSERT_TRUE(merge("m", R"({"data":{"y":"1"}})").has_value());
  json::Value next = object();
  next["data"]["z"] = "1";
  ASSERT_TRUE(
      cluster_.registry
          .update(api::kinds::config_map(),
                  {.key = {"default", "c"}, .object = next, .options = {.field_manager = "u"}})
          .has_value());
  EXPECT_EQ(owners(object()), "a/Apply m/Update u/Update ");
}

// What a Kubernetes cluster notes of `kubectl run nginx`, and of its kubelet.
TEST_F(Apply, PodsHaveTheManagersTheyHaveInKubernetes) {
  cluster_.create(api::kinds::pod(),
                  R"({"metadata":{"name":"nginx","labels":{"run":"nginx"}},)"
                  R"("spec":{"containers":[{"name":"nginx","image":"nginx"}]}})");
  cluster_.bind("nginx");
  json::Value pod = cluster_.get(api::kinds::pod(), "nginx");
  pod["status"]["phase"] = "Running";
  pod["status"]["podIPs"] = json_of(R"([{"ip":"10.0.0.5"}])");
  pod["status"]["conditions"].array().push_back(
      json_of(R"({"type":"Ready","status":"True","lastProbeTime":null,)"
              R"("lastTransitionTime":"2030-01-01T00:00:00Z"})"));
  ASSERT_TRUE(cluster_.registry
                  .update(api::kinds::pod(), {.key = {"default", "nginx"},
                                              .object = pod,
                                              .subresource = "status",
                                              .options = {.field_manager = "kubelet"}})
                  .has_value());
  const json::Value after = cluster_.get(api::kinds::pod(), "nginx");
  const json::Array& managers = after.at("metadata", "managedFields").as_array();
  ASSERT_EQ(managers.size(), 2U);
  EXPECT_EQ(managers[1].at("fieldsV1"),
            json_of(R"({"f:metadata":{"f:labels":{".":{},"f:run":{}}},"f:spec":{"f:containers":{)"
                    R"("k:{\"name\":\"nginx\"}":{".":{},"f:image":{},"f:imagePullPolicy":{},)"
                    R"("f:name":{},"f:resources":{},"f:terminationMessagePath":{},)"
                    R"("f:terminationMessagePolicy":{}}},"f:dnsPolicy":{},)"
                    R"("f:enableServiceLinks":{},"f:restartPolicy":{},"f:schedulerName":{},)"
                    R"("f:securityContext":{},"f:terminationGracePeriodSeconds":{}}})"));
  EXPECT_EQ(
      managers[0].at("fieldsV1"),
      json_of(
          R"({"f:status":{"f:conditions":{"k:{\"type\":\"Ready\"}":{".":{},)"
          R"("f:lastProbeTime":{},"f:lastTransitionTime":{},"f:status":{},"f:type":{}}},"f:phase":{},)"
          R"("f:podIPs":{".":{},"k:{\"ip\":\"10.0.0.5\"}":{".":{},"f:ip":{}}}}})"));
}

TEST_F(Apply, UpdatesWithoutChangeKeepTimesAndVersion) {
  ASSERT_TRUE(merge("m", "{}").error().code == Code::kNotFound);
  cluster_.create(api::kinds::config_map(), R"({"metadata":{"name":"c"},"data":{"x":"1"}})");
  ASSERT_TRUE(merge("m", R"({"data":{"y":"1"}})").has_value());
  const json::Value before = object();
  EXPECT_EQ(owners(before), "unknown/Update m/Update ");
  ASSERT_TRUE(merge("m", R"({"data":{"y":"1"}})").has_value());
  EXPECT_EQ(object(), before);
}

TEST_F(Apply, ClientsClearTheManagersInManyWays) {
  for (const char* patch :
       {R"({"metadata":{"managedFields":[]}})", R"({"metadata":{"managedFields":[{}]}})"}) {
    ASSERT_TRUE(apply("a", R"("data":{"x":"1"})", true).has_value());
    ASSERT_NE(owners(object()), "");
    ASSERT_TRUE(merge("m", patch).has_value());
    EXPECT_EQ(owners(object()), "") << patch;
  }
  ASSERT_TRUE(apply("b", R"("data":{"y":"1"})").has_value());
  EXPECT_EQ(owners(object()), "b/Apply before-first-apply/Update ");
}

TEST_F(Apply, ClientsRenameManagersByPatch) {
  ASSERT_TRUE(cluster_.registry
                  .create(api::kinds::config_map(), "default",
                          json_of(R"({"metadata":{"name":"c"},"data":{"x":"1"}})"),
                          {.field_manager = "kubectl-client-side-apply"})
                  .has_value());
  json::Value list = object().at("metadata", "managedFields");
  for (json::Value& entry : list.array()) {
    entry["manager"] = "kubectl";
    entry["operation"] = "Apply";
  }
  const json::Value operations = json::Array{
      json::Object{{"op", "replace"}, {"path", "/metadata/managedFields"}, {"value", list}},
      json::Object{{"op", "replace"},
                   {"path", "/metadata/resourceVersion"},
                   {"value", api::resource_version(object())}}};
  const auto written = cluster_.registry.patch(api::kinds::config_map(),
                                               {.key = {"default", "c"},
                                                .patch = {client::PatchType::kJson, operations},
                                                .options = {.field_manager = "kubectl-migrate"}});
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_EQ(owners(object()), "kubectl/Apply ");
  ASSERT_TRUE(apply("kubectl", R"("data":{})").has_value());
  EXPECT_EQ(object().find("data"), nullptr) << "what client-side apply set is removed";
}

TEST_F(Apply, EmptyMapsAppliedAgainAreNoWrite) {
  const std::string config = R"("metadata":{"name":"c","annotations":{}},"data":{"x":"1"})";
  ASSERT_TRUE(apply("a", R"("data":{"x":"1"})").has_value());
  const auto patch = [&] {
    cluster_.clock.advance(std::chrono::seconds(1));
    return cluster_.registry.patch(
        api::kinds::config_map(),
        {.key = {"default", "c"},
         .patch = {client::PatchType::kApply,
                   json_of(R"({"apiVersion":"v1","kind":"ConfigMap",)" + config + "}")},
         .options = {.field_manager = "a"}});
  };
  ASSERT_TRUE(patch().has_value());
  const std::string version = api::resource_version(object());
  ASSERT_TRUE(patch().has_value());
  EXPECT_EQ(api::resource_version(object()), version);
}

TEST_F(Apply, BadManagersInABodyDoNoHarm) {
  cluster_.create(api::kinds::config_map(),
                  R"({"metadata":{"name":"c","managedFields":[{"manager":"x","operation":"Apply",)"
                  R"("apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"bad":{}}}]},)"
                  R"("data":{"a":"b"}})");
  EXPECT_EQ(owners(object()), "unknown/Update ");
}

}  // namespace
}  // namespace sluice::registry
