// SPDX-License-Identifier: Apache-2.0
#include "apiserver/metrics/request_metrics.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

std::string page_after(const http::Request& request, bool known = true) {
  RequestMetrics metrics;
  const RequestInfo info = request_info(request);
  metrics.count({request, info, known, 201, std::chrono::milliseconds(30)});
  Exposition page;
  metrics.write(page);
  return page.take();
}

http::Request request_of(std::string method, std::string_view target) {
  http::Request request;
  request.method = std::move(method);
  request.target = http::parse_target(target).value();
  return request;
}

bool has(const std::string& page, std::string_view line) {
  return page.find(std::string(line) + "\n") != std::string::npos;
}

TEST(RequestMetrics, CountByWhatWasAskedFor) {
  const std::string page =
      page_after(request_of("POST", "/apis/apps/v1/namespaces/a/deployments?dryRun=All"));
  EXPECT_TRUE(has(page, R"(apiserver_request_total{code="201",component="apiserver",dry_run="All",)"
                        R"(group="apps",resource="deployments",scope="namespace",subresource="",)"
                        R"(verb="POST",version="v1"} 1)"))
      << page;
}

TEST(RequestMetrics, BucketsHoldEverythingThatWasFaster) {
  const std::string page = page_after(request_of("GET", "/api/v1/nodes/n"));
  const std::string labels =
      R"(component="apiserver",dry_run="",group="",resource="nodes",scope="resource",)"
      R"(subresource="",verb="GET",version="v1")";
  const std::string bucket = "apiserver_request_duration_seconds_bucket{" + labels;
  EXPECT_TRUE(has(page, bucket + R"(,le="0.025"} 0)")) << page;
  EXPECT_TRUE(has(page, bucket + R"(,le="0.05"} 1)")) << page;
  EXPECT_TRUE(has(page, bucket + R"(,le="+Inf"} 1)")) << page;
  EXPECT_TRUE(has(page, "apiserver_request_duration_seconds_count{" + labels + "} 1")) << page;
}

TEST(RequestMetrics, WatchesHaveNoDuration) {
  const std::string page = page_after(request_of("GET", "/api/v1/pods?watch=true"));
  EXPECT_NE(page.find(R"(verb="WATCH")"), std::string::npos);
  EXPECT_EQ(page.find("_bucket"), std::string::npos);
}

TEST(RequestMetrics, WhatIsNotServedSharesOneRow) {
  RequestMetrics metrics;
  for (const char* target : {"/api/v1/mistakes", "/apis/x/v1/mistakes", "/nowhere"}) {
    const http::Request request = request_of("GET", target);
    const RequestInfo info = request_info(request);
    metrics.count({request, info, false, 404, {}});
  }
  Exposition page;
  metrics.write(page);
  const std::string text = page.take();
  EXPECT_TRUE(has(text,
                  R"(apiserver_request_total{code="404",component="apiserver",dry_run="",group="",)"
                  R"(resource="",scope="",subresource="",verb="other",version=""} 3)"))
      << text;
}

}  // namespace
}  // namespace sluice::apiserver
