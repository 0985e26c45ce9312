// SPDX-License-Identifier: Apache-2.0
#include "controllers/gc/garbage_collector.h"

#include <gtest/gtest.h>

#include "controllers/gc/owners.h"
#include "world.h"

namespace sluice {
namespace {

class GarbageCollectorTest : public World {
 protected:
  const api::Kind& maps_ = api::kinds::config_map();

  static api::Key key(const std::string& name) { return {"default", name}; }

  client::Object create_map(const std::string& name,
                            const std::vector<client::Object>& owners = {}) {
    client::Object object =
        json::Object{{"apiVersion", "v1"},
                     {"kind", "ConfigMap"},
                     {"metadata", json::Object{{"name", name}, {"namespace", "default"}}}};
    for (const client::Object& owner : owners) {
      json::Value reference = api::controller_reference(owner);
      reference.erase("controller");
      object["metadata"]["ownerReferences"].array().push_back(reference);
    }
    const auto created = client_.create(maps_, object);
    EXPECT_TRUE(created.has_value()) << created.error().message;
    return **created;
  }
  void remove(const std::string& name, const std::string& policy) {
    ASSERT_TRUE(client_.remove(maps_, key(name), {.propagation_policy = policy}));
  }
};

TEST_F(GarbageCollectorTest, DependentsFollowTheirOwner) {
  const auto owner = create_map("owner");
  const auto child = create_map("child", {owner});
  create_map("grandchild", {child});
  create_map("stranger");
  remove("owner", "Background");
  await_gone(maps_, key("child"));
  await_gone(maps_, key("grandchild"));
  EXPECT_TRUE(exists(maps_, key("stranger")));
}

TEST_F(GarbageCollectorTest, DependentWithAnOwnerLeftStaysWithoutTheOther) {
  const auto first = create_map("first");
  const auto second = create_map("second");
  create_map("child", {first, second});
  remove("first", "Background");
  const auto child = await(maps_, key("child"), [&](const client::Object& object) {
    return controllers::gc::owner_uids(object).size() == 1;
  });
  EXPECT_TRUE(controllers::gc::has_owner(child, api::uid(second)));
}

TEST_F(GarbageCollectorTest, ObjectWhoseOwnerNeverExistedIsCollected) {
  client::Object ghost =
      json::Object{{"apiVersion", "v1"},
                   {"kind", "ConfigMap"},
                   {"metadata", json::Object{{"name", "ghost"}, {"uid", "no-such-uid"}}}};
  create_map("child", {ghost});
  await_gone(maps_, key("child"));
}

TEST_F(GarbageCollectorTest, AnotherObjectUnderTheOwnersNameIsNotTheOwner) {
  const auto owner = create_map("owner");
  remove("owner", "Background");
  await_gone(maps_, key("owner"));
  create_map("owner");
  create_map("child", {owner});
  await_gone(maps_, key("child"));
  EXPECT_TRUE(exists(maps_, key("owner")));
}

TEST_F(GarbageCollectorTest, OrphanKeepsTheDependents) {
  const auto owner = create_map("owner");
  create_map("child", {owner});
  remove("owner", "Orphan");
  await_gone(maps_, key("owner"));
  EXPECT_TRUE(controllers::gc::owner_uids(get(maps_, key("child"))).empty());
}

TEST_F(GarbageCollectorTest, ForegroundRemovesDependentsFirst) {
  const auto owner = create_map("owner");
  const auto child = create_map("child", {owner});
  create_map("grandchild", {child});
  remove("owner", "Foreground");
  await_gone(maps_, key("owner"));
  EXPECT_FALSE(exists(maps_, key("child")));
  EXPECT_FALSE(exists(maps_, key("grandchild")));
}

TEST_F(GarbageCollectorTest, ObjectsThatOwnEachOtherInARingAllGo) {
  const auto first = create_map("first");
  const auto second = create_map("second", {first});
  const auto third = create_map("third", {second});
  const json::Value metadata =
      json::Object{{"ownerReferences", json::Array{api::controller_reference(third)}}};
  ASSERT_TRUE(client_.patch(maps_, key("first"),
                            {client::PatchType::kMerge, json::Object{{"metadata", metadata}}}));
  remove("first", "Foreground");
  for (const char* name : {"first", "second", "third"}) {
    await_gone(maps_, key(name));
  }
}

TEST_F(GarbageCollectorTest, GarbageLeftBeforeTheStartIsFound) {
  const auto owner = create_map("owner");
  create_map("child", {owner});
  restart_controllers();
  remove("owner", "Background");
  restart_controllers();
  await_gone(maps_, key("child"));
}

}  // namespace
}  // namespace sluice
