// SPDX-License-Identifier: Apache-2.0
#include "api/discovery.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <set>

#include "api/test_facts.h"
#include "base/files.h"
#include "json/text.h"

namespace sluice::api {
namespace {

using json::Array;
using json::Value;

TEST(Discovery, ListsGroupsButNotTheCore) {
  const Value list = api_group_list(builtin_kinds());
  ASSERT_EQ(list.at("groups").as_array().size(), 21U);
  EXPECT_EQ(json::write(list.at("groups").as_array()[1]),
            R"({"name":"apps","versions":[{"groupVersion":"apps/v1","version":"v1"}],)"
            R"("preferredVersion":{"groupVersion":"apps/v1","version":"v1"}})");
  EXPECT_TRUE(api_group(builtin_kinds(), "batch").has_value());
  EXPECT_FALSE(api_group(builtin_kinds(), "nope").has_value());
  EXPECT_FALSE(api_resource_list(builtin_kinds(), "batch", "v2").has_value());
  EXPECT_EQ(api_versions("127.0.0.1:6443").at("versions").as_array()[0].as_string(), "v1");
}

TEST(Discovery, ListsResourcesAndSubresources) {
  const Value list = api_resource_list(builtin_kinds(), "apps", "v1").value();
  EXPECT_EQ(list.at("groupVersion").as_string(), "apps/v1");
  std::string names;
  for (const Value& resource : list.at("resources").as_array()) {
    names += resource.at("name").as_string() + " ";
  }
  EXPECT_EQ(names,
            "controllerrevisions daemonsets daemonsets/status deployments deployments/scale "
            "deployments/status replicasets replicasets/scale replicasets/status statefulsets "
            "statefulsets/scale statefulsets/status ");
}

TEST(Discovery, AggregatesTheCoreOrTheRest) {
  const Value core = aggregated_discovery(builtin_kinds(), true);
  ASSERT_EQ(core.at("items").as_array().size(), 1U);
  EXPECT_EQ(core.at("items").as_array()[0].find("metadata", "name"), nullptr);
  EXPECT_EQ(aggregated_discovery(builtin_kinds(), false).at("items").as_array().size(), 21U);
}

// Our documents are the release's, storageVersionHash and versions that are not served aside.
class UpstreamDiscovery : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_facts(folder_)) {
      GTEST_SKIP() << "no facts at " << folder_;
    }
  }

  Value read(const std::string& name) const {
    return json::parse(read_file(folder_ / name).value()).value();
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(SLUICE_SOURCE_DIR) / "../shared/kubernetes/v1.35.8/discovery";
};

bool is_served(const std::string& group, const std::string& version) {
  return api_resource_list(builtin_kinds(), group, version).has_value();
}

// Leaves out versions that this build does not serve, and groups without any other.
void keep_served(Value& groups, const std::function<std::string(const Value&)>& name) {
  for (Value& group : groups.array()) {
    std::erase_if(group["versions"].array(), [&](const Value& version) {
      return !is_served(name(group), version.at("version").as_string());
    });
  }
  std::erase_if(groups.array(),
                [](const Value& group) { return group.at("versions").as_array().empty(); });
}

// The kinds that the release's own server knows: another one serves the metrics upstream.
std::vector<Kind> kinds_of_release() {
  std::vector<Kind> kinds(builtin_kinds().begin(), builtin_kinds().end());
  std::erase_if(kinds, [](const Kind& kind) { return kind.group == "metrics.k8s.io"; });
  return kinds;
}

TEST_F(UpstreamDiscovery, GroupsAgree) {
  Value upstream = read("apis.json").at("groups");
  keep_served(upstream, [](const Value& group) { return group.at("name").as_string(); });
  const Value ours = api_group_list(kinds_of_release()).at("groups");
  EXPECT_EQ(ours, upstream) << json::write(ours) << "\n" << json::write(upstream);
}

TEST_F(UpstreamDiscovery, ResourceListsAgree) {
  std::set<std::string> done;
  for (const Kind& kind : kinds_of_release()) {
    const std::string prefix = kind.group.empty() ? "api" : "apis__" + std::string(kind.group);
    const std::string file = prefix + "__" + std::string(kind.version) + ".json";
    if (!done.insert(file).second) {
      continue;
    }
    Value upstream = read(file);
    for (Value& resource : upstream["resources"].array()) {
      resource.erase("storageVersionHash");
    }
    const Value ours = api_resource_list(builtin_kinds(), kind.group, kind.version).value();
    EXPECT_EQ(ours.at("groupVersion"), upstream.at("groupVersion"));
    const Array& mine = ours.at("resources").as_array();
    const Array& theirs = upstream.at("resources").as_array();
    ASSERT_EQ(mine.size(), theirs.size()) << file;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      EXPECT_EQ(mine[i], theirs[i]) << json::write(mine[i]) << "\n" << json::write(theirs[i]);
    }
  }
  EXPECT_EQ(done.size(), 22U);
}

TEST_F(UpstreamDiscovery, AggregatedDocumentsAgree) {
  Value upstream = read("aggregated_v2.json").at("items");
  keep_served(upstream,
              [](const Value& group) { return group.at("metadata", "name").as_string(); });
  const Value ours = aggregated_discovery(kinds_of_release(), false).at("items");
  ASSERT_EQ(ours.as_array().size(), upstream.as_array().size());
  for (std::size_t i = 0; i < ours.as_array().size(); ++i) {
    const Value& mine = ours.as_array()[i];
    const Value& theirs = upstream.as_array()[i];
    EXPECT_EQ(mine, theirs) << json::write(mine) << "\n" << json::write(theirs);
  }
}

}  // namespace
}  // namespace sluice::api
