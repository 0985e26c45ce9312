// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "api/meta.h"
#include "base/text.h"
#include "base/waiting.h"
#include "host_elsewhere.h"
#include "jobs/definition.h"
#include "jobs/operator.h"
#include "json/text.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "runtime/manager.h"
#include "store/store.h"

namespace sluice::jobs {

inline const api::Key kJob{"default", "job"};

// An operator on a real registry, and a cluster elsewhere that is a miniature.
class OperatorWorld : public testing::Test {
 protected:
  OperatorWorld() {
    EXPECT_TRUE(registry_.bootstrap().has_value());
    auto kinds = install_definitions(client_, clock_);
    EXPECT_TRUE(kinds.has_value()) << kinds.error().message;
    kinds_ = *kinds;
  }

  // An operator with its informers, running as long as this is there.
  struct Running {
    Running(OperatorWorld& world, OperatorOptions options, std::chrono::seconds stop_within)
        : informers(world.client_, world.clock_),
          the_operator(reaching(world.host_, std::move(options)), world.kinds_, world.client_,
                       world.clock_, informers),
          manager(world.clock_),
          within(stop_within) {
      manager.add(informers);
      manager.add(the_operator);
      EXPECT_TRUE(manager.start().has_value());
    }
    ~Running() { EXPECT_TRUE(manager.stop(within).has_value()); }

    static OperatorOptions reaching(HostElsewhere& host, OperatorOptions options) {
      options.connect = [&host](const Target& target, Cluster::OnNews on_news) {
        return host.connect(user_of(target), std::move(on_news));
      };
      return options;
    }

    runtime::Informers informers;
    Operator the_operator;
    runtime::Manager manager;
    const std::chrono::seconds within;
  };

  void create_secret(const std::string& ns) {
    const json::Value secret = json::Object{
        {"metadata", json::Object{{"name", "login"}, {"namespace", ns}}},
        {"data", json::Object{{"user", base64_encode("me")}, {"passwd", base64_encode("x")}}}};
    ASSERT_TRUE(client_.create(api::kinds::secret(), secret).has_value());
  }

  client::Object await_object(const api::Kind& kind, const api::Key& key,
                              const std::function<bool(const client::Object&)>& wanted,
                              const std::string& what, std::chrono::seconds patience) {
    client::ObjectPtr now;
    const bool came = wait_until(patience, [&] {
      const auto found = client_.get(kind, key);
      now = found ? *found : nullptr;
      return now != nullptr && wanted(*now);
    });
    EXPECT_TRUE(came) << "not " << what << " but "
                      << (now == nullptr ? "gone" : json::write(now->at("status")));
    return came ? *now : client::Object();
  }

  RealClock clock_;
  HostElsewhere host_{clock_};
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend())).value();
  registry::Registry registry_{*store_, clock_};
  registry::LocalClient local_client_{registry_, clock_, "test"};
  client::Client& client_ = local_client_;
  Kinds kinds_;
};

}  // namespace sluice::jobs
