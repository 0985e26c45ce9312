// SPDX-License-Identifier: Apache-2.0
#include "registry/definitions.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

const api::Kind& definitions() {
  return api::kinds::custom_resource_definition();
}

struct WidgetCluster : TestCluster {
  WidgetCluster() { create(definitions(), json::write(api::widget_definition())); }

  api::KindPtr widget() { return registry.catalog().find_resource("example.com", "v1", "widgets"); }
  json::Value definition() { return get(definitions(), "widgets.example.com"); }
};

std::string status_of(const json::Value& definition, std::string_view type) {
  const json::Value* found = api::condition(definition, type);
  return found == nullptr ? "" : found->at("status").as_string();
}

TEST(Definitions, ANewOneIsEstablishedAndServed) {
  WidgetCluster cluster;
  const json::Value definition = cluster.definition();
  EXPECT_EQ(status_of(definition, "Established"), "True");
  EXPECT_EQ(status_of(definition, "NamesAccepted"), "True");
  EXPECT_EQ(definition.at("status", "acceptedNames", "kind").as_string(), "Widget");
  EXPECT_EQ(json::write(definition.at("status", "storedVersions")), R"(["v1"])");
  EXPECT_EQ(definition.at("metadata", "generation").as_int(), 1);
  ASSERT_NE(cluster.widget(), nullptr);
}

TEST(Definitions, InstancesAreObjectsLikeAnyOther) {
  WidgetCluster cluster;
  const auto kind = cluster.widget();
  const json::Value made = cluster.create(
      *kind, R"({"metadata":{"name":"w"},"spec":{"color":"red","typo":1},"status":{"x":1}})");
  EXPECT_EQ(json::write(made.at("spec")), R"({"color":"red","replicas":1})");
  EXPECT_EQ(made.find("status"), nullptr);
  EXPECT_EQ(made.at("metadata", "generation").as_int(), 1);

  json::Value changed = made;
  changed["spec"]["color"] = "green";
  const auto updated = cluster.registry.update(*kind, {api::key(made), changed});
  ASSERT_TRUE(updated) << updated.error().message;
  EXPECT_EQ(updated->object.decode()->at("metadata", "generation").as_int(), 2);

  changed = *updated->object.decode();
  changed["status"]["replicas"] = 3;
  changed["metadata"]["labels"]["a"] = "b";
  const auto status = cluster.registry.update(*kind, {api::key(made), changed, "status"});
  ASSERT_TRUE(status) << status.error().message;
  const json::Value shown = *status->object.decode();
  EXPECT_EQ(shown.at("status", "replicas").as_int(), 3);
  EXPECT_EQ(shown.find("metadata", "labels"), nullptr);
  EXPECT_EQ(shown.at("metadata", "generation").as_int(), 2);
}

