// SPDX-License-Identifier: Apache-2.0
#include "apiserver/health.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

std::optional<http::Response> ask(const char* target) {
  return health_response(http::parse_target(target).value());
}

TEST(Health, SaysOk) {
  for (const char* path : {"/healthz", "/livez", "/readyz", "/readyz/ping"}) {
    EXPECT_EQ(ask(path)->body, "ok") << path;
  }
  EXPECT_EQ(ask("/readyz?verbose")->body, "[+]ping ok\n[+]store ok\nreadyz check passed\n");
  EXPECT_EQ(ask("/readyz/unknown")->status, 404);
  EXPECT_FALSE(ask("/health"));
}

TEST(Version, IsTheKubernetesReleaseWeSpeak) {
  const auto version = version_document();
  EXPECT_EQ(version.at("major").as_string(), "1");
  EXPECT_EQ(version.at("minor").as_string(), "35");
  EXPECT_EQ(version.at("gitVersion").as_string(), "v1.35.8+sluice");
}

}  // namespace
}  // namespace sluice::apiserver
