// SPDX-License-Identifier: Apache-2.0
#include "registry/patch_body.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

std::string refusal(std::string_view body, client::PatchType type = client::PatchType::kJson) {
  const auto checked = check_patch_body({type, json_of(body)});
  return checked ? "" : checked.error().message;
}

TEST(PatchBody, OfAJsonPatchIsAListOfOperations) {
  EXPECT_EQ(refusal("[]"), "");
  EXPECT_EQ(refusal("null"), "");
  EXPECT_EQ(refusal(R"([null,{"op":"add","path":null,"value":1}])"), "");
  EXPECT_EQ(refusal("{}"),
            "error decoding patch: json: cannot unmarshal object into Go value of type "
            "[]handlers.jsonPatchOp");
  EXPECT_EQ(refusal("[1]"),
            "error decoding patch: json: cannot unmarshal number into Go value of type "
            "handlers.jsonPatchOp");
  EXPECT_EQ(refusal(R"([{"path":1}])"),
            "error decoding patch: json: cannot unmarshal number into Go struct field "
            "jsonPatchOp.path of type string");
}

TEST(PatchBody, OfOthersIsAnObject) {
  EXPECT_EQ(refusal("{}", client::PatchType::kMerge), "");
  EXPECT_EQ(refusal("null", client::PatchType::kMerge), "Invalid JSON Patch");
  EXPECT_EQ(refusal("[]", client::PatchType::kStrategicMerge),
            "error decoding patch: json: cannot unmarshal array into Go value of type "
            "map[string]interface {}");
}

TEST(PatchBody, WhyAJsonPatchDoesNotFitIsNotTold) {
  EXPECT_EQ(json_patched(json::Value(), json_of(R"({"a":1})")).value(), json_of(R"({"a":1})"));
  const auto refused = json_patched(json_of(R"([{"op":"remove","path":"/b"}])"), json_of("{}"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "the server rejected our request due to an error in our request");
}

}  // namespace
}  // namespace sluice::registry