TEST(Definitions, InstancesObeyTheirSchema) {
  WidgetCluster cluster;
  const auto refused =
      cluster.registry.create(*cluster.widget(), "default",
                              json_of(R"({"metadata":{"name":"w"},"spec":{"color":"blue"}})"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kInvalid);
  EXPECT_NE(refused.error().message.find("supported values: \"red\", \"green\""),
            std::string::npos);
}

TEST(Definitions, ABadOneIsRefusedAndServesNothing) {
  TestCluster cluster;
  json::Value definition = api::widget_definition();
  definition["spec"]["scope"] = "Everywhere";
  EXPECT_FALSE(cluster.registry.create(definitions(), "", definition));
  EXPECT_TRUE(cluster.registry.catalog().snapshot()->custom.empty());
}

TEST(Definitions, DeletionTakesInstancesAlong) {
  WidgetCluster cluster;
  const auto kind = cluster.widget();
  cluster.create(*kind, R"({"metadata":{"name":"w"},"spec":{"color":"red"}})");
  const auto watch = cluster.registry.watch(
      *kind, {.resource_version = std::to_string(cluster.store->revision())});
  ASSERT_TRUE(watch);
  const auto removed = cluster.registry.remove(definitions(), {.key = {"", "widgets.example.com"}});
  ASSERT_TRUE(removed) << removed.error().message;
  EXPECT_FALSE(cluster.exists(definitions(), "widgets.example.com"));
  EXPECT_EQ(cluster.widget(), nullptr);
  EXPECT_TRUE(cluster.registry.list(*kind, {})->items.empty());
  const auto event = (*watch)->try_next();
  ASSERT_TRUE(event && event->has_value());
  EXPECT_EQ((*event)->type, client::EventType::kDeleted);
}

TEST(Definitions, DeletionWaitsForInstancesWithFinalizers) {
  WidgetCluster cluster;
  const auto kind = cluster.widget();
  cluster.create(*kind, R"({"metadata":{"name":"w","finalizers":["hold.example.com"]},
                            "spec":{"color":"red"}})");
  ASSERT_TRUE(cluster.registry.remove(definitions(), {.key = {"", "widgets.example.com"}}));
  EXPECT_EQ(status_of(cluster.definition(), "Terminating"), "True");
  ASSERT_NE(cluster.widget(), nullptr);
  json::Value held = cluster.get(*kind, "w");
  EXPECT_TRUE(api::is_being_deleted(held));
  held["metadata"].erase("finalizers");
  ASSERT_TRUE(cluster.registry.update(*cluster.widget(), {api::key(held), held}));
  EXPECT_FALSE(cluster.exists(definitions(), "widgets.example.com"));
}

// The instances that are stored.
std::size_t stored_widgets(const TestCluster& cluster) {
  return cluster.store->range("/registry/example.com/widgets/", "", 0, 0)->records.size();
}

Result<Removed> remove_definition(TestCluster& cluster,
                                  const std::string& name = "widgets.example.com") {
  return cluster.registry.remove(definitions(), {.key = {"", name}});
}

// Refuses everything that is about widgets.
class NoWidgets final : public Admitter {
 public:
  Result<bool> mutate(Attributes& request, Mutations&) const override {
    TRY(validate(request));
    return false;
  }
  Result<void> validate(const Attributes& request) const override {
    return request.kind.kind == "Widget" ? fail(Code::kForbidden, "no") : Result<void>();
  }
};

TEST(Definitions, DeletionAsksNobodyAboutInstances) {
  const NoWidgets admitter;
  WidgetCluster cluster;
  cluster.create(*cluster.widget(), R"({"metadata":{"name":"w"},"spec":{"color":"red"}})");
  cluster.registry.admit_with(admitter);
  ASSERT_FALSE(cluster.registry.remove(*cluster.widget(), {.key = {"default", "w"}}));
  ASSERT_TRUE(remove_definition(cluster));
  EXPECT_FALSE(cluster.exists(definitions(), "widgets.example.com"));
  EXPECT_EQ(stored_widgets(cluster), 0U);
}

TEST(Definitions, DeletionNeedsNoConversion) {
  TestCluster cluster;
  json::Value definition = api::widget_definition();
  json::Value second = definition["spec"]["versions"].array()[0];
  second["name"] = "v2";
  second["storage"] = false;
  definition["spec"]["versions"].array().push_back(second);
  definition["spec"]["conversion"] = json_of(
      R"({"strategy":"Webhook","webhook":{"clientConfig":{"url":"https://example.com/"},
          "conversionReviewVersions":["v1"]}})");
  int asked = 0;
  cluster.registry.convert_with(
      [&asked](const json::Value&, const std::string&, json::Array) -> Result<json::Array> {
        ++asked;
        return fail(Code::kUnavailable, "the webhook is dead");
      });
  cluster.create(definitions(), json::write(definition));
  const auto kind = cluster.registry.catalog().find_resource("example.com", "v1", "widgets");
  cluster.create(*kind, R"({"metadata":{"name":"w"},"spec":{"color":"red"}})");
  json::Value moved = cluster.get(definitions(), "widgets.example.com");
  moved["spec"]["versions"].array()[0]["storage"] = false;
  moved["spec"]["versions"].array()[1]["storage"] = true;
  ASSERT_TRUE(cluster.registry.update(definitions(), {api::key(moved), moved}));
  ASSERT_TRUE(remove_definition(cluster));
  EXPECT_FALSE(cluster.exists(definitions(), "widgets.example.com"));
  EXPECT_EQ(stored_widgets(cluster), 0U);
  EXPECT_EQ(asked, 0);
}

