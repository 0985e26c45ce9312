// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/canonical.h"
#include "api/crd/custom_resource.h"
#include "api/crd/test_definition.h"
#include "api/defaults.h"
#include "api/selector.h"
#include "api/table.h"
#include "api/validate.h"

namespace sluice::api {
namespace {

KindPtr widget() {
  return custom_kinds(std::make_shared<const json::Value>(established_definition())).at(0);
}

TEST(CustomKind, SaysWhatTheDefinitionSays) {
  const KindPtr kind = widget();
  EXPECT_EQ(kind->api_version(), "example.com/v1");
  EXPECT_EQ(kind->qualified_resource(), "widgets.example.com");
  EXPECT_EQ(kind->list_kind(), "WidgetList");
  EXPECT_EQ(kind->schema->name, "com.example.v1.Widget");
  EXPECT_TRUE(kind->namespaced);
  EXPECT_TRUE(kind->has_status);
  EXPECT_EQ(kind->short_names.front(), "wd");
  EXPECT_EQ(kind->subresources.size(), 2U);
  EXPECT_EQ(kind->scale->spec_replicas, "spec.replicas");
  EXPECT_EQ(kind->custom->storage_version, "v1");
}

TEST(CustomKind, OnlyServedVersionsAreKinds) {
  json::Value definition = established_definition();
  json::Value second = definition["spec"]["versions"].array()[0];
  second["name"] = "v2";
  second["storage"] = false;
  second["served"] = false;
  definition["spec"]["versions"].array().push_back(second);
  EXPECT_EQ(custom_kinds(std::make_shared<const json::Value>(definition)).size(), 1U);
}

TEST(CustomKind, ADeprecatedVersionNamesTheBestOneInstead) {
  json::Value definition = established_definition();
  json::Array& versions = definition["spec"]["versions"].array();
  const auto warning = [&] {
    return custom_kinds(std::make_shared<const json::Value>(definition)).at(0)->custom->deprecation;
  };
  const auto add = [&](const char* name, bool served, bool deprecated) {
    json::Value version = versions[0];
    version["name"] = name;
    version["storage"] = false;
    version["served"] = served;
    version["deprecated"] = deprecated;
    versions.push_back(version);
  };
  EXPECT_EQ(warning(), "");
  versions[0]["deprecated"] = true;
  add("v1beta1", true, false);
  EXPECT_EQ(warning(), "example.com/v1 Widget is deprecated");  // the other one is no better
  add("v4", false, false);
  add("v3", true, true);
  EXPECT_EQ(warning(), "example.com/v1 Widget is deprecated");
  add("v2", true, false);
  add("v5", true, false);
  add("v2beta1", true, false);
  EXPECT_EQ(warning(), "example.com/v1 Widget is deprecated; use example.com/v5 Widget");
  versions[0]["deprecationWarning"] = "go away";
  EXPECT_EQ(warning(), "go away");
}

TEST(CustomKind, TheEnginesOfBuiltInKindsWorkOnIt) {
  const KindPtr kind = widget();
  json::Value object = parsed(
      R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w","x":1},
          "spec":{"color":"red","typo":1,"free":{"any":{"thing":[]}},"labels":{"a":"b"},
                  "ports":[{"port":1,"more":2}]}})");
  const auto unknown = check_types(*kind, object);
  ASSERT_TRUE(unknown) << unknown.error().message;
  EXPECT_EQ(*unknown, (std::vector<std::string>{"metadata.x", "spec.typo", "spec.ports[0].more"}));
  drop_unknown_fields(*kind, object);
  canonicalise(*kind, object);
  apply_defaults(*kind, object);
  EXPECT_EQ(json::write(object.at("spec")),
            R"({"color":"red","free":{"any":{"thing":[]}},"labels":{"a":"b"},)"
            R"("ports":[{"port":1,"protocol":"TCP"}],"replicas":1})");
}

TEST(CustomKind, WrongTypesAreForItsRulesToReport) {
  const KindPtr kind = widget();
  const json::Value object =
      parsed(R"({"metadata":{"name":"w","namespace":"n"},"spec":{"color":7,"ports":"none"}})");
  EXPECT_TRUE(check_types(*kind, object));
  const auto valid = validate_create(*kind, object);
  ASSERT_FALSE(valid);
  EXPECT_EQ(valid.error().code, Code::kInvalid);
  EXPECT_EQ(valid.error().causes.size(), 3U) << valid.error().message;
}

TEST(CustomKind, ShowsItsColumns) {
  const KindPtr kind = widget();
  const json::Value object = parsed(R"({"metadata":{"name":"w"},"spec":{"color":"red"}})");
  const json::Value table = make_table(*kind, {&object}, {}, IncludeObject::kNone, WallTime());
  EXPECT_EQ(json::write(table.at("rows").as_array()[0].at("cells")), R"(["w","red",null])");
  EXPECT_EQ(table.at("columnDefinitions").as_array()[1].at("description").as_string(),
            "Custom resource definition column (in JSONPath format): .spec.color");
}

TEST(CustomKind, SelectsByItsFields) {
  const KindPtr kind = widget();
  const auto selector = FieldSelector::parse(*kind, "spec.color=red");
  ASSERT_TRUE(selector);
  EXPECT_TRUE(selector->matches(parsed(R"({"spec":{"color":"red"}})")));
  EXPECT_FALSE(selector->matches(parsed(R"({"spec":{"color":"green"}})")));
  EXPECT_FALSE(FieldSelector::parse(*kind, "spec.replicas=1"));
}

}  // namespace
}  // namespace sluice::api
