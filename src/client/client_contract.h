// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/client.h"
#include "client/event_type.h"

// What every client::Client promises. A test program includes this header in one file and writes,
// in namespace sluice::client,
//   INSTANTIATE_TEST_SUITE_P(Local, ClientContract, testing::Values(ClientFactory(factory)));
namespace sluice::client {

// One fresh cluster that has the namespace "default" and nothing else of these tests' kinds.
class ClientUnderTest {
 public:
  virtual ~ClientUnderTest() = default;
  virtual Client& client() = 0;

  // Makes every revision before now Expired. False: this cluster cannot, and such tests are
  // skipped.
  virtual bool forget_history() { return false; }
};
using ClientFactory = std::function<std::unique_ptr<ClientUnderTest>()>;

class ClientContract : public testing::TestWithParam<ClientFactory> {
 protected:
  using Value = json::Value;
  static constexpr Duration kPatience = std::chrono::seconds(20);

  void SetUp() override { world_ = GetParam()(); }
  Client& client() { return world_->client(); }
  ClientUnderTest& world() { return *world_; }

  static Object config_map(std::string_view name, std::string_view text) {
    return json::Object{{"apiVersion", "v1"},
                        {"kind", "ConfigMap"},
                        {"metadata", json::Object{{"name", name}, {"namespace", "default"}}},
                        {"data", json::Object{{"text", text}}}};
  }
  static Object labelled(std::string_view name, std::string_view app) {
    Object object = config_map(name, "x");
    object["metadata"]["labels"]["app"] = app;
    return object;
  }
  static Object pod(std::string_view name) {
    Value container = json::Object{{"name", "main"}, {"image", "busybox"}};
    return json::Object{{"apiVersion", "v1"},
                        {"kind", "Pod"},
                        {"metadata", json::Object{{"name", name}, {"namespace", "default"}}},
                        {"spec", json::Object{{"containers", json::Array{std::move(container)}}}}};
  }
  static api::Key in_default(std::string name) { return {"default", std::move(name)}; }

  Object must_create(const api::Kind& kind, const Object& object) {
    auto created = client().create(kind, object);
    EXPECT_TRUE(created.has_value()) << created.error().message;
    return created.has_value() ? **created : Object();
  }
  std::string revision_now() {
    auto listed = client().list(api::kinds::config_map(), {.ns = "default"});
    EXPECT_TRUE(listed.has_value());
    return listed.has_value() ? listed->resource_version : "";
  }
  std::unique_ptr<Watch> must_watch(const api::Kind& kind, const WatchOptions& options) {
    auto watch = client().watch(kind, options);
    EXPECT_TRUE(watch.has_value()) << watch.error().message;
    return watch.has_value() ? std::move(*watch) : nullptr;
  }

  // The next event that is not a bookmark, as "ADDED name".
  static std::string next_event(Watch& watch) {
    while (true) {
      auto event = watch.next(kPatience);
      if (!event.has_value()) {
        return "error: " + event.error().message;
      }
      if (!event->has_value()) {
        return "nothing";
      }
      const WatchEvent& seen = **event;
      if (seen.type == EventType::kBookmark) {
        continue;
      }
      return std::string(to_string(seen.type)) + " " + api::name(*seen.object);
    }
  }
  static std::vector<std::string> names(const ObjectList& list) {
    std::vector<std::string> names;
    for (const ObjectPtr& item : list.items) {
      names.push_back(api::name(*item));
    }
    return names;
  }

 private:
  std::unique_ptr<ClientUnderTest> world_;
};

TEST_P(ClientContract, CreatedObjectCarriesServerFieldsAndCanBeRead) {
  const Object created = must_create(api::kinds::config_map(), config_map("a", "hello"));
  EXPECT_EQ(created.at("apiVersion").as_string(), "v1");
  EXPECT_EQ(created.at("kind").as_string(), "ConfigMap");
  EXPECT_FALSE(api::uid(created).empty());
  EXPECT_FALSE(api::resource_version(created).empty());
  EXPECT_FALSE(created.at("metadata", "creationTimestamp").as_string().empty());
  const auto read = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(**read, created);
}

TEST_P(ClientContract, GetOfMissingObjectIsNotFound) {
  const auto read = client().get(api::kinds::pod(), in_default("nope"));
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().code, Code::kNotFound);
  EXPECT_EQ(read.error().message, "pods \"nope\" not found");
}

