// SPDX-License-Identifier: Apache-2.0
#include "world.h"

#include <utility>

#include "base/timestamp.h"
#include "json/text.h"

namespace sluice {

namespace {

constexpr std::chrono::seconds kPatience{20};
constexpr std::chrono::milliseconds kTick{10};
constexpr std::chrono::seconds kLeaseInterval{10};

// Requests of this world are all of one node, and every certificate is the same.
controllers::Notary world_notary() {
  using controllers::Notary;
  return {.read =
              [](const std::string&) {
                return Result<Notary::Subject>(
                    {.name = "system:node:n", .organizations = {"system:nodes"}});
              },
          .sign = [](const Notary::Order&) { return Result<std::string>(kWorldCertificate); },
          .expires = nullptr};
}

// The author of what is named "trusted" may ask for the certificate of any node.
Result<bool> world_review(const client::Object& request, const std::string& subresource) {
  return api::name(request) == "trusted" && subresource == "nodeclient";
}

Result<std::string> world_token(const client::Object& account, const client::Object& secret) {
  return api::name(account) + "/" + api::name(secret);
}

}  // namespace

struct World::Controllers {
  Controllers(client::Client& server, Clock& clock, Weather weather,
              const controllers::Builtin::Options& options)
      : client(server, weather),
        informers(client, clock),
        builtin(client, informers, clock, options),
        manager(clock) {
    manager.add(informers);
    builtin.add_to(manager);
    const auto started = manager.start();
    EXPECT_TRUE(started.has_value()) << started.error().message;
  }
  ~Controllers() {
    const auto stopped = manager.stop(kPatience);
    EXPECT_TRUE(stopped.has_value()) << stopped.error().message;
  }

