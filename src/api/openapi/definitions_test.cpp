// SPDX-License-Identifier: Apache-2.0
#include "api/openapi/definitions.h"

#include <gtest/gtest.h>

#include "api/schema.h"
#include "json/text.h"

namespace sluice::api {
namespace {

TEST(Definitions, DescribeFieldsInTheDialectAskedFor) {
  const json::Value v2 = definitions(builtin_kinds(), OpenApi::kV2);
  const json::Value v3 = definitions(builtin_kinds(), OpenApi::kV3);
  const char* spec = "io.k8s.api.coordination.v1.Lease";
  EXPECT_EQ(json::write(v2.at(spec, "properties", "spec")),
            R"({"$ref":"#/definitions/io.k8s.api.coordination.v1.LeaseSpec"})");
  EXPECT_EQ(json::write(v3.at(spec, "properties", "spec")),
            R"({"allOf":[{"$ref":"#/components/schemas/io.k8s.api.coordination.v1.LeaseSpec"}]})");
  EXPECT_EQ(json::write(v2.at("io.k8s.api.core.v1.PodSpec", "properties", "nodeSelector")),
            R"({"type":"object","additionalProperties":{"type":"string"},)"
            R"("x-kubernetes-map-type":"atomic"})");
  EXPECT_EQ(v2.at("io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector", "x-kubernetes-map-type"),
            json::Value("atomic"));
}

TEST(Definitions, KindsAndTheirListsSayWhatTheyAre) {
  const json::Value all = definitions(builtin_kinds(), OpenApi::kV2);
  EXPECT_EQ(json::write(all.at("io.k8s.api.batch.v1.JobList", "x-kubernetes-group-version-kind")),
            R"([{"group":"batch","kind":"JobList","version":"v1"}])");
}

TEST(Definitions, CustomKindsMayNestListsAndKeepUnknownFields) {
  const Field item[] = {{.name = "", .type = FieldType::kInt64, .shape = Shape::kList}};
  const Schema row{.name = "row", .fields = item, .wraps = true};
  const Field fields[] = {
      {.name = "grid", .type = FieldType::kObject, .shape = Shape::kList, .schema = &row}};
  const Schema schema{.name = "com.example.v1.Grid", .fields = fields, .open = true};
  const Kind kind{.group = "example.com", .version = "v1", .kind = "Grid", .schema = &schema};
  const json::Value all = definitions({&kind, 1}, OpenApi::kV3);
  EXPECT_EQ(
      json::write(all.at("com.example.v1.Grid", "properties", "grid")),
      R"({"type":"array","items":{"type":"array","items":{"type":"integer","format":"int64"}}})");
  EXPECT_TRUE(all.at("com.example.v1.Grid", "x-kubernetes-preserve-unknown-fields").as_bool());
}

}  // namespace
}  // namespace sluice::api
