// SPDX-License-Identifier: Apache-2.0
#include "api/quota/usage.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api::quota {
namespace {

json::Value of(std::string_view text) {
  return std::move(json::parse(text)).value();
}

std::string used(const Kind& kind, std::string_view object) {
  return listed(usage(kind, of(object), FakeClock().now()));
}

TEST(QuotaUsage, EveryObjectCounts) {
  EXPECT_EQ(used(kinds::job(), "{}"), "count/jobs.batch=1");
  EXPECT_EQ(used(kinds::config_map(), "{}"), "configmaps=1,count/configmaps=1");
  EXPECT_EQ(used(kinds::lease(), "{}"), "count/leases.coordination.k8s.io=1");
  EXPECT_FALSE(is_counted(kinds::event()));
  EXPECT_FALSE(is_counted(kinds::node()));
}

TEST(QuotaUsage, PodsCountWithWhatTheyRequest) {
  const char* pod = R"({"spec":{"containers":[{"name":"c","resources":{
      "requests":{"cpu":"1","memory":"1Gi","hugepages-2Mi":"2Mi","x.com/gpu":"2"},
      "limits":{"cpu":"2","x.com/gpu":"2","ephemeral-storage":"1G"}}}]}})";
  EXPECT_EQ(used(kinds::pod(), pod),
            "count/pods=1,cpu=1,hugepages-2Mi=2Mi,limits.cpu=2,limits.ephemeral-storage=1G,"
            "memory=1Gi,pods=1,requests.cpu=1,requests.hugepages-2Mi=2Mi,requests.memory=1Gi,"
            "requests.x.com/gpu=2");
}

TEST(QuotaUsage, PodsThatAreOverOnlyCountAsObjects) {
  EXPECT_EQ(used(kinds::pod(), R"({"status":{"phase":"Failed"}})"), "count/pods=1");
  EXPECT_EQ(used(kinds::pod(), R"({"metadata":{"deletionTimestamp":"2029-12-31T00:00:00Z",
                                   "deletionGracePeriodSeconds":30}})"),
            "count/pods=1");
  EXPECT_EQ(used(kinds::pod(), R"({"metadata":{"deletionTimestamp":"2030-01-01T00:00:00Z",
                                   "deletionGracePeriodSeconds":30}})"),
            "count/pods=1,pods=1");
}

TEST(QuotaUsage, ServicesCountTheirPorts) {
  EXPECT_EQ(used(kinds::service(), R"({"spec":{"type":"ClusterIP","ports":[{"port":1}]}})"),
            "count/services=1,services=1,services.loadbalancers=0,services.nodeports=0");
  EXPECT_EQ(used(kinds::service(), R"({"spec":{"type":"NodePort","ports":[{},{}]}})"),
            "count/services=1,services=1,services.loadbalancers=0,services.nodeports=2");
  EXPECT_EQ(used(kinds::service(), R"({"spec":{"type":"LoadBalancer","ports":[{},{}]}})"),
            "count/services=1,services=1,services.loadbalancers=1,services.nodeports=2");
  EXPECT_EQ(used(kinds::service(), R"({"spec":{"type":"LoadBalancer",
      "allocateLoadBalancerNodePorts":false,"ports":[{"nodePort":30000},{}]}})"),
            "count/services=1,services=1,services.loadbalancers=1,services.nodeports=1");
}

TEST(QuotaUsage, ClaimsCountTheirStorageAlsoByClass) {
  const char* claim = R"({"spec":{"storageClassName":"gold",
      "resources":{"requests":{"storage":"1Gi"}}},
      "status":{"allocatedResources":{"storage":"2Gi"}}})";
  EXPECT_EQ(used(kinds::persistent_volume_claim(), claim),
            "count/persistentvolumeclaims=1,"
            "gold.storageclass.storage.k8s.io/persistentvolumeclaims=1,"
            "gold.storageclass.storage.k8s.io/requests.storage=2Gi,"
            "persistentvolumeclaims=1,requests.storage=2Gi");
}

TEST(QuotaUsage, QuotasConcernTheKindsTheyName) {
  const auto hard = amounts_of(of(R"({"pods":1,"requests.x.com/gpu":1,"services":1,"secrets":1,
      "count/jobs.batch":1,"gold.storageclass.storage.k8s.io/requests.storage":1,
      "requests.hugepages-2Mi":1,"limits.cpu":1,"requests.storage":1})"));
  const auto concern = [&](const Kind& kind) { return listed(of_concern(kind, hard)); };
  EXPECT_EQ(concern(kinds::pod()),
            "limits.cpu=1,pods=1,requests.hugepages-2Mi=1,requests.x.com/gpu=1");
  EXPECT_EQ(concern(kinds::service()), "services=1");
  EXPECT_EQ(concern(kinds::secret()), "secrets=1");
  EXPECT_EQ(concern(kinds::job()), "count/jobs.batch=1");
  EXPECT_EQ(concern(kinds::persistent_volume_claim()),
            "gold.storageclass.storage.k8s.io/requests.storage=1,requests.storage=1");
  EXPECT_EQ(concern(kinds::config_map()), "");
}

TEST(QuotaUsage, PodsMustSayWhatIsCounted) {
  const auto hard = amounts_of(of(R"({"limits.cpu":1,"requests.memory":1,"pods":1})"));
  const auto unsaid = [&](const char* pod) { return left_unsaid(of(pod), hard).value_or(""); };
  EXPECT_EQ(unsaid(R"({"spec":{"containers":[{"name":"b"},
      {"name":"a","resources":{"limits":{"cpu":"1"}}}]}})"),
            "must specify limits.cpu for: b; requests.memory for: a,b");
  EXPECT_EQ(unsaid(R"({"spec":{"containers":[{"name":"a","resources":{
      "limits":{"cpu":"1"},"requests":{"memory":"1"}}}]}})"),
            "");
  EXPECT_EQ(unsaid(R"({"spec":{"resources":{"limits":{"cpu":"1"}},
                               "containers":[{"name":"a"}]}})"),
            "");
}

}  // namespace
}  // namespace sluice::api::quota
