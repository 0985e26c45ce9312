// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/operation.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

const OperationFacts kUpdate{.action = "put",
                             .id_prefix = "replace",
                             .id_suffix = "Status",
                             .parameters = ParameterSet::kWrite,
                             .body = "x.Lease",
                             .answer = "x.Lease"};

TEST(Operation, CarriesBodiesAsTheDialectWants) {
  const json::Value v3 = describe_operation(kinds::lease(), OpenApi::kV3, kUpdate);
  EXPECT_EQ(v3.at("operationId").as_string(), "replaceCoordinationV1NamespacedLeaseStatus");
  EXPECT_EQ(json::write(v3.at("requestBody")),
            R"({"content":{"*/*":{"schema":{"$ref":"#/components/schemas/x.Lease"}}},)"
            R"("required":true})");
  const json::Value v2 = describe_operation(kinds::lease(), OpenApi::kV2, kUpdate);
  EXPECT_EQ(json::write(v2.at("parameters").as_array().back()),
            R"({"in":"body","name":"body","schema":{"$ref":"#/definitions/x.Lease"},)"
            R"("required":true})");
  EXPECT_EQ(json::write(v2.at("responses")),
            R"({"200":{"description":"OK","schema":{"$ref":"#/definitions/x.Lease"}},)"
            R"("201":{"description":"Created","schema":{"$ref":"#/definitions/x.Lease"}},)"
            R"("401":{"description":"Unauthorized"}})");
}

TEST(Operation, NamesTheWholeGroupButNotTheOneOfAll) {
  const json::Value update = describe_operation(kinds::cluster_role(), OpenApi::kV2, kUpdate);
  EXPECT_EQ(update.at("operationId").as_string(), "replaceRbacAuthorizationV1ClusterRoleStatus");
  EXPECT_EQ(json::write(update.at("tags")), R"(["rbacAuthorization_v1"])");
}

TEST(Operation, TextHasNoDefinition) {
  const OperationFacts exec{.action = "connect",
                            .id_prefix = "connect",
                            .id_infix = "Get",
                            .id_suffix = "Exec",
                            .version = "v1",
                            .kind = "PodExecOptions"};
  const json::Value v3 = describe_operation(kinds::pod(), OpenApi::kV3, exec);
  EXPECT_EQ(v3.at("operationId").as_string(), "connectCoreV1GetNamespacedPodExec");
  EXPECT_EQ(json::write(v3.at("responses", "200", "content")),
            R"({"*/*":{"schema":{"type":"string"}}})");
  EXPECT_EQ(json::write(v3.at("x-kubernetes-group-version-kind")),
            R"({"group":"","kind":"PodExecOptions","version":"v1"})");
}

TEST(Operation, PathsNameTheirParts) {
  EXPECT_EQ(
      path_parameters(OpenApi::kV3, {.named = true, .namespaced = true}).as_array().size(), 3U);
  EXPECT_EQ(json::write(path_parameters(OpenApi::kV2, {.connects = ParameterSet::kPortForward})),
            R"([{"in":"query","name":"ports","type":"integer","uniqueItems":true}])");
  EXPECT_EQ(json::write(path_parameters(OpenApi::kV2, {})),
            R"([{"in":"query","name":"pretty","type":"string","uniqueItems":true}])");
}

}  // namespace
}  // namespace sluice::api