TEST_P(ClientContract, SecondCreateIsAlreadyExists) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto again = client().create(api::kinds::config_map(), config_map("a", "2"));
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().code, Code::kAlreadyExists);
  EXPECT_EQ(again.error().message, "configmaps \"a\" already exists");
}

TEST_P(ClientContract, CreateWithBadNameIsInvalidAndNamesTheField) {
  const auto created = client().create(api::kinds::config_map(), config_map("Bad_Name", "1"));
  ASSERT_FALSE(created.has_value());
  EXPECT_EQ(created.error().code, Code::kInvalid);
  EXPECT_NE(created.error().message.find("metadata.name"), std::string::npos)
      << created.error().message;
}

TEST_P(ClientContract, CreateInMissingNamespaceIsNotFound) {
  Object object = config_map("a", "1");
  object["metadata"]["namespace"] = "elsewhere";
  const auto created = client().create(api::kinds::config_map(), object);
  ASSERT_FALSE(created.has_value());
  EXPECT_EQ(created.error().code, Code::kNotFound);
  EXPECT_EQ(created.error().message, "namespaces \"elsewhere\" not found");
}

TEST_P(ClientContract, GenerateNameMakesDistinctNames) {
  Object object = config_map("", "1");
  object["metadata"].erase("name");
  object["metadata"]["generateName"] = "gen-";
  const Object one = must_create(api::kinds::config_map(), object);
  const Object two = must_create(api::kinds::config_map(), object);
  EXPECT_EQ(api::name(one).substr(0, 4), "gen-");
  EXPECT_EQ(api::name(one).size(), 9u);
  EXPECT_NE(api::name(one), api::name(two));
}

TEST_P(ClientContract, UpdateWithStaleResourceVersionIsConflict) {
  const Object first = must_create(api::kinds::config_map(), config_map("a", "1"));
  Object second = first;
  second["data"]["text"] = "2";
  const auto updated = client().update(api::kinds::config_map(), second);
  ASSERT_TRUE(updated.has_value()) << updated.error().message;
  EXPECT_EQ((*updated)->at("data", "text").as_string(), "2");
  EXPECT_NE(api::resource_version(**updated), api::resource_version(first));
  Object third = first;
  third["data"]["text"] = "3";
  const auto stale = client().update(api::kinds::config_map(), third);
  ASSERT_FALSE(stale.has_value());
  EXPECT_EQ(stale.error().code, Code::kConflict);
  EXPECT_EQ(stale.error().message,
            "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; "
            "please apply your changes to the latest version and try again");
}

TEST_P(ClientContract, UpdateWithoutResourceVersionReplaces) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto updated = client().update(api::kinds::config_map(), config_map("a", "2"));
  ASSERT_TRUE(updated.has_value()) << updated.error().message;
  EXPECT_EQ((*updated)->at("data", "text").as_string(), "2");
}

TEST_P(ClientContract, UpdateOfMissingObjectIsNotFound) {
  const auto updated = client().update(api::kinds::config_map(), config_map("a", "2"));
  ASSERT_FALSE(updated.has_value());
  EXPECT_EQ(updated.error().code, Code::kNotFound);
}

TEST_P(ClientContract, UpdateThatChangesNothingKeepsTheResourceVersion) {
  const Object first = must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto updated = client().update(api::kinds::config_map(), first);
  ASSERT_TRUE(updated.has_value()) << updated.error().message;
  EXPECT_EQ(api::resource_version(**updated), api::resource_version(first));
}

