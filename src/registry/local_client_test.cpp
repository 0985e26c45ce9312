// SPDX-License-Identifier: Apache-2.0
#include "registry/local_client.h"

#include <gtest/gtest.h>

#include "client/client_contract.h"
#include "registry/test_cluster.h"

namespace sluice::client {
namespace {

class LocalCluster final : public ClientUnderTest {
 public:
  Client& client() override { return client_; }
  bool forget_history() override {
    return cluster_.store->compact(cluster_.store->revision()).has_value();
  }

 private:
  registry::TestCluster cluster_;
  registry::LocalClient client_{cluster_.registry, cluster_.clock};
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(Local, ClientContract, testing::Values(ClientFactory([] {
                           return std::unique_ptr<ClientUnderTest>(
                               std::make_unique<LocalCluster>());
                         })));

}  // namespace sluice::client

namespace sluice::registry {
namespace {

TEST(LocalClient, BookmarksComeOnceAMinute) {
  TestCluster cluster;
  LocalClient client(cluster.registry, cluster.clock);
  const auto watch = std::move(client.watch(api::kinds::pod(), {})).value();
  EXPECT_FALSE(watch->next(Duration::zero())->has_value());
  cluster.clock.advance(std::chrono::minutes(1));
  const auto event = watch->next(Duration::zero());
  ASSERT_TRUE(event.has_value() && event->has_value());
  EXPECT_EQ((*event)->type, client::EventType::kBookmark);
  EXPECT_EQ(api::resource_version(*(*event)->object), std::to_string(cluster.store->revision()));
  EXPECT_FALSE(watch->next(Duration::zero())->has_value());
}

// Refuses everybody, by name.
class NameTeller final : public Admitter {
 public:
  Result<bool> mutate(Attributes&, Mutations&) const override { return false; }
  Result<void> validate(const Attributes& request) const override {
    return fail(Code::kForbidden, request.user.at("username").as_string());
  }
};

TEST(LocalClient, EveryWriteIsMadeInTheNameOfItsUser) {
  TestCluster cluster;
  cluster.create_config_map("m");
  const NameTeller teller;
  cluster.registry.admit_with(teller);
  LocalClient client(cluster.registry, cluster.clock, "tool", json::Object{{"username", "ann"}});
  const api::Kind& maps = api::kinds::config_map();
  const api::Key key{"default", "m"};
  client::Object object = *std::move(client.get(maps, key)).value();
  EXPECT_EQ(client.remove(maps, key, {}).error().message, "ann");
  object["data"] = json::Object{{"a", "b"}};
  EXPECT_EQ(client.update(maps, object, client::Part::kMain).error().message, "ann");
  object["metadata"] = json::Object{{"name", "n"}, {"namespace", "default"}};
  EXPECT_EQ(client.create(maps, object).error().message, "ann");
}

TEST(LocalClient, UnknownSubresourceIsNotFound) {
  TestCluster cluster;
  LocalClient client(cluster.registry, cluster.clock);
  const auto answer = client.create_subresource(api::kinds::pod(), {"default", "a"}, "nope", {});
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error().code, Code::kNotFound);
}

}  // namespace
}  // namespace sluice::registry
