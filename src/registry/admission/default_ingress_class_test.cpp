// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/admission/rules.h"
#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(DefaultIngressClass, IsUsedWhereNoneIsNamed) {
  TestCluster cluster;
  const api::Kind* ingresses = api::find_resource("networking.k8s.io", "v1", "ingresses");
  cluster.create(*api::find_resource("networking.k8s.io", "v1", "ingressclasses"),
                 R"({"metadata":{"name":"edge","annotations":
                     {"ingressclass.kubernetes.io/is-default-class":"true"}},
                     "spec":{"controller":"x.io/y"}})");
  const auto chosen = [&](std::string_view text) {
    json::Value ingress = json_of(text);
    Attributes request = creation(*ingresses, ingress);
    EXPECT_TRUE(default_ingress_class(*cluster.store, request));
    return ingress.at("spec", "ingressClassName").as_string();
  };
  EXPECT_EQ(chosen(R"({"metadata":{"name":"i"},"spec":{}})"), "edge");
  EXPECT_EQ(chosen(R"({"metadata":{"name":"i"},"spec":{"ingressClassName":"own"}})"), "own");
  EXPECT_EQ(chosen(R"({"metadata":{"name":"i","annotations":{"kubernetes.io/ingress.class":"x"}},
                       "spec":{}})"),
            "");
}

}  // namespace
}  // namespace sluice::registry
