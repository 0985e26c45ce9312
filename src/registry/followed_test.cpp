// SPDX-License-Identifier: Apache-2.0
#include "registry/followed.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

struct Names {
  std::set<std::string> names;
  void put(const json::Value& object) { names.insert(api::name(object)); }
  void erase(const json::Value& object) { names.erase(api::name(object)); }
};

struct FollowedNames {
  TestCluster cluster;
  Followed<Names> names{cluster.registry, {&api::kinds::config_map(), &api::kinds::secret()}};

  void create(const api::Kind& kind, const std::string& name) {
    const json::Value object = json::Object{{"metadata", json::Object{{"name", name}}}};
    ASSERT_TRUE(cluster.registry.create(kind, "default", object).has_value());
  }
  std::set<std::string> seen() { return (*names.current())->names; }
};

TEST(Followed, KnowsWhatWasThereBeforeAndWhatCameAfter) {
  FollowedNames all;
  all.create(api::kinds::config_map(), "before");
  EXPECT_EQ(all.seen(), std::set<std::string>{"before"});
  all.create(api::kinds::secret(), "after");
  EXPECT_EQ(all.seen(), (std::set<std::string>{"after", "before"}));
  ASSERT_TRUE(all.cluster.registry.remove(api::kinds::config_map(), {.key = {"default", "before"}})
                  .has_value());
  EXPECT_EQ(all.seen(), std::set<std::string>{"after"});
}

TEST(Followed, MoreChangesThanAWatchHoldsAreNotMissed) {
  FollowedNames all;
  EXPECT_TRUE(all.seen().empty());
  for (int i = 0; i < 1100; ++i) {
    all.create(api::kinds::config_map(), "c" + std::to_string(i));
  }
  EXPECT_EQ(all.seen().size(), 1100U);
}

TEST(Followed, WhoeverSeesAWriteSucceedSeesItsEffect) {
  FollowedNames all;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&all, i] {
      for (int j = 0; j < 50; ++j) {
        const std::string name = "c" + std::to_string(i) + "-" + std::to_string(j);
        all.create(api::kinds::config_map(), name);
        EXPECT_TRUE(all.seen().contains(name)) << name;
      }
    });
  }
}

}  // namespace
}  // namespace sluice::registry