  RoughClient client;
  runtime::Informers informers;
  controllers::Builtin builtin;
  runtime::Manager manager;
};

World::World(Weather weather, Names names)
    : store_(std::move(store::open_store(store::memory_backend())).value()),
      registry_(*store_, clock_),
      local_client_(registry_, clock_),
      weather_(weather),
      names_(names.begin(), names.end()),
      pace_(kTick) {
  EXPECT_TRUE(registry_.bootstrap().has_value());
  restart_controllers();
}

World::~World() = default;

void World::stop_controllers() {
  controllers_.reset();
}

void World::restart_controllers() {
  stop_controllers();
  const controllers::Builtin::Options options{.catalog = &registry_.catalog(),
                                              .names = names_,
                                              .ca_pem = kWorldAuthority,
                                              .volumes = volumes_.path(),
                                              .notary = world_notary(),
                                              .review = world_review,
                                              .tokens = world_token};
  controllers_ = std::make_unique<Controllers>(client_, clock_, weather_, options);
}

client::Object World::create(const api::Kind& kind, std::string_view text) {
  client::Object object = json::parse(text).value();
  object["apiVersion"] = kind.api_version();
  object["kind"] = kind.kind;
  if (kind.namespaced && api::ns(object).empty()) {
    object["metadata"]["namespace"] = "default";
  }
  const auto created = client_.create(kind, object);
  EXPECT_TRUE(created.has_value()) << created.error().message;
  return created.has_value() ? **created : client::Object();
}

client::Object World::get(const api::Kind& kind, const api::Key& key) {
  const auto found = client_.get(kind, key);
  EXPECT_TRUE(found.has_value()) << found.error().message;
  return found.has_value() ? **found : client::Object();
}

bool World::exists(const api::Kind& kind, const api::Key& key) {
  return client_.get(kind, key).has_value();
}

World::Objects World::list(const api::Kind& kind) {
  const auto listed = client_.list(kind, {.ns = "default"});
  EXPECT_TRUE(listed.has_value()) << listed.error().message;
  return listed.has_value() ? listed->items : Objects();
}

// Time goes on while nothing happens: retries are due some milliseconds later.
bool World::await_change(client::Watch& watch) {
  for (Duration waited{0}; waited < kPatience; waited += kTick) {
    if (controllers_->client.dead()) {
      restart_controllers();
    }
    last_event_ = watch.next(kTick).value_or(std::nullopt);
    if (last_event_.has_value()) {
      return true;
    }
    clock_.advance(pace_);
    if (clock_.now() - renewed_ >= kLeaseInterval) {
      renew_leases();
    }
  }
  return false;
}

void World::renew_leases() {
  renewed_ = clock_.now();
  const json::Value spec = json::Object{{"renewTime", format_rfc3339_micro(renewed_)}};
  for (const std::string& node : living_) {
    const auto renewed = client_.patch(api::kinds::lease(), {"kube-node-lease", node},
                                       {client::PatchType::kMerge, json::Object{{"spec", spec}}});
    EXPECT_TRUE(renewed.has_value()) << renewed.error().message;
  }
}

void World::fall_silent(const std::string& node) {
  living_.erase(node);
}

client::Object World::await(const api::Kind& kind, const api::Key& key, const Test& test) {
  const auto watch = client_.watch(kind, {.ns = key.ns});
  EXPECT_TRUE(watch.has_value());
  for (;;) {
    if (!await_change(**watch)) {
      ADD_FAILURE() << api::to_string(key) << " never became as expected: "
                    << (exists(kind, key) ? json::write_pretty(get(kind, key)) : "it is gone");
      return {};
    }
    const client::WatchEvent& seen = *last_event_;
    if (seen.type != client::EventType::kDeleted && api::key(*seen.object) == key &&
        test(*seen.object)) {
      return *seen.object;
    }
  }
}

void World::await_gone(const api::Kind& kind, const api::Key& key) {
  const auto watch = client_.watch(kind, {.ns = key.ns});
  EXPECT_TRUE(watch.has_value());
  while (exists(kind, key)) {
    if (!await_change(**watch)) {
      FAIL() << api::to_string(key) << " never went away: " << json::write_pretty(get(kind, key));
    }
  }
}

World::Objects World::await_all(const api::Kind& kind,
                                const std::function<bool(const Objects&)>& test) {
  const auto watch = client_.watch(kind, {.ns = "default"});
  EXPECT_TRUE(watch.has_value());
  for (;;) {
    Objects objects = list(kind);
    if (test(objects)) {
      return objects;
    }
    if (!await_change(**watch)) {
      ADD_FAILURE() << "the " << kind.plural << " never became as expected; there are "
                    << objects.size();
      return objects;
    }
  }
}

void World::patch_spec(const api::Kind& kind, const api::Key& key, const json::Object& spec) {
  const auto patched =
      client_.patch(kind, key, {client::PatchType::kStrategicMerge, json::Object{{"spec", spec}}});
  EXPECT_TRUE(patched.has_value()) << patched.error().message;
}

void World::set_image(const api::Kind& kind, const api::Key& key, const char* image) {
  const json::Object container{{"name", "c"}, {"image", image}};
  const json::Object spec{{"containers", json::Array{container}}};
  patch_spec(kind, key, {{"template", json::Object{{"spec", spec}}}});
}

const std::string& World::image(const client::Object& pod) {
  return pod.at("spec", "containers").as_array()[0].at("image").as_string();
}

void World::set_phase(const client::Object& pod, std::string_view phase) {
  patch_pod_status(pod, {{"phase", phase}});
}

void World::set_ready(const client::Object& pod) {
  const json::Object ready{
      {"type", "Ready"}, {"status", "True"}, {"lastTransitionTime", format_rfc3339(clock_.now())}};
  patch_pod_status(pod, {{"phase", "Running"}, {"conditions", json::Array{ready}}});
}

void World::patch_pod_status(const client::Object& pod, const json::Object& status) {
  const auto patched = client_.patch(api::kinds::pod(), api::key(pod),
                                     {client::PatchType::kMerge, json::Object{{"status", status}}},
                                     client::Part::kStatus);
  EXPECT_TRUE(patched.has_value()) << patched.error().message;
}

void World::create_ready_node(std::string_view name) {
  create(api::kinds::node(), R"({"metadata":{"name":")" + std::string(name) + R"("}})");
  const auto status = json::parse(R"({"status":{"conditions":[{"type":"Ready","status":"True"}],
                      "allocatable":{"cpu":"64","memory":"256Gi","pods":"10000"}}})");
  const auto patched = client_.patch(api::kinds::node(), {"", std::string(name)},
                                     {client::PatchType::kMerge, *status}, client::Part::kStatus);
  EXPECT_TRUE(patched.has_value()) << patched.error().message;
  create(api::kinds::lease(),
         R"({"metadata":{"namespace":"kube-node-lease","name":")" + std::string(name) + R"("}})");
  living_.insert(std::string(name));
}

void World::finish_deletion(const client::Object& pod) {
  const auto removed = client_.remove(api::kinds::pod(), api::key(pod),
                                      {.grace_period_seconds = 0, .uid = api::uid(pod)});
  EXPECT_TRUE(removed.has_value()) << removed.error().message;
}

}  // namespace sluice
