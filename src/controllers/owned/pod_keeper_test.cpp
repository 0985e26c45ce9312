// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/pod_keeper.h"

#include <gtest/gtest.h>

#include <atomic>

#include "controllers/owned/pod_template.h"
#include "json/text.h"
#include "runtime/miniature_client.h"

namespace sluice::controllers::owned {
namespace {

class PodKeeperTest : public testing::Test {
 protected:
  FakeClock clock_;
  runtime::MiniatureClient client_;
  runtime::Informers informers_{client_, clock_};
  runtime::EventRecorder events_{client_, clock_, "test"};
  PodKeeper keeper_{{client_, informers_, events_, clock_}, api::kinds::replica_set()};
  const client::Object set_ = json::parse(R"({"apiVersion":"apps/v1","kind":"ReplicaSet",
    "metadata":{"name":"web","namespace":"ns","uid":"u"},"spec":{"template":{}}})")
                                  .value();
  const api::Key web_{"ns", "web"};

  client::Object pod(const std::string& name) {
    return new_pod(set_, set_.at("spec", "template"), name);
  }
};

TEST_F(PodKeeperTest, WaitsForACreatedPodUntilItIsSeen) {
  ASSERT_TRUE(keeper_.create(set_, pod("web-1")));
  EXPECT_GT(keeper_.wait(web_), Duration::zero());
}

TEST_F(PodKeeperTest, DoesNotWaitForARefusedPodButForOneWhoseAnswerWasLost) {
  client_.fail_next(1, Code::kForbidden);
  EXPECT_FALSE(keeper_.create(set_, pod("web-1")));
  EXPECT_EQ(keeper_.wait(web_), Duration::zero());
  client_.fail_next(1, Code::kTimeout);
  EXPECT_FALSE(keeper_.create(set_, pod("web-2")));
  EXPECT_GT(keeper_.wait(web_), Duration::zero());
}

TEST_F(PodKeeperTest, StopsAtTheFirstRefusal) {
  client_.fail_next(1, Code::kForbidden);
  std::atomic<int> made = 0;
  const auto make = [&](std::size_t) { return pod("web-" + std::to_string(++made)); };
  EXPECT_FALSE(keeper_.create_some(set_, 3, make));
  EXPECT_EQ(made, 1);
  EXPECT_TRUE(keeper_.create_some(set_, 3, make));
  EXPECT_EQ(made, 4);
}

TEST_F(PodKeeperTest, RemovesSeveralTogether) {
  Pods pods;
  for (const char* name : {"web-1", "web-2", "web-3"}) {
    pods.push_back(std::make_shared<const client::Object>(pod(name)));
    ASSERT_TRUE(client_.create(api::kinds::pod(), *pods.back()));
  }
  EXPECT_TRUE(keeper_.remove(set_, pods));
  EXPECT_TRUE(client_.list(api::kinds::pod(), {})->items.empty());
}

TEST_F(PodKeeperTest, RemovingWhatIsGoneIsDone) {
  EXPECT_TRUE(keeper_.remove(set_, pod("web-1")));
  EXPECT_EQ(keeper_.wait(web_), Duration::zero());
}

}  // namespace
}  // namespace sluice::controllers::owned