TEST_P(ClientContract, StatusAndMainPartDoNotTouchEachOther) {
  Object both = must_create(api::kinds::pod(), pod("a"));
  both["status"]["message"] = "written through main";
  both["metadata"]["labels"]["app"] = "web";
  const auto main = client().update(api::kinds::pod(), both);
  ASSERT_TRUE(main.has_value()) << main.error().message;
  EXPECT_EQ((*main)->at("status", "message").as_string(), "");
  EXPECT_EQ(api::label(**main, "app"), "web");

  Object status = **main;
  status["status"]["message"] = "from status";
  status["spec"]["containers"].array()[0]["image"] = "other";
  const auto written = client().update(api::kinds::pod(), status, Part::kStatus);
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_EQ((*written)->at("status", "message").as_string(), "from status");
  EXPECT_EQ((*written)->at("spec", "containers").as_array()[0].at("image").as_string(), "busybox");
}

TEST_P(ClientContract, TheScaleIsAPartOfItsOwn) {
  Object set = json::Object{{"metadata", json::Object{{"name", "a"}, {"namespace", "default"}}}};
  set["spec"]["selector"]["app"] = "a";
  set["spec"]["template"]["metadata"]["labels"]["app"] = "a";
  set["spec"]["template"]["spec"] = pod("a").at("spec");
  const Object created = must_create(api::kinds::replication_controller(), set);
  Object scale = json::Object{{"metadata", created.at("metadata")}};
  scale["metadata"].erase("managedFields");
  scale["spec"]["replicas"] = 3;
  const auto written = client().update(api::kinds::replication_controller(), scale, Part::kScale);
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_EQ((*written)->at("kind").as_string(), "Scale");
  const auto read = client().get(api::kinds::replication_controller(), in_default("a"));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ((*read)->at("spec", "replicas").as_int(), 3);
  const auto stale = client().update(api::kinds::replication_controller(), scale, Part::kScale);
  ASSERT_FALSE(stale.has_value());
  EXPECT_EQ(stale.error().code, Code::kConflict);
  const Value body = json::Object{{"spec", json::Object{{"replicas", 4}}}};
  const auto patched = client().patch(api::kinds::replication_controller(), in_default("a"),
                                      {.type = PatchType::kMerge, .body = body}, Part::kScale);
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  EXPECT_EQ((*patched)->at("spec", "replicas").as_int(), 4);
}

TEST_P(ClientContract, MergePatchSetsAndRemovesFields) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const Value body = json::Object{{"data", json::Object{{"text", nullptr}, {"more", "2"}}}};
  const auto patched = client().patch(api::kinds::config_map(), in_default("a"),
                                      {.type = PatchType::kMerge, .body = body});
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  EXPECT_EQ((*patched)->find("data", "text"), nullptr);
  EXPECT_EQ((*patched)->at("data", "more").as_string(), "2");
}

TEST_P(ClientContract, JsonPatchAppliesAllOrNothing) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const Value good =
      json::Array{json::Object{{"op", "replace"}, {"path", "/data/text"}, {"value", "2"}}};
  const auto patched = client().patch(api::kinds::config_map(), in_default("a"),
                                      {.type = PatchType::kJson, .body = good});
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  EXPECT_EQ((*patched)->at("data", "text").as_string(), "2");
  const Value bad =
      json::Array{json::Object{{"op", "replace"}, {"path", "/data/text"}, {"value", "3"}},
                  json::Object{{"op", "test"}, {"path", "/data/text"}, {"value", "no"}}};
  const auto refused = client().patch(api::kinds::config_map(), in_default("a"),
                                      {.type = PatchType::kJson, .body = bad});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kInvalid);
  const auto read = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ((*read)->at("data", "text").as_string(), "2");
}

