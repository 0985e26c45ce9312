// SPDX-License-Identifier: Apache-2.0
#include "apiserver/health.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

std::optional<http::Response> ask(const char* target, const Result<void>& store = {}) {
  return health_response(http::parse_target(target).value(), store);
}

TEST(Health, SaysOk) {
  for (const char* path : {"/healthz", "/livez", "/readyz", "/readyz/ping"}) {
    EXPECT_EQ(ask(path)->body, "ok") << path;
  }
  EXPECT_EQ(ask("/readyz?verbose")->body, "[+]ping ok\n[+]store ok\nreadyz check passed\n");
  EXPECT_EQ(ask("/readyz/unknown")->status, 404);
  EXPECT_FALSE(ask("/health"));
}

TEST(Health, AStoreThatRefusesWritesShows) {
  const Result<void> full = fail(Code::kUnavailable, "disk full");
  for (const char* path : {"/healthz", "/livez", "/readyz", "/readyz?verbose"}) {
    const auto failed = ask(path, full);
    EXPECT_EQ(failed->status, 500) << path;
    EXPECT_TRUE(failed->body.starts_with("[+]ping ok\n[-]store failed: reason withheld\n")) << path;
  }
  EXPECT_TRUE(ask("/livez", full)->body.ends_with("\nlivez check failed\n"));
  EXPECT_EQ(ask("/readyz/store", full)->status, 500);
  EXPECT_EQ(ask("/readyz/store", full)->body, "internal server error: disk full\n");
  EXPECT_EQ(ask("/readyz/ping", full)->status, 200);
}

TEST(Health, ExcludedChecksDoNotCount) {
  const Result<void> full = fail(Code::kUnavailable, "disk full");
  EXPECT_EQ(ask("/readyz?exclude=store", full)->status, 200);
  EXPECT_EQ(ask("/readyz?exclude=store", full)->body, "ok");
  EXPECT_EQ(ask("/readyz?exclude=store&verbose", full)->body,
            "[+]ping ok\n[+]store excluded: ok\nreadyz check passed\n");
  EXPECT_EQ(ask("/livez?verbose=1&exclude=ping&exclude=store&exclude=ping", full)->body,
            "[+]ping excluded: ok\n[+]store excluded: ok\nlivez check passed\n");
  EXPECT_EQ(ask("/livez?exclude=ping", full)->status, 500);
}

TEST(Health, WhatIsNoCheckCannotBeExcluded) {
  EXPECT_EQ(ask("/livez?verbose&exclude=x&exclude=etcd")->body,
            "[+]ping ok\n[+]store ok\n"
            "warn: some health checks cannot be excluded: no matches for \"etcd\",\"x\"\n"
            "livez check passed\n");
  EXPECT_EQ(ask("/livez?exclude=x")->body, "ok");
}

TEST(Version, IsTheKubernetesReleaseWeSpeak) {
  const auto version = version_document();
  EXPECT_EQ(version.at("major").as_string(), "1");
  EXPECT_EQ(version.at("minor").as_string(), "35");
  EXPECT_EQ(version.at("gitVersion").as_string(), "v1.35.8+sluice");
}

}  // namespace
}  // namespace sluice::apiserver