TEST(Definitions, DeletionNeedsNoVersionThatIsServed) {
  WidgetCluster cluster;
  cluster.create(*cluster.widget(), R"({"metadata":{"name":"w"},"spec":{"color":"red"}})");
  json::Value definition = cluster.definition();
  definition["spec"]["versions"].array()[0]["served"] = false;
  ASSERT_TRUE(cluster.registry.update(definitions(), {api::key(definition), definition}));
  ASSERT_EQ(cluster.widget(), nullptr);
  ASSERT_TRUE(remove_definition(cluster));
  EXPECT_FALSE(cluster.exists(definitions(), "widgets.example.com"));
  EXPECT_EQ(stored_widgets(cluster), 0U);
}

TEST(Definitions, DeletionIsTriedAgainWhenAnInstanceCouldNotBeRemoved) {
  WidgetCluster cluster;
  cluster.create(*cluster.widget(), R"({"metadata":{"name":"w"},"spec":{"color":"red"}})");
  const std::string place = "/registry/example.com/widgets/default/x";
  const auto write = [](std::string text) { return [text](store::Revision) { return text; }; };
  ASSERT_TRUE(cluster.store->put(place, store::Expect::absent(), write("damaged")));
  ASSERT_TRUE(remove_definition(cluster));
  const json::Value waiting = cluster.definition();
  EXPECT_EQ(status_of(waiting, "Terminating"), "True");
  EXPECT_EQ(api::condition(waiting, "Terminating")->at("reason").as_string(),
            "InstanceDeletionFailed");
  EXPECT_EQ(stored_widgets(cluster), 1U) << "the others are gone";

  ASSERT_TRUE(cluster.store->put(place, store::Expect::anything(),
                                 write(R"({"metadata":{"name":"x","namespace":"default"}})")));
  cluster.create_config_map("soon");
  EXPECT_TRUE(cluster.exists(definitions(), "widgets.example.com")) << "not at every write";
  cluster.clock.advance(std::chrono::seconds(5));
  cluster.create_config_map("later");
  EXPECT_FALSE(cluster.exists(definitions(), "widgets.example.com"));
  EXPECT_EQ(stored_widgets(cluster), 0U);
}

TEST(Definitions, AnInstanceThatComesTooLateDoesNotStay) {
  WidgetCluster cluster;
  const auto kind = cluster.widget();
  WriteOptions options;
  options.check = [&](const json::Value&, const json::Value*) -> Result<void> {
    EXPECT_TRUE(remove_definition(cluster));
    return {};
  };
  const auto late = cluster.registry.create(
      *kind, "default", json_of(R"({"metadata":{"name":"w"},"spec":{"color":"red"}})"), options);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, Code::kNotFound);
  EXPECT_EQ(stored_widgets(cluster), 0U);
}

TEST(Definitions, AnInstanceMayStayWhenItsVersionIsNotServedAnyMore) {
  WidgetCluster cluster;
  const auto kind = cluster.widget();
  WriteOptions options;
  options.check = [&](const json::Value&, const json::Value*) -> Result<void> {
    json::Value definition = cluster.definition();
    definition["spec"]["versions"].array()[0]["served"] = false;
    EXPECT_TRUE(cluster.registry.update(definitions(), {api::key(definition), definition}));
    return {};
  };
  ASSERT_TRUE(cluster.registry.create(
      *kind, "default", json_of(R"({"metadata":{"name":"w"},"spec":{"color":"red"}})"), options));
  EXPECT_EQ(stored_widgets(cluster), 1U);
}