TEST_P(ClientContract, StrategicMergePatchMergesListsByTheirKey) {
  must_create(api::kinds::pod(), pod("a"));
  Value container = json::Object{{"name", "main"}, {"image", "busybox:2"}};
  const Value body =
      json::Object{{"spec", json::Object{{"containers", json::Array{std::move(container)}}}}};
  const auto patched = client().patch(api::kinds::pod(), in_default("a"),
                                      {.type = PatchType::kStrategicMerge, .body = body});
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  const json::Array& containers = (*patched)->at("spec", "containers").as_array();
  ASSERT_EQ(containers.size(), 1u);
  EXPECT_EQ(containers[0].at("image").as_string(), "busybox:2");
}

TEST_P(ClientContract, PatchOfStatusPartChangesStatusOnly) {
  must_create(api::kinds::pod(), pod("a"));
  const Value body = json::Object{{"status", json::Object{{"reason", "Because"}}}};
  const auto patched = client().patch(api::kinds::pod(), in_default("a"),
                                      {.type = PatchType::kMerge, .body = body}, Part::kStatus);
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  EXPECT_EQ((*patched)->at("status", "reason").as_string(), "Because");
}

TEST_P(ClientContract, PatchWithStaleResourceVersionIsConflict) {
  const Object first = must_create(api::kinds::config_map(), config_map("a", "1"));
  ASSERT_TRUE(client().update(api::kinds::config_map(), config_map("a", "2")).has_value());
  const Value body =
      json::Object{{"metadata", json::Object{{"resourceVersion", api::resource_version(first)}}},
                   {"data", json::Object{{"text", "3"}}}};
  const auto patched = client().patch(api::kinds::config_map(), in_default("a"),
                                      {.type = PatchType::kMerge, .body = body});
  ASSERT_FALSE(patched.has_value());
  EXPECT_EQ(patched.error().code, Code::kConflict);
}

TEST_P(ClientContract, RemovedObjectIsGone) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto removed = client().remove(api::kinds::config_map(), in_default("a"), {});
  ASSERT_TRUE(removed.has_value()) << removed.error().message;
  const auto read = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().code, Code::kNotFound);
  const auto again = client().remove(api::kinds::config_map(), in_default("a"), {});
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().code, Code::kNotFound);
}

TEST_P(ClientContract, RemoveWithWrongPreconditionIsConflict) {
  const Object created = must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto other = client().remove(api::kinds::config_map(), in_default("a"),
                                     {.uid = "00000000-0000-0000-0000-000000000000"});
  ASSERT_FALSE(other.has_value());
  EXPECT_EQ(other.error().code, Code::kConflict);
  const auto stale =
      client().remove(api::kinds::config_map(), in_default("a"), {.resource_version = "1"});
  ASSERT_FALSE(stale.has_value());
  EXPECT_EQ(stale.error().code, Code::kConflict);
  const auto right = client().remove(
      api::kinds::config_map(), in_default("a"),
      {.uid = api::uid(created), .resource_version = api::resource_version(created)});
  EXPECT_TRUE(right.has_value());
}

TEST_P(ClientContract, FinalizerKeepsTheObjectUntilItIsTakenOff) {
  Object object = config_map("a", "1");
  object["metadata"]["finalizers"] = json::Array{"example.com/hold"};
  must_create(api::kinds::config_map(), object);
  ASSERT_TRUE(client().remove(api::kinds::config_map(), in_default("a"), {}).has_value());
  const auto held = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_TRUE(held.has_value());
  EXPECT_TRUE(api::is_being_deleted(**held));
  const Value release = json::Object{{"metadata", json::Object{{"finalizers", nullptr}}}};
  const auto released = client().patch(api::kinds::config_map(), in_default("a"),
                                       {.type = PatchType::kMerge, .body = release});
  ASSERT_TRUE(released.has_value()) << released.error().message;
  const auto gone = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_FALSE(gone.has_value());
  EXPECT_EQ(gone.error().code, Code::kNotFound);
}

