// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/labels.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::controllers::endpoints {
namespace {

TEST(EndpointLabels, TheServicesOwnLabelsAreTakenOver) {
  const auto service = json::parse(R"({"metadata":{"labels":{"team":"a",
      "endpointslice.kubernetes.io/managed-by":"forged"}},"spec":{"clusterIP":"None"}})");
  EXPECT_EQ(json::write(labels_from(*service)),
            R"({"team":"a","service.kubernetes.io/headless":""})");
}

}  // namespace
}  // namespace sluice::controllers::endpoints
