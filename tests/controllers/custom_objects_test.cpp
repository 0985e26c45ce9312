// SPDX-License-Identifier: Apache-2.0
// Objects of kinds that come and go while the controllers run.
#include <gtest/gtest.h>

#include "api/crd/test_definition.h"
#include "controllers/gc/owners.h"
#include "world.h"

namespace sluice {
namespace {

class CustomObjectsTest : public RoughWorld {
 protected:
  CustomObjectsTest() { define(); }

  const api::Kind& definitions_ = api::kinds::custom_resource_definition();
  const api::Kind& maps_ = api::kinds::config_map();
  const api::Key definition_{"", "widgets.example.com"};

  void define() { create(definitions_, json::write(api::widget_definition())); }
  api::KindPtr widgets() const {
    return registry_.catalog().find_resource("example.com", "v1", "widgets");
  }
  static api::Key key(const std::string& name) { return {"default", name}; }

  // With the owner, if there is one.
  client::Object make(const api::Kind& kind, const std::string& name,
                      const client::Object& owner = {}) {
    client::Object object = json::Object{
        {"metadata", json::Object{{"name", name}}},
    };
    if (kind.kind == "Widget") {
      object["spec"]["color"] = "red";
    }
    if (!api::name(owner).empty()) {
      object["metadata"]["ownerReferences"].array().push_back(api::controller_reference(owner));
    }
    return create(kind, json::write(object));
  }
  void remove(const api::Kind& kind, const std::string& name, const std::string& policy) {
    ASSERT_TRUE(client_.remove(kind, key(name), {.propagation_policy = policy}));
  }
};

INSTANTIATE_TEST_SUITE_P(, CustomObjectsTest, in_every_weather(), weather_name);

TEST_P(CustomObjectsTest, DependentsFollowTheirOwnerThroughAllKinds) {
  const auto owner = make(*widgets(), "owner");
  const auto child = make(maps_, "child", owner);
  make(*widgets(), "grandchild", child);
  remove(*widgets(), "owner", "Background");
  await_gone(maps_, key("child"));
  await_gone(*widgets(), key("grandchild"));
}

TEST_P(CustomObjectsTest, ForegroundRemovesDependentsFirst) {
  const auto owner = make(*widgets(), "owner");
  const auto child = make(*widgets(), "child", owner);
  make(maps_, "grandchild", child);
  remove(*widgets(), "owner", "Foreground");
  await_gone(*widgets(), key("owner"));
  EXPECT_FALSE(exists(*widgets(), key("child")));
  EXPECT_FALSE(exists(maps_, key("grandchild")));
}

TEST_P(CustomObjectsTest, OrphanKeepsTheDependents) {
  const auto owner = make(*widgets(), "owner");
  make(*widgets(), "child", owner);
  make(maps_, "other", owner);
  remove(*widgets(), "owner", "Orphan");
  await_gone(*widgets(), key("owner"));
  EXPECT_TRUE(controllers::gc::owner_uids(get(*widgets(), key("child"))).empty());
  EXPECT_TRUE(controllers::gc::owner_uids(get(maps_, key("other"))).empty());
}

TEST_P(CustomObjectsTest, DependentsGoWithTheDefinitionOfTheirOwner) {
  const auto owner = make(*widgets(), "owner");
  make(maps_, "child", owner);
  // Only the collector lets go what is deleted in the foreground, once it has seen it: by then it
  // has seen what was made before, too.
  const api::KindPtr kind = widgets();
  for (const api::Kind* seen : {kind.get(), &maps_}) {
    make(*seen, "fence");
    remove(*seen, "fence", "Foreground");
    await_gone(*seen, key("fence"));
  }
  ASSERT_TRUE(client_.remove(definitions_, definition_, {}));
  await_gone(definitions_, definition_);
  if (GetParam() == Weather::kFair) {
    await_gone(maps_, key("child"));  // otherwise nobody may have seen whose it was
  }
}

TEST_P(CustomObjectsTest, ARedefinedKindIsStillLookedAfter) {
  const auto owner = make(*widgets(), "owner");
  make(maps_, "child", owner);
  client::Object definition = get(definitions_, definition_);
  definition["spec"]["names"]["categories"] = json::Array{json::Value("all")};
  ASSERT_TRUE(client_.update(definitions_, definition));
  remove(*widgets(), "owner", "Background");
  await_gone(maps_, key("child"));
}

TEST_P(CustomObjectsTest, OfAKindThatIsNotServedNothingIsCollected) {
  const auto owner = make(*widgets(), "owner");
  make(maps_, "child", owner);
  client::Object definition = get(definitions_, definition_);
  definition["spec"]["versions"].array().front()["served"] = false;
  ASSERT_TRUE(client_.update(definitions_, definition));
  ASSERT_EQ(widgets(), nullptr);
  restart_controllers();
  const auto fence = make(maps_, "fence");  // what is seen after the child
  make(maps_, "later", fence);
  remove(maps_, "fence", "Background");
  await_gone(maps_, key("later"));
  EXPECT_TRUE(exists(maps_, key("child")));
}

TEST_P(CustomObjectsTest, GoWithTheirNamespace) {
  const api::Key team{"", "team"};
  create(api::kinds::namespace_(), R"({"metadata":{"name":"team"}})");
  create(*widgets(), R"({"metadata":{"name":"a","namespace":"team"},"spec":{"color":"red"}})");
  const auto held = create(*widgets(), R"({"metadata":{"name":"held","namespace":"team",
      "finalizers":["example.com/wait"]},"spec":{"color":"red"}})");
  ASSERT_TRUE(client_.remove(api::kinds::namespace_(), team, {}));
  const auto ending = await(*widgets(), {"team", "held"}, [](const client::Object& object) {
    return api::is_being_deleted(object);
  });
  EXPECT_TRUE(exists(api::kinds::namespace_(), team));
  ASSERT_TRUE(
      client_.patch(*widgets(), {"team", "held"},
                    {.body = json::Object{{"metadata", json::Object{{"finalizers", nullptr}}}}}));
  await_gone(api::kinds::namespace_(), team);
  EXPECT_FALSE(exists(*widgets(), {"team", "a"}));
}

}  // namespace
}  // namespace sluice