TEST(Definitions, DeletionLeavesObjectsOfABuiltInKindAlone) {
  TestCluster cluster;
  json::Value definition = api::widget_definition();
  definition["metadata"]["name"] = "leases.coordination.k8s.io";
  definition["metadata"]["annotations"]["api-approved.kubernetes.io"] = "unapproved, for a test";
  definition["spec"]["group"] = "coordination.k8s.io";
  definition["spec"]["names"] = json_of(R"({"plural":"leases","kind":"Widget"})");
  cluster.create(definitions(), json::write(definition));
  const api::Kind& lease = *api::find_kind("coordination.k8s.io/v1", "Lease");
  cluster.create(lease, R"({"metadata":{"name":"l"}})");
  ASSERT_TRUE(remove_definition(cluster, "leases.coordination.k8s.io"));
  EXPECT_FALSE(cluster.exists(definitions(), "leases.coordination.k8s.io"));
  EXPECT_TRUE(cluster.exists(lease, "l"));
}

TEST(Definitions, AreServedAgainAfterARestart) {
  WidgetCluster cluster;
  Registry again(*cluster.store, cluster.clock);
  ASSERT_TRUE(again.bootstrap());
  EXPECT_NE(again.catalog().find_kind("example.com/v1", "Widget"), nullptr);
}

TEST(Definitions, NamesInUseAreNotAccepted) {
  WidgetCluster cluster;
  json::Value rival = api::widget_definition();
  rival["metadata"]["name"] = "gadgets.example.com";
  rival["spec"]["names"] = json_of(R"({"plural":"gadgets","kind":"Widget"})");
  cluster.create(definitions(), json::write(rival));
  EXPECT_EQ(status_of(cluster.get(definitions(), "gadgets.example.com"), "NamesAccepted"), "False");
  EXPECT_EQ(cluster.registry.catalog().find_resource("example.com", "v1", "gadgets"), nullptr);
  ASSERT_TRUE(cluster.registry.remove(definitions(), {.key = {"", "widgets.example.com"}}));
  EXPECT_NE(cluster.registry.catalog().find_resource("example.com", "v1", "gadgets"), nullptr)
      << "a name set free goes to who waits for it";
}

TEST(Definitions, TheirWritersAreWarned) {
  TestCluster cluster;
  json::Value definition = api::widget_definition();
  json::Value& schema =
      definition["spec"]["versions"].array().front()["schema"]["openAPIV3Schema"]["properties"];
  schema["spec"]["properties"]["color"]["format"] = "odd";
  Notes notes;
  ASSERT_TRUE(cluster.registry.create(definitions(), "", definition, {.by = {.notes = &notes}}));
  EXPECT_EQ(notes.warnings, std::vector<std::string>{"unrecognized format \"odd\""});
}

TEST(Definitions, WhoKeepsWhatANewRuleForbidsIsWarned) {
  WidgetCluster cluster;
  json::Value widget = cluster.create(
      *cluster.widget(), R"({"metadata":{"name":"w"},"spec":{"color":"red","replicas":1}})");
  json::Value definition = cluster.definition();
  json::Value& schema =
      definition["spec"]["versions"].array().front()["schema"]["openAPIV3Schema"]["properties"];
  schema["spec"]["properties"]["color"]["x-kubernetes-validations"] =
      json::Array{json::Object{{"rule", "self == 'green'"}, {"message", "red is out"}}};
  ASSERT_TRUE(cluster.registry.update(definitions(), {{"", "widgets.example.com"}, definition}));
  widget["spec"]["replicas"] = 2;
  Notes notes;
  const auto written = cluster.registry.update(
      *cluster.widget(),
      {.key = {"default", "w"}, .object = widget, .options = {.by = {.notes = &notes}}});
  ASSERT_TRUE(written) << written.error().message;
  ASSERT_EQ(notes.warnings.size(), 1U);
  EXPECT_EQ(notes.warnings.front(), "spec.color: Invalid value: \"red\": red is out");
}

}  // namespace
}  // namespace sluice::registry
