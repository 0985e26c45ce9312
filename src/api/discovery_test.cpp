// SPDX-License-Identifier: Apache-2.0
#include "api/discovery.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using json::Value;

TEST(Discovery, ListsGroupsButNotTheCore) {
  const Value list = api_group_list(builtin_kinds());
  ASSERT_EQ(list.at("groups").as_array().size(), 2U);
  EXPECT_EQ(json::write(list.at("groups").as_array()[0]),
            R"({"name":"batch","versions":[{"groupVersion":"batch/v1","version":"v1"}],)"
            R"("preferredVersion":{"groupVersion":"batch/v1","version":"v1"}})");
  EXPECT_TRUE(api_group(builtin_kinds(), "batch").has_value());
  EXPECT_FALSE(api_group(builtin_kinds(), "nope").has_value());
  EXPECT_FALSE(api_resource_list(builtin_kinds(), "batch", "v2").has_value());
  EXPECT_EQ(api_versions("127.0.0.1:6443").at("versions").as_array()[0].as_string(), "v1");
}

TEST(Discovery, ListsResourcesAndSubresources) {
  const Value list = api_resource_list(builtin_kinds(), "", "v1").value();
  EXPECT_EQ(list.at("groupVersion").as_string(), "v1");
  std::string names;
  for (const Value& resource : list.at("resources").as_array()) {
    names += resource.at("name").as_string() + " ";
  }
  EXPECT_EQ(names,
            "configmaps events namespaces namespaces/status nodes nodes/status pods pods/binding "
            "pods/log pods/status secrets serviceaccounts services services/status ");
}

TEST(Discovery, AggregatesTheCoreOrTheRest) {
  const Value core = aggregated_discovery(builtin_kinds(), true);
  ASSERT_EQ(core.at("items").as_array().size(), 1U);
  EXPECT_EQ(core.at("items").as_array()[0].find("metadata", "name"), nullptr);
  EXPECT_EQ(aggregated_discovery(builtin_kinds(), false).at("items").as_array().size(), 2U);
}

// Every entry of ours is one of the release's, storageVersionHash aside.
class UpstreamDiscovery : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder_)) {
      GTEST_SKIP() << "no facts at " << folder_;
    }
  }

  Value read(const std::string& name) const {
    return json::parse(read_file(folder_ / name).value()).value();
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(SLUICE_SOURCE_DIR) / "../shared/kubernetes/v1.35.8/discovery";
};

const Value& entry_with(const Value& list, std::string_view member, const Value& value) {
  for (const Value& item : list.as_array()) {
    if (item.at(member) == value) {
      return item;
    }
  }
  return Value::null();
}

TEST_F(UpstreamDiscovery, ResourceListsAgree) {
  const std::pair<const char*, const char*> files[] = {
      {"", "api__v1.json"},
      {"batch", "apis__batch__v1.json"},
      {"coordination.k8s.io", "apis__coordination.k8s.io__v1.json"}};
  for (const auto& [group, file] : files) {
    const Value upstream = read(file);
    const Value ours = api_resource_list(builtin_kinds(), group, "v1").value();
    EXPECT_EQ(ours.at("groupVersion"), upstream.at("groupVersion"));
    for (const Value& resource : ours.at("resources").as_array()) {
      Value theirs = entry_with(upstream.at("resources"), "name", resource.at("name"));
      theirs.erase("storageVersionHash");
      EXPECT_EQ(resource, theirs) << json::write(resource) << "\n" << json::write(theirs);
    }
  }
}

TEST_F(UpstreamDiscovery, AggregatedDocumentsAgree) {
  const Value upstream = read("aggregated_v2.json");
  const Value ours = aggregated_discovery(builtin_kinds(), false);
  for (const Value& group : ours.at("items").as_array()) {
    const Value& theirs = entry_with(upstream.at("items"), "metadata", group.at("metadata"));
    const Value& version = group.at("versions").as_array()[0];
    const Value& their_version =
        entry_with(theirs.at("versions"), "version", version.at("version"));
    for (const Value& resource : version.at("resources").as_array()) {
      EXPECT_EQ(resource,
                entry_with(their_version.at("resources"), "resource", resource.at("resource")))
          << json::write(resource);
    }
  }
}

}  // namespace
}  // namespace sluice::api
