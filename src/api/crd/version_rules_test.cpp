// SPDX-License-Identifier: Apache-2.0
#include "api/crd/version_rules.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"

namespace sluice::api {
namespace {

std::string fault(const json::Value& definition) {
  Faults faults;
  const FieldPath root;
  check_version_contents(definition.at("spec"), nullptr, root.child("spec"), faults);
  const auto result = std::move(faults).result();
  return result ? "" : result.error().message;
}

json::Value& version_of(json::Value& definition) {
  return definition["spec"]["versions"].array()[0];
}

TEST(VersionRules, ColumnsNeedAPathAndAKnownType) {
  json::Value definition = widget_definition();
  version_of(definition)["additionalPrinterColumns"] =
      parsed(R"([{"name":"A","type":"color","jsonPath":"spec.a"},{"name":"B","type":"string"}])");
  const std::string faults = fault(definition);
  EXPECT_NE(faults.find("spec.additionalPrinterColumns[0].type: Invalid value: \"color\": must be "
                        "one of boolean,date,integer,number,string"),
            std::string::npos);
  EXPECT_NE(faults.find("must be a simple json path starting with ."), std::string::npos);
  EXPECT_NE(faults.find("spec.additionalPrinterColumns[1].JSONPath: Required value"),
            std::string::npos);
}

TEST(VersionRules, ScalePathsPointBelowSpecAndStatus) {
  json::Value definition = widget_definition();
  version_of(definition)["subresources"]["scale"] =
      parsed(R"({"specReplicasPath":".status.n","statusReplicasPath":""})");
  const std::string faults = fault(definition);
  EXPECT_NE(faults.find("spec.subresources.scale.specReplicasPath: Invalid value: \".status.n\": "
                        "should be a json path under .spec"),
            std::string::npos);
  EXPECT_NE(faults.find("spec.subresources.scale.statusReplicasPath: Required value"),
            std::string::npos);
}

TEST(VersionRules, SelectableFieldsAreScalarsOfTheSchema) {
  json::Value definition = widget_definition();
  version_of(definition)["selectableFields"] =
      parsed(R"([{"jsonPath":".spec.ports"},{"jsonPath":".spec.nothing"},
                 {"jsonPath":".metadata.name"}])");
  const std::string faults = fault(definition);
  EXPECT_NE(faults.find("must point to a field of type string, boolean or integer"),
            std::string::npos);
  EXPECT_NE(faults.find("is an invalid path"), std::string::npos);
  EXPECT_NE(faults.find("must not point to fields in metadata"), std::string::npos);
}

TEST(VersionRules, VersionsThatDifferAreReportedByThemselves) {
  json::Value definition = widget_definition();
  json::Value second = version_of(definition);
  second["name"] = "v2";
  second["schema"] = parsed(R"({"openAPIV3Schema":{"type":"string"}})");
  definition["spec"]["versions"].array().push_back(second);
  EXPECT_NE(fault(definition)
                .find("spec.versions[1].schema.openAPIV3Schema.type: Invalid value: "
                      "\"string\": must be object at the root"),
            std::string::npos);
}

TEST(VersionRules, WarningsAreForDeprecatedVersions) {
  Faults faults;
  const FieldPath root;
  check_deprecation(parsed(R"({"deprecationWarning":"old"})"), root, faults);
  EXPECT_FALSE(faults.empty());
}

}  // namespace
}  // namespace sluice::api
