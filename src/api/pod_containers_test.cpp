// SPDX-License-Identifier: Apache-2.0
#include "api/pod_containers.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

TEST(PodContainers, SidecarsAreAlwaysRestarted) {
  EXPECT_TRUE(is_sidecar(json::parse(R"({"name":"a","restartPolicy":"Always"})").value()));
  EXPECT_FALSE(is_sidecar(json::parse(R"({"name":"a","restartPolicy":"Never"})").value()));
  EXPECT_FALSE(is_sidecar(json::parse(R"({"name":"a"})").value()));
}

}  // namespace
}  // namespace sluice::api
