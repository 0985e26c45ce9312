// SPDX-License-Identifier: Apache-2.0
#include "runtime/custom_informers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/crd/custom_resource.h"
#include "api/crd/test_definition.h"
#include "runtime/miniature_client.h"

namespace sluice::runtime {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

class CustomInformersTest : public testing::Test {
 protected:
  CustomInformersTest() {
    informers_.add_index("color", [](const client::Object& object) {
      return std::vector<std::string>{object.at("spec", "color").as_string()};
    });
    informers_.on_change([this](const api::Kind& kind, const Change& change) {
      const std::scoped_lock lock(mutex_);
      const char* sign = change.before == nullptr ? "+" : change.after == nullptr ? "-" : "~";
      lines_.push_back(sign + api::name(change.object()) + " " + kind.qualified_resource());
      changed_.notify_all();
    });
  }
  ~CustomInformersTest() override {
    informers_.request_stop();
    informers_.await_stopped(SteadyTime::max());
  }

  static std::vector<api::KindPtr> widgets() {
    return api::custom_kinds(std::make_shared<const json::Value>(api::established_definition()));
  }
  void create(const std::string& name) { create(*kind_, name); }
  void create(const api::Kind& kind, const std::string& name) {
    ASSERT_TRUE(client_.create(
        kind, json::Object{{"apiVersion", "example.com/v1"},
                           {"kind", "Widget"},
                           {"metadata", json::Object{{"namespace", "default"}, {"name", name}}},
                           {"spec", json::Object{{"color", "red"}}}}));
  }
  std::vector<std::string> await(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return lines_.size() >= count; });
    return lines_;
  }

  FakeClock clock_;
  MiniatureClient client_;
  api::Catalog catalog_;
  const api::KindPtr kind_ = widgets().front();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
  CustomInformers informers_{client_, clock_, catalog_};
};

TEST_F(CustomInformersTest, AKindIsFollowedFromTheMomentItIsServed) {
  ASSERT_TRUE(informers_.start());
  EXPECT_TRUE(informers_.all().empty());
  create("a");
  catalog_.set_custom({kind_});
  EXPECT_THAT(await(1), ElementsAre("+a widgets.example.com"));
  create("b");
  await(2);
  const auto informer = informers_.of("widgets.example.com");
  ASSERT_NE(informer, nullptr);
  EXPECT_EQ(informer->by_index("color", "red").size(), 2U);
}

TEST_F(CustomInformersTest, KindsThatAreThereAreListedBeforeStartReturns) {
  catalog_.set_custom({kind_});
  create("a");
  ASSERT_TRUE(informers_.start());
  EXPECT_EQ(informers_.all().front()->list().size(), 1U);
}

TEST_F(CustomInformersTest, WhatHappensWhileAKindIsRedefinedIsToldAsItIs) {
  catalog_.set_custom({kind_});
  create("kept");
  create("removed");
  ASSERT_TRUE(informers_.start());
  await(2);
  client_.lose_next_event();
  ASSERT_TRUE(client_.remove(*kind_, {"default", "removed"}, {}));
  catalog_.set_custom(widgets());
  EXPECT_EQ(await(3).back(), "-removed widgets.example.com");
  create("new");
  EXPECT_EQ(await(4).back(), "+new widgets.example.com");
}

TEST_F(CustomInformersTest, ObjectsOfAKindThatIsOnlyNotServedAreStillThere) {
  ASSERT_TRUE(
      client_.create(api::kinds::custom_resource_definition(), api::established_definition()));
  json::Value other = api::established_definition();
  other["status"]["acceptedNames"]["plural"] = "others";
  const api::KindPtr others =
      api::custom_kinds(std::make_shared<const json::Value>(std::move(other))).front();
  create(*kind_, "a");
  create(*others, "o");
  catalog_.set_custom({kind_});
  ASSERT_TRUE(informers_.start());
  catalog_.set_custom({others});
  await(2);
  catalog_.set_custom({kind_});
  EXPECT_THAT(await(4), UnorderedElementsAre("+a widgets.example.com", "+o others.example.com",
                                             "+a widgets.example.com", "-o others.example.com"));
}

TEST_F(CustomInformersTest, WithTheDefinitionAllItsObjectsGo) {
  catalog_.set_custom({kind_});
  create("a");
  ASSERT_TRUE(informers_.start());
  await(1);
  const auto held = informers_.of("widgets.example.com");
  catalog_.set_custom({});
  EXPECT_EQ(await(2).back(), "-a widgets.example.com");
  EXPECT_EQ(informers_.of("widgets.example.com"), nullptr);
  EXPECT_EQ(held->kind().kind, "Widget") << "readers keep what they have";
}

TEST_F(CustomInformersTest, StopsWithoutHavingBeenStarted) {
  informers_.request_stop();
  EXPECT_TRUE(informers_.await_stopped(SteadyTime::max()));
}

}  // namespace
}  // namespace sluice::runtime
