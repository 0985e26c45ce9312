// SPDX-License-Identifier: Apache-2.0
#include "registry/event_expiry.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

using std::chrono::minutes;

class EventExpiryTest : public testing::Test {
 protected:
  void create(const std::string& name) {
    cluster_.create(api::kinds::event(), R"({"metadata":{"name":")" + name +
                                             R"("},"involvedObject":{"namespace":"default"}})");
  }
  void write_again(const std::string& name) {
    const auto patched = cluster_.registry.patch(
        api::kinds::event(),
        {.key = {"default", name},
         .patch = {client::PatchType::kMerge, json_of(R"({"count":2})")},
         .options = {.field_manager = "test"}});
    ASSERT_TRUE(patched) << patched.error().message;
  }
  // In steps in which the thread looks.
  void pass(minutes time) {
    for (minutes left = time; left > minutes(0); left -= minutes(5)) {
      cluster_.clock.await_waiters(1);
      cluster_.clock.advance(std::min(left, minutes(5)));
    }
    cluster_.clock.await_waiters(1);
  }
  std::string left() {
    std::string names;
    const auto events = cluster_.registry.list(api::kinds::event(), {});
    for (const StoredObject& item : events->items) {
      names += api::name(item.decode().value()) + " ";
    }
    return names;
  }

  TestCluster cluster_;
};

TEST_F(EventExpiryTest, RemovesWhatWasNotWrittenForSoLong) {
  create("before");
  const EventExpiry expiry(*cluster_.store, cluster_.clock, std::chrono::hours(1));
  pass(minutes(20));
  create("during");
  create("again");
  const auto watch = cluster_.registry.watch(
      api::kinds::event(), {.resource_version = std::to_string(cluster_.store->revision())});
  pass(minutes(40));
  write_again("again");
  const store::Revision quiet = cluster_.store->revision();
  EXPECT_EQ(left(), "again before during ");
  pass(minutes(10));
  EXPECT_EQ(left(), "again during ");
  EXPECT_EQ(cluster_.store->revision(), quiet + 1) << "nothing but the removal is written";
  pass(minutes(20));
  EXPECT_EQ(left(), "again ");
  pass(minutes(40));
  EXPECT_EQ(left(), "");
  int deleted = 0;
  while (const auto event = (*watch)->try_next().value()) {
    deleted += event->type == client::EventType::kDeleted ? 1 : 0;
  }
  EXPECT_EQ(deleted, 3);
}

TEST_F(EventExpiryTest, LooksAtAllPagesAndAtNothingElse) {
  for (int i = 0; i < 1100; ++i) {
    create("e" + std::to_string(i));
  }
  cluster_.create_config_map("stays");
  const EventExpiry expiry(*cluster_.store, cluster_.clock, minutes(30));
  pass(minutes(40));
  EXPECT_EQ(left(), "");
  EXPECT_TRUE(cluster_.exists(api::kinds::config_map(), "stays"));
}

}  // namespace
}  // namespace sluice::registry
