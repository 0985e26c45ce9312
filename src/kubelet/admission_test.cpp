// SPDX-License-Identifier: Apache-2.0
#include "kubelet/admission.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::kubelet {
namespace {

client::ObjectPtr pod(const std::string& uid, int port, const std::string& status = "{}") {
  return std::make_shared<const client::Object>(*json::parse(
      R"({"metadata":{"uid":")" + uid + R"(","creationTimestamp":"2026-01-01T00:00:00Z"},
          "spec":{"containers":[{"ports":[{"containerPort":80,"hostPort":)" +
      std::to_string(port) + R"(}]}]},"status":)" + status + "}"));
}

constexpr const char* kStarted = R"({"phase":"Running","startTime":"2026-01-01T00:00:01Z"})";

TEST(Admission, AHostPortIsGivenOnce) {
  const auto holder = pod("z", 8080, kStarted);
  const auto refused = refusal_of(*pod("a", 8080), {holder});
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->reason, "NodePorts");
  EXPECT_FALSE(refusal_of(*pod("a", 8081), {holder}).has_value());
  EXPECT_FALSE(refusal_of(*pod("a", 0), {holder}).has_value());
}

TEST(Admission, WhoIsOverHoldsNoPort) {
  EXPECT_FALSE(
      refusal_of(*pod("a", 8080),
                 {pod("z", 8080, R"({"phase":"Failed","startTime":"2026-01-01T00:00:01Z"})")})
          .has_value());
}

TEST(Admission, OfTwoNewOnesExactlyOneIsTaken) {
  const auto a = pod("a", 8080);
  const auto b = pod("b", 8080);
  EXPECT_FALSE(refusal_of(*a, {a, b}).has_value());
  EXPECT_TRUE(refusal_of(*b, {a, b}).has_value());
}

}  // namespace
}  // namespace sluice::kubelet
