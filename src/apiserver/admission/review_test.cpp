// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/review.h"

#include <gtest/gtest.h>

#include "json/text.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

TEST(AdmissionReview, OfASubresourceHasTheKindOfItsBody) {
  registry::TestCluster cluster;
  json::Value scale = json_of(R"({"apiVersion":"autoscaling/v1","kind":"Scale"})");
  const api::Kind* deployments = api::find_resource("apps", "v1", "deployments");
  auto request = registry::creation(*deployments, scale);
  request.subresource = "scale";
  request.key = {"default", "web"};
  const json::Value document =
      admission_request(RequestView(request, cluster.registry), *deployments);
  EXPECT_EQ(json::write(document.at("kind")),
            R"({"group":"autoscaling","version":"v1","kind":"Scale"})");
  EXPECT_EQ(json::write(document.at("resource")),
            R"({"group":"apps","version":"v1","resource":"deployments"})");
  EXPECT_EQ(document.at("requestSubResource").as_string(), "scale");
}

TEST(AdmissionReview, PutsTheObjectsWhereTheyBelong) {
  const json::Value object = json_of(R"({"a":1})");
  const json::Value review = admission_review(
      "7", json_of(R"({"kind":{},"dryRun":false,"options":null})"), {&object, nullptr});
  EXPECT_EQ(json::write(review),
            R"({"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"7",)"
            R"("kind":{},"object":{"a":1},"oldObject":null,"dryRun":false,"options":null}})");
}

}  // namespace
}  // namespace sluice::apiserver
