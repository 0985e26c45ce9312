// SPDX-License-Identifier: Apache-2.0
#include "apiserver/request_info.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

RequestInfo parse(const std::string& method, const std::string& target) {
  return request_info({.method = method, .target = http::parse_target(target).value()});
}

std::string summary(const std::string& method, const std::string& target) {
  const RequestInfo info = parse(method, target);
  if (!info.is_resource) {
    return info.verb + " " + info.path;
  }
  return info.verb + " " + info.group + "/" + info.version + " ns=" + info.ns + " " +
         info.full_resource() + " " + info.name;
}

TEST(RequestInfo, ReadsTheResourceGrammar) {
  EXPECT_EQ(summary("GET", "/api/v1/pods"), "list /v1 ns= pods ");
  EXPECT_EQ(summary("GET", "/api/v1/pods?watch=true"), "watch /v1 ns= pods ");
  EXPECT_EQ(summary("GET", "/api/v1/pods?watch=false"), "list /v1 ns= pods ");
  EXPECT_EQ(summary("GET", "/api/v1/namespaces/a/pods/b"), "get /v1 ns=a pods b");
  EXPECT_EQ(summary("GET", "/api/v1/namespaces/a/pods/b/log"), "get /v1 ns=a pods/log b");
  EXPECT_EQ(summary("POST", "/apis/batch/v1/namespaces/a/jobs"), "create batch/v1 ns=a jobs ");
  EXPECT_EQ(summary("PUT", "/apis/batch/v1/namespaces/a/jobs/j/status"),
            "update batch/v1 ns=a jobs/status j");
  EXPECT_EQ(summary("PATCH", "/api/v1/nodes/n"), "patch /v1 ns= nodes n");
  EXPECT_EQ(summary("DELETE", "/api/v1/nodes/n"), "delete /v1 ns= nodes n");
  EXPECT_EQ(summary("DELETE", "/api/v1/namespaces/a/pods"), "deletecollection /v1 ns=a pods ");
}

TEST(RequestInfo, OneObjectIsWatchedByTheOldPathOnly) {
  EXPECT_EQ(summary("GET", "/api/v1/namespaces/a/pods/b?watch=true"), "get /v1 ns=a pods b");
  EXPECT_EQ(summary("GET", "/api/v1/watch/namespaces/a/pods/b"), "watch /v1 ns=a pods b");
  EXPECT_EQ(summary("GET", "/apis/batch/v1/watch/jobs"), "watch batch/v1 ns= jobs ");
}

TEST(RequestInfo, NamespacesAreResourcesToo) {
  EXPECT_EQ(summary("GET", "/api/v1/namespaces"), "list /v1 ns= namespaces ");
  EXPECT_EQ(summary("GET", "/api/v1/namespaces/a"), "get /v1 ns=a namespaces a");
  EXPECT_EQ(summary("PUT", "/api/v1/namespaces/a/finalize"),
            "update /v1 ns=a namespaces/finalize a");
}

TEST(RequestInfo, TellsWhetherThePathGoesThroughANamespace) {
  for (const char* path : {"/api/v1/namespaces/a/pods", "/api/v1/namespaces/a/namespaces/b",
                           "/api/v1/watch/namespaces/a/pods"}) {
    EXPECT_TRUE(parse("GET", path).through_namespace) << path;
  }
  for (const char* path : {"/api/v1/pods", "/api/v1/namespaces", "/api/v1/namespaces/a",
                           "/api/v1/namespaces/a/status"}) {
    EXPECT_FALSE(parse("GET", path).through_namespace) << path;
  }
}

TEST(RequestInfo, ListsAndWatchesMaySelectOneName) {
  const auto selected = [](const std::string& method, const std::string& target) {
    return parse(method, target).selected;
  };
  EXPECT_EQ(selected("GET", "/api/v1/secrets?fieldSelector=type!%3Dx,metadata.name%3Da"), "a");
  EXPECT_EQ(selected("GET", "/api/v1/secrets?watch=1&fieldSelector=metadata.name%3D%3Da"), "a");
  EXPECT_EQ(selected("GET", "/api/v1/secrets?fieldSelector=type!%3Dx%5C,metadata.name%3Da"), "")
      << "no selector, as the sign in the value is not escaped";
  EXPECT_EQ(selected("GET", "/api/v1/secrets?fieldSelector=type!%3Dx%5C,metadata.name%5C%3Da"), "");
  EXPECT_EQ(selected("GET", "/api/v1/watch/secrets?fieldSelector=metadata.name%3Da"), "");
  for (const char* method : {"POST", "DELETE", "PUT", "PATCH"}) {
    EXPECT_EQ(selected(method, "/api/v1/secrets?fieldSelector=metadata.name%3Da"), "") << method;
  }
}

TEST(RequestInfo, OtherPathsAreNoResources) {
  for (const char* path : {"/", "/healthz", "/api", "/api/v1", "/apis/batch", "/apis/batch/v1",
                           "/api//v1/pods", "/api/v1/a/b/c/d", "/openapi/v3/api/v1"}) {
    EXPECT_FALSE(parse("GET", path).is_resource) << path;
  }
}

TEST(Flag, IsSetUnlessZeroOrFalse) {
  const auto target = http::parse_target("/?a&b=True&c=1&d=0&e=False").value();
  EXPECT_TRUE(flag(target, "a") && flag(target, "b") && flag(target, "c"));
  EXPECT_FALSE(flag(target, "d") || flag(target, "e") || flag(target, "missing"));
}

TEST(RequestInfo, KeepsWhatFollowsAProxy) {
  const auto info = [](const std::string& target) {
    return request_info({.method = "GET", .target = http::parse_target(target).value()});
  };
  const auto pod = info("/api/v1/namespaces/proxy/pods/https:web:80/proxy/a//b/?watch=true");
  EXPECT_EQ(pod.full_resource(), "pods/proxy");
  EXPECT_EQ(pod.ns, "proxy");
  EXPECT_EQ(pod.name, "https:web:80");
  EXPECT_EQ(pod.subpath, "/a//b/");
  EXPECT_EQ(pod.verb, "get") << "the parameters are the backend's";
  EXPECT_EQ(info("/api/v1/nodes/n/proxy/metrics").subpath, "/metrics");
  EXPECT_EQ(info("/api/v1/nodes/n/proxy/").subpath, "/");
  EXPECT_EQ(info("/api/v1/nodes/n/proxy").subpath, "");
  EXPECT_EQ(info("/api/v1/namespaces/proxy/pods").subpath, "");
}

}  // namespace
}  // namespace sluice::apiserver