TEST_P(ClientContract, ListSelectsByNamespaceLabelAndField) {
  must_create(api::kinds::config_map(), labelled("b", "web"));
  must_create(api::kinds::config_map(), labelled("a", "db"));
  const auto all = client().list(api::kinds::config_map(), {.ns = "default"});
  ASSERT_TRUE(all.has_value()) << all.error().message;
  EXPECT_EQ(names(*all), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(all->items[0]->at("kind").as_string(), "ConfigMap");
  const auto web = client().list(api::kinds::config_map(), {.label_selector = "app=web"});
  ASSERT_TRUE(web.has_value());
  EXPECT_EQ(names(*web), std::vector<std::string>{"b"});
  const auto by_name =
      client().list(api::kinds::config_map(), {.field_selector = "metadata.name=a"});
  ASSERT_TRUE(by_name.has_value());
  EXPECT_EQ(names(*by_name), std::vector<std::string>{"a"});
  const auto elsewhere = client().list(api::kinds::config_map(), {.ns = "kube-public"});
  ASSERT_TRUE(elsewhere.has_value());
  EXPECT_TRUE(elsewhere->items.empty());
}

TEST_P(ClientContract, ListWithUnknownFieldSelectorIsBadRequest) {
  const auto listed = client().list(api::kinds::config_map(), {.field_selector = "data.text=1"});
  ASSERT_FALSE(listed.has_value());
  EXPECT_EQ(listed.error().code, Code::kBadRequest);
}

TEST_P(ClientContract, WatchFromListSeesEveryLaterChangeInOrder) {
  must_create(api::kinds::config_map(), config_map("old", "1"));
  auto watch =
      must_watch(api::kinds::config_map(), {.ns = "default", .resource_version = revision_now()});
  ASSERT_NE(watch, nullptr);
  Object a = must_create(api::kinds::config_map(), config_map("a", "1"));
  a["data"]["text"] = "2";
  ASSERT_TRUE(client().update(api::kinds::config_map(), a).has_value());
  ASSERT_TRUE(client().remove(api::kinds::config_map(), in_default("a"), {}).has_value());
  EXPECT_EQ(next_event(*watch), "ADDED a");
  EXPECT_EQ(next_event(*watch), "MODIFIED a");
  EXPECT_EQ(next_event(*watch), "DELETED a");
}

TEST_P(ClientContract, WatchWithoutRevisionStartsWithTheCurrentState) {
  must_create(api::kinds::config_map(), labelled("a", "web"));
  must_create(api::kinds::config_map(), labelled("b", "db"));
  auto watch = must_watch(api::kinds::config_map(), {.ns = "default", .label_selector = "app=web"});
  ASSERT_NE(watch, nullptr);
  EXPECT_EQ(next_event(*watch), "ADDED a");
  must_create(api::kinds::config_map(), labelled("c", "web"));
  EXPECT_EQ(next_event(*watch), "ADDED c");
}

TEST_P(ClientContract, ListsAndWatchesLeaveOutWhoOwnsFields) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto read = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_TRUE(read.has_value());
  EXPECT_NE((*read)->find("metadata", "managedFields"), nullptr);
  const auto listed = client().list(api::kinds::config_map(), {.ns = "default"});
  ASSERT_TRUE(listed.has_value() && listed->items.size() == 1);
  EXPECT_EQ(listed->items.front()->find("metadata", "managedFields"), nullptr);
  auto watch = must_watch(api::kinds::config_map(), {.ns = "default"});
  ASSERT_NE(watch, nullptr);
  const auto event = watch->next(kPatience);
  ASSERT_TRUE(event.has_value() && event->has_value());
  EXPECT_EQ((*event)->object->find("metadata", "managedFields"), nullptr);
}

TEST_P(ClientContract, ApplyingCreatesChangesAndConflicts) {
  const auto apply = [&](const char* text, bool force) {
    return client().patch(
        api::kinds::config_map(), in_default("a"),
        {.type = PatchType::kApply, .body = config_map("a", text), .force = force});
  };
  ASSERT_TRUE(apply("1", false).has_value());
  const Value patch = json::Object{{"data", json::Object{{"text", "2"}}}};
  ASSERT_TRUE(
      client().patch(api::kinds::config_map(), in_default("a"), {.body = patch}).has_value());
  const auto refused = apply("3", false);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kConflict);
  const auto forced = apply("3", true);
  ASSERT_TRUE(forced.has_value()) << forced.error().message;
  EXPECT_EQ((*forced)->at("data", "text").as_string(), "3");
}

