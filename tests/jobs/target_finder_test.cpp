// SPDX-License-Identifier: Apache-2.0
#include "jobs/target_finder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "json/text.h"
#include "registry/local_client.h"
#include "registry/registry.h"
#include "store/store.h"

namespace sluice::jobs {
namespace {

class TargetFinders : public testing::Test {
 protected:
  void write_secret(const std::string& user) {
    const json::Value secret = json::Object{
        {"metadata", json::Object{{"name", "login"}, {"namespace", "default"}}},
        {"data", json::Object{{"user", base64_encode(user)}, {"passwd", base64_encode("x")}}}};
    (void)client_.remove(api::kinds::secret(), {"default", "login"}, {});
    ASSERT_TRUE(client_.create(api::kinds::secret(), secret).has_value());
  }
  std::string user() {
    const auto target = finder_.of_job(*json::parse(
        R"({"metadata":{"namespace":"default","name":"job"},
            "spec":{"connection":{"host":"h","port":"22","secretName":"login"}}})"));
    return target ? user_of(*target) : target.error().message;
  }

  FakeClock clock_;
  std::unique_ptr<store::Store> store_ =
      std::move(store::open_store(store::memory_backend())).value();
  registry::Registry registry_{*store_, clock_};
  registry::LocalClient client_{registry_, clock_, "test"};
  runtime::Informer none_{client_, api::kinds::config_map(), clock_};
  int vault_reads_ = 0;
  TargetFinder finder_{{client_, clock_, none_, none_, "", "", [this](const std::string&) {
                          ++vault_reads_;
                          return Credentials{{"user", "v"}, {"passwd", "x"}};
                        }}};
};

TEST_F(TargetFinders, AChangedSecretIsFoundSoonAndAMissingOneAtOnce) {
  ASSERT_TRUE(registry_.bootstrap().has_value());
  EXPECT_THAT(user(), testing::HasSubstr("there is no Secret"));
  write_secret("first");
  EXPECT_EQ(user(), "first");
  write_secret("second");
  clock_.advance(std::chrono::seconds(2));
  EXPECT_EQ(user(), "second");
}

TEST_F(TargetFinders, ManyWhoAskAtATimeReadOnce) {
  json::Value connection = *json::parse(
      R"({"kind":"SlurmClusterConnection","metadata":{"name":"hpc","uid":"u","generation":1},
          "spec":{"ssh":{"host":"h","port":22,"vaultPath":"p"}}})");
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(finder_.of_connection(connection).has_value());
  }
  EXPECT_EQ(vault_reads_, 1);
  connection["metadata"]["generation"] = 2;
  EXPECT_TRUE(finder_.of_connection(connection).has_value());
  EXPECT_EQ(vault_reads_, 2);
}

}  // namespace
}  // namespace sluice::jobs
