// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/schema.h"
#include "api/validate.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(CheckTypes, ReportsUnknownFieldsWithTheirPaths) {
  const auto unknown = check_types(kinds::pod(), parse(R"({"apiVersion":"v1","kind":"Pod","foo":1,
    "metadata":{"bar":2,"labels":{"any":"thing"}},
    "spec":{"containers":[{"name":"a","imagee":"x"},{"resources":{"limits":{"x":1},"no":{}}}]}})"));
  ASSERT_TRUE(unknown.has_value()) << unknown.error().message;
  EXPECT_EQ(*unknown, (std::vector<std::string>{"foo", "metadata.bar", "spec.containers[0].imagee",
                                                "spec.containers[1].resources.no"}));
}

TEST(CheckTypes, NamesTheFieldAndTheTypeItExpected) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"spec":{"containers":{}}})",
       "json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type "
       "[]v1.Container"},
      {R"({"spec":{"containers":[{"name":5}]}})",
       "json: cannot unmarshal number into Go struct field Container.spec.containers.name of type "
       "string"},
      {R"({"spec":{"containers":[{"ports":[{"containerPort":8.5}]}]}})",
       "json: cannot unmarshal number 8.5 into Go struct field "
       "ContainerPort.spec.containers.ports.containerPort of type int32"},
      {R"({"spec":{"containers":[{"ports":[{"containerPort":8.0}]}]}})",
       "json: cannot unmarshal number 8.0 into Go struct field "
       "ContainerPort.spec.containers.ports.containerPort of type int32"},
      {R"({"spec":"x"})",
       "json: cannot unmarshal string into Go struct field Pod.spec of type v1.PodSpec"},
      {R"({"metadata":{"labels":{"a":true}}})",
       "json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type "
       "string"},
      {R"({"metadata":{"labels":[]}})",
       "json: cannot unmarshal array into Go struct field ObjectMeta.metadata.labels of type "
       "map[string]string"},
  };
  for (const auto& [document, message] : cases) {
    const auto result = check_types(kinds::pod(), parse(document));
    ASSERT_FALSE(result.has_value()) << document;
    EXPECT_EQ(result.error().code, Code::kBadRequest);
    EXPECT_EQ(result.error().message,
              std::string("Pod in version \"v1\" cannot be handled as a Pod: ") + message);
  }
}

TEST(CheckTypes, NullMeansMissing) {
  EXPECT_TRUE(check_types(kinds::pod(), parse(R"({"metadata":{"creationTimestamp":null},
    "spec":{"containers":null}})"))
                  ->empty());
}

TEST(DropUnknownFields, RemovesExactlyWhatWasReported) {
  json::Value pod = parse(R"({"kind":"Pod","foo":1,"metadata":{"annotations":{"k":"v"}},
    "spec":{"containers":[{"name":"a","zzz":1}]}})");
  drop_unknown_fields(kinds::pod(), pod);
  EXPECT_EQ(json::write(pod), R"({"kind":"Pod","metadata":{"annotations":{"k":"v"}},)"
                              R"("spec":{"containers":[{"name":"a"}]}})");
}

TEST(CheckTypes, NamesNoMoreUnknownFieldsThanAnybodyReads) {
  json::Value pod = parse(R"({"kind":"Pod"})");
  for (int i = 0; i < 1000; ++i) {
    pod["spec"]["x" + std::to_string(i)] = i;
  }
  EXPECT_EQ(check_types(kinds::pod(), pod)->size(), 100U);
}

// A custom resource's schema is built at run time from the same structures.
TEST(CheckTypes, WorksOnSchemasBuiltAtRunTime) {
  const Field item[] = {{.name = "", .type = FieldType::kString, .shape = Shape::kList}};
  const Schema row{.name = "row", .fields = item, .wraps = true};
  const Field fields[] = {
      {.name = "grid", .type = FieldType::kObject, .shape = Shape::kList, .schema = &row}};
  const Schema schema{.name = "custom", .fields = fields};
  const Kind kind{.version = "v1", .kind = "Custom", .schema = &schema};
  EXPECT_TRUE(check_types(kind, parse(R"({"grid":[["a"],["b","c"]]})")).has_value());
  const auto bad = check_types(kind, parse(R"({"grid":[["a"],["b",1]]})"));
  ASSERT_FALSE(bad.has_value());
  EXPECT_NE(bad.error().message.find("cannot unmarshal number into Go struct field custom.grid"),
            std::string::npos)
      << bad.error().message;
}

}  // namespace
}  // namespace sluice::api