TEST_P(ClientContract, WatchWithSelectorSeesObjectsEnterAndLeave) {
  auto watch = must_watch(
      api::kinds::config_map(),
      {.ns = "default", .label_selector = "app=web", .resource_version = revision_now()});
  ASSERT_NE(watch, nullptr);
  must_create(api::kinds::config_map(), labelled("a", "db"));
  ASSERT_TRUE(client().update(api::kinds::config_map(), labelled("a", "web")).has_value());
  ASSERT_TRUE(client().update(api::kinds::config_map(), labelled("a", "other")).has_value());
  ASSERT_TRUE(client().remove(api::kinds::config_map(), in_default("a"), {}).has_value());
  must_create(api::kinds::config_map(), labelled("b", "web"));
  EXPECT_EQ(next_event(*watch), "ADDED a");
  EXPECT_EQ(next_event(*watch), "DELETED a");
  EXPECT_EQ(next_event(*watch), "ADDED b");
}

TEST_P(ClientContract, StoppedWatchIsCancelled) {
  auto watch = must_watch(api::kinds::config_map(), {.resource_version = revision_now()});
  ASSERT_NE(watch, nullptr);
  watch->stop();
  const auto event = watch->next(kPatience);
  ASSERT_FALSE(event.has_value());
  EXPECT_EQ(event.error().code, Code::kCancelled);
}

TEST_P(ClientContract, WatchWithNothingToSayReturnsNothingInTime) {
  auto watch = must_watch(api::kinds::config_map(),
                          {.resource_version = revision_now(), .bookmarks = false});
  ASSERT_NE(watch, nullptr);
  const auto event = watch->next(std::chrono::milliseconds(1));
  ASSERT_TRUE(event.has_value()) << event.error().message;
  EXPECT_FALSE(event->has_value());
}

TEST_P(ClientContract, WatchFromForgottenRevisionIsExpired) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const std::string old = revision_now();
  must_create(api::kinds::config_map(), config_map("b", "1"));
  if (!world().forget_history()) {
    GTEST_SKIP() << "this cluster cannot forget on demand";
  }
  auto watch = client().watch(api::kinds::config_map(), {.resource_version = old});
  if (!watch.has_value()) {
    EXPECT_EQ(watch.error().code, Code::kExpired);
    return;
  }
  const auto event = (*watch)->next(kPatience);
  ASSERT_FALSE(event.has_value());
  EXPECT_EQ(event.error().code, Code::kExpired);
}

TEST_P(ClientContract, BindingAssignsThePodOnce) {
  must_create(api::kinds::pod(), pod("a"));
  const Value binding = json::Object{
      {"apiVersion", "v1"},
      {"kind", "Binding"},
      {"metadata", json::Object{{"name", "a"}, {"namespace", "default"}}},
      {"target", json::Object{{"apiVersion", "v1"}, {"kind", "Node"}, {"name", "node-1"}}}};
  const auto bound =
      client().create_subresource(api::kinds::pod(), in_default("a"), "binding", binding);
  ASSERT_TRUE(bound.has_value()) << bound.error().message;
  const auto read = client().get(api::kinds::pod(), in_default("a"));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ((*read)->at("spec", "nodeName").as_string(), "node-1");
  const json::Value* scheduled = api::condition(**read, "PodScheduled");
  ASSERT_NE(scheduled, nullptr);
  EXPECT_EQ(scheduled->at("status").as_string(), "True");
  const auto again =
      client().create_subresource(api::kinds::pod(), in_default("a"), "binding", binding);
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().code, Code::kConflict);
}

}  // namespace sluice::client
