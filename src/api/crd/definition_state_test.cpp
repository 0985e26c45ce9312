// SPDX-License-Identifier: Apache-2.0
#include "api/crd/definition_state.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"
#include "api/meta.h"

namespace sluice::api {
namespace {

TEST(DefinitionState, ConversionIsNoneUnlessSaid) {
  json::Value definition = parsed(R"({"spec":{}})");
  default_definition(definition);
  EXPECT_EQ(definition.at("spec", "conversion", "strategy").as_string(), "None");
}

TEST(DefinitionState, StoredVersionsGrow) {
  json::Value definition = widget_definition();
  definition["spec"]["versions"].array()[0]["name"] = "v2";
  note_stored_version(definition);
  note_stored_version(definition);
  EXPECT_EQ(json::write(definition.at("status", "storedVersions")), R"(["v1","v2"])");
}

TEST(DefinitionState, FreeNamesAreAcceptedAndEstablished) {
  json::Value definition = widget_definition();
  const std::vector<json::Value> all = {definition};
  settle_names(definition, all, WallTime());
  EXPECT_TRUE(is_established(definition));
  EXPECT_EQ(definition.at("status", "acceptedNames"), definition.at("spec", "names"));
  EXPECT_EQ(condition(definition, "NamesAccepted")->at("reason").as_string(), "NoConflicts");
  const json::Value before = definition;
  settle_names(definition, all, WallTime());
  EXPECT_EQ(definition, before) << "settling again changes nothing";
}

TEST(DefinitionState, NamesOfOthersAreRefused) {
  json::Value definition = widget_definition();
  definition["metadata"]["name"] = "gadgets.example.com";
  definition["spec"]["names"] =
      parsed(R"({"plural":"gadgets","singular":"gadget","kind":"Widget","listKind":"GList"})");
  const std::vector<json::Value> all = {established_definition(), definition};
  settle_names(definition, all, WallTime());
  EXPECT_FALSE(is_established(definition));
  EXPECT_EQ(condition(definition, "NamesAccepted")->at("reason").as_string(), "KindConflict");
  EXPECT_EQ(condition(definition, "NamesAccepted")->at("message").as_string(),
            "\"Widget\" is already in use");
  EXPECT_EQ(condition(definition, "Established")->at("reason").as_string(), "NotAccepted");
}

TEST(DefinitionState, DeletionWaitsForTheCleanup) {
  json::Value definition = widget_definition();
  begin_cleanup(definition, WallTime());
  EXPECT_EQ(json::write(definition.at("metadata", "finalizers")),
            R"(["customresourcecleanup.apiextensions.k8s.io"])");
  EXPECT_EQ(condition(definition, "Terminating")->at("status").as_string(), "True");
  fail_cleanup(definition, "disk full", WallTime());
  EXPECT_EQ(condition(definition, "Terminating")->at("status").as_string(), "True");
  EXPECT_EQ(condition(definition, "Terminating")->at("reason").as_string(),
            "InstanceDeletionFailed");
  EXPECT_EQ(definition.at("metadata", "finalizers").as_array().size(), 1U);
  end_cleanup(definition, kInstancesRemoved, WallTime());
  EXPECT_TRUE(definition.at("metadata", "finalizers").as_array().empty());
  EXPECT_EQ(condition(definition, "Terminating")->at("status").as_string(), "False");
}

}  // namespace
}  // namespace sluice::api
