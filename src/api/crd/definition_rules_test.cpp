// SPDX-License-Identifier: Apache-2.0
#include "api/crd/definition_rules.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"

namespace sluice::api {
namespace {

std::string fault(const json::Value& definition) {
  Faults faults;
  check_definition(definition, faults);
  const auto result = std::move(faults).result();
  return result ? "" : result.error().message;
}

TEST(DefinitionRules, AcceptAGoodOne) {
  EXPECT_EQ(fault(widget_definition()), "");
}

TEST(DefinitionRules, TheNameFollowsFromPluralAndGroup) {
  json::Value definition = widget_definition();
  definition["metadata"]["name"] = "other";
  EXPECT_EQ(fault(definition),
            R"(metadata.name: Invalid value: "other": must be spec.names.plural+"."+spec.group)");
}

TEST(DefinitionRules, OneVersionIsStored) {
  json::Value definition = widget_definition();
  definition["spec"]["versions"].array()[0]["storage"] = false;
  EXPECT_NE(fault(definition).find("must have exactly one version marked as storage version"),
            std::string::npos);
}

TEST(DefinitionRules, NamesHaveTheirForm) {
  json::Value definition = widget_definition();
  definition["spec"]["names"]["shortNames"] = parsed(R"(["Bad_Name"])");
  definition["spec"]["names"]["listKind"] = "Widget";
  const std::string faults = fault(definition);
  EXPECT_NE(faults.find("spec.names.shortNames[0]: Invalid value: \"Bad_Name\""),
            std::string::npos);
  EXPECT_NE(faults.find("kind and listKind may not be the same"), std::string::npos);
}

TEST(DefinitionRules, GroupAndScopeAreNeeded) {
  json::Value definition = widget_definition();
  definition["metadata"]["name"] = "widgets.example";
  definition["spec"]["group"] = "example";
  definition["spec"]["scope"] = "Global";
  const std::string faults = fault(definition);
  EXPECT_NE(faults.find("should be a domain with at least one dot"), std::string::npos);
  EXPECT_NE(
      faults.find(R"(spec.scope: Unsupported value: "Global": supported values: "Cluster", "Name)"),
      std::string::npos);
}

TEST(DefinitionRules, StoredVersionsStayKnown) {
  json::Value definition = widget_definition();
  definition["status"]["storedVersions"] = parsed(R"(["v0","v1"])");
  EXPECT_NE(fault(definition).find("status.storedVersions[0]: Invalid value: \"v0\": missing from"),
            std::string::npos);
}

TEST(DefinitionRules, CommunityGroupsNeedApproval) {
  json::Value definition = widget_definition();
  definition["metadata"]["name"] = "widgets.x.k8s.io";
  definition["spec"]["group"] = "x.k8s.io";
  EXPECT_NE(fault(definition).find("metadata.annotations[api-approved.kubernetes.io]: Required"),
            std::string::npos);
  definition["metadata"]["annotations"]["api-approved.kubernetes.io"] = "unapproved, a test";
  EXPECT_EQ(fault(definition), "");
}

TEST(DefinitionRules, TheFirstVersionIsCheckedInItsFormerPlaceToo) {
  json::Value definition = widget_definition();
  definition["spec"]["versions"].array()[0]["name"] = "1v";
  EXPECT_NE(fault(definition).find("spec.versions[0].name: Invalid value: \"1v\""),
            std::string::npos);
  EXPECT_NE(fault(definition).find("spec.version: Invalid value: \"1v\""), std::string::npos);
}

TEST(DefinitionRules, SomeFieldsNeverChange) {
  const json::Value old = established_definition();
  json::Value now = old;
  now["spec"]["scope"] = "Cluster";
  now["spec"]["names"]["kind"] = "Gadget";
  Faults faults;
  check_definition_update(now, old, faults);
  const auto result = std::move(faults).result();
  ASSERT_FALSE(result);
  EXPECT_NE(
      result.error().message.find(R"(spec.scope: Invalid value: "Cluster": field is immutable)"),
      std::string::npos);
  EXPECT_NE(result.error().message.find("spec.names.kind"), std::string::npos);
}

TEST(DefinitionRules, StoredSchemasKeepRulesThatCostTooMuch) {
  json::Value old = widget_definition();
  json::Value& spec =
      old["spec"]["versions"].array()[0]["schema"]["openAPIV3Schema"]["properties"]["spec"];
  std::string once = "self.labels[k] != 'a'";
  for (int i = 0; i < 6; ++i) {
    once += " && self.labels[k] != 'b'";
  }
  spec["x-kubernetes-validations"] =
      json::Array{json::Object{{"rule", "self.labels.all(k, " + once + ")"}}};
  EXPECT_NE(fault(old).find("estimated rule cost exceeds budget"), std::string::npos);
  Faults same;
  check_definition_update(old, old, same);
  EXPECT_TRUE(same.empty());
  json::Value now = old;
  now["spec"]["versions"].array()[0]["schema"]["openAPIV3Schema"]["description"] = "New.";
  Faults changed;
  check_definition_update(now, old, changed);
  EXPECT_FALSE(changed.empty());
}

}  // namespace
}  // namespace sluice::api
