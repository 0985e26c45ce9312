// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/operation.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

const OperationFacts kUpdate{.action = "put",
                             .id_prefix = "replace",
                             .id_suffix = "Status",
                             .kind = "Lease",
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
            R"({"200":{"description":"OK","schema":{"$ref":"#/definitions/x.Lease"}}})");
}

TEST(Operation, PathsNameTheirParts) {
  EXPECT_EQ(path_parameters(OpenApi::kV3, true, true).as_array().size(), 3U);
  EXPECT_EQ(json::write(path_parameters(OpenApi::kV2, false, false)),
            R"([{"in":"query","name":"pretty","type":"string","uniqueItems":true}])");
}

}  // namespace
}  // namespace sluice::api
