// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "client/client.h"
#include "controllers/builtin.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "rough_client.h"
#include "runtime/informers.h"
#include "runtime/manager.h"
#include "store/store.h"

namespace sluice {

inline constexpr const char* kWorldAuthority = "the authority of this world";
// What is signed in this world: it looks like a certificate.
inline constexpr const char* kWorldCertificate =
    "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n";

// A whole control plane in memory with a fake clock. The test plays user and kubelet, for whom the
// weather is always fair. Waits are for changes; they fail the test after twenty real seconds
// without one. Controllers that died are replaced while the test waits.
class World : public testing::Test {
 protected:
  using Test = std::function<bool(const client::Object&)>;
  using Objects = std::vector<client::ObjectPtr>;

  using Names = std::span<const std::string_view>;

  // With these controllers.
  explicit World(Weather weather = Weather::kFair, Names names = controllers::Builtin::names());
  ~World() override;

  // Kills the controllers and starts new ones that know nothing but what is stored.
  void restart_controllers();
  // There are none until they are restarted.
  void stop_controllers();

  client::Object create(const api::Kind& kind, std::string_view text);
  client::Object get(const api::Kind& kind, const api::Key& key);
  bool exists(const api::Kind& kind, const api::Key& key);
  Objects list(const api::Kind& kind);  // in the namespace default

  // Returns when an object is as asked.
  client::Object await(const api::Kind& kind, const api::Key& key, const Test& test);
  void await_gone(const api::Kind& kind, const api::Key& key);
  // Returns when the objects in the namespace default are as asked.
  Objects await_all(const api::Kind& kind, const std::function<bool(const Objects&)>& test);

  // As a user would: these fields of the spec, or the image of the container "c" in its template.
  void patch_spec(const api::Kind& kind, const api::Key& key, const json::Object& spec);
  void set_image(const api::Kind& kind, const api::Key& key, const char* image);
  static const std::string& image(const client::Object& pod);  // of its first container

  // As the kubelet would.
  void set_phase(const client::Object& pod, std::string_view phase);
  void set_ready(const client::Object& pod);      // and running
  void create_ready_node(std::string_view name);  // which lives while the test waits
  void fall_silent(const std::string& node);
  // The pod's processes have ended after its deletion.
  void finish_deletion(const client::Object& pod);

  // While the test waits, time flies: so much of it in every hundredth of a second.
  void let_time_fly(Duration by) { pace_ = by; }

  FakeClock clock_;
  const TemporaryDirectory volumes_;  // of claims
  std::unique_ptr<store::Store> store_;
  registry::Registry registry_;
  registry::LocalClient local_client_;
  client::Client& client_ = local_client_;

 private:
  struct Controllers;

  bool await_change(client::Watch& watch);
  void patch_pod_status(const client::Object& pod, const json::Object& status);
  void renew_leases();

  const Weather weather_;
  const std::vector<std::string_view> names_;
  Duration pace_;
  std::set<std::string> living_;  // nodes
  WallTime renewed_;
  std::optional<client::WatchEvent> last_event_;
  std::unique_ptr<Controllers> controllers_;
};

// For scenarios that must end the same in every weather: TEST_P, and
// INSTANTIATE_TEST_SUITE_P(, MyTest, in_every_weather(), weather_name).
class RoughWorld : public World, public testing::WithParamInterface<Weather> {
 protected:
  explicit RoughWorld(Names names = controllers::Builtin::names()) : World(GetParam(), names) {}
};

inline auto in_every_weather() {
  return testing::Values(Weather::kFair, Weather::kStormy, Weather::kLethal);
}
inline std::string weather_name(const testing::TestParamInfo<Weather>& info) {
  return to_string(info.param);
}

}  // namespace sluice
