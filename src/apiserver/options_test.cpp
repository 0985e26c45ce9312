// SPDX-License-Identifier: Apache-2.0
#include "apiserver/options.h"

#include <gtest/gtest.h>

#include "apiserver/body.h"
#include "apiserver/test_call.h"
#include "json/text.h"

namespace sluice::apiserver {
namespace {

TestCall ask(const std::string& target) {
  return {api::kinds::pod(), "GET", target};
}

Result<registry::RemoveRequest> removal(const std::string& query, const std::string& body) {
  const TestCall call(api::kinds::pod(), "DELETE", "/api/v1/namespaces/a/pods/b" + query, body);
  auto options = decode_delete_options(call.call());
  if (!options) {
    EXPECT_EQ(options.error().status, 400);
    return fail(Code::kBadRequest, options.error().body);
  }
  return remove_request(call.call(), std::move(*options));
}

TEST(ListOptions, AreTakenFromTheQuery) {
  const auto request = list_request(
      ask("/api/v1/namespaces/a/pods?labelSelector=x&fieldSelector=status.phase=Running&limit=5&"
          "continue=t&resourceVersion=7&resourceVersionMatch=Exact")
          .call());
  ASSERT_TRUE(request);
  EXPECT_EQ(request->ns, "a");
  EXPECT_EQ(request->label_selector, "x");
  EXPECT_EQ(request->field_selector, "status.phase=Running");
  EXPECT_EQ(request->limit, 5U);
  EXPECT_EQ(request->continue_token, "t");
  EXPECT_EQ(request->resource_version, "7");
  EXPECT_EQ(request->resource_version_match, "Exact");
}

TEST(ListOptions, RefuseWhatListsCannotDo) {
  EXPECT_EQ(list_request(ask("/api/v1/pods?limit=many").call()).error().code, Code::kBadRequest);
  EXPECT_EQ(list_request(ask("/api/v1/pods?sendInitialEvents=true").call()).error().code,
            Code::kInvalid);
}

TEST(WatchOptions, ANameNarrowsTheWatch) {
  const auto request =
      watch_request(ask("/api/v1/namespaces/a/pods/b?watch=1&allowWatchBookmarks=true").call());
  EXPECT_EQ(request->field_selector, "metadata.name=b");
  EXPECT_TRUE(request->bookmarks);
  EXPECT_EQ(request->send_initial_events, std::nullopt);
  EXPECT_EQ(watch_request(ask("/api/v1/pods?sendInitialEvents=false").call())->send_initial_events,
            false);
}

TEST(WatchOptions, ANameAndASelectorMustAgree) {
  const auto selector = [](const std::string& name, const std::string& query) {
    const auto request =
        watch_request(ask("/api/v1/watch/namespaces/a/pods/" + name + query).call());
    return request ? request->field_selector : request.error().message;
  };
  EXPECT_EQ(selector("b", "?fieldSelector=metadata.name%3Db,status.phase%3DRunning"),
            "metadata.name=b,status.phase=Running");
  EXPECT_EQ(selector("b", "?fieldSelector=,"), "metadata.name=b");
  EXPECT_EQ(selector("b%2Cc", ""), "metadata.name=b\\,c");
  const char* differs = "fieldSelector metadata.name doesn't match requested name";
  EXPECT_EQ(selector("b", "?fieldSelector=status.phase%3DRunning"), differs);
  EXPECT_EQ(selector("b", "?fieldSelector=metadata.name%3Dc"), differs);
  EXPECT_EQ(selector("b", "?fieldSelector=status.phase!%3Dx%5C"),
            "invalid field selector: invalid escape sequence: \\");
}

TEST(WatchOptions, TimeoutIsOptionalAndBounded) {
  EXPECT_EQ(*watch_timeout(ask("/api/v1/pods").call()), std::nullopt);
  EXPECT_EQ(*watch_timeout(ask("/api/v1/pods?timeoutSeconds=9").call()), std::chrono::seconds(9));
  EXPECT_EQ(*watch_timeout(ask("/api/v1/pods?timeoutSeconds=9223372036854775807").call()),
            std::chrono::hours(365 * 24));
  EXPECT_FALSE(watch_timeout(ask("/api/v1/pods?timeoutSeconds=soon").call()));
}

TEST(WriteOptions, NameTheValuesTheyKnow) {
  const auto options = [](const std::string& query) {
    return write_options(ask("/api/v1/pods?" + query).call(), "CreateOptions");
  };
  EXPECT_TRUE(options("dryRun=All")->dry_run);
  EXPECT_FALSE(options("")->dry_run);
  EXPECT_EQ(options("fieldValidation=Strict")->field_validation,
            registry::FieldValidation::kStrict);
  EXPECT_EQ(options("dryRun=no").error().message,
            "CreateOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value: [\"no\"]: "
            "supported values: \"All\"");
  EXPECT_EQ(options("fieldValidation=x").error().code, Code::kInvalid);
}

TEST(DeleteOptions, TheBodyGoesBeforeTheQuery) {
  const auto request = removal("?gracePeriodSeconds=5&propagationPolicy=Orphan",
                               R"({"gracePeriodSeconds":0,"preconditions":{"uid":"u",)"
                               R"("resourceVersion":"3"},"dryRun":["All"]})");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->options.grace_period_seconds, 0);
  EXPECT_EQ(request->options.propagation_policy, "Orphan");
  EXPECT_EQ(request->options.uid, "u");
  EXPECT_EQ(request->options.resource_version, "3");
  EXPECT_TRUE(request->dry_run);
  EXPECT_EQ(removal("?gracePeriodSeconds=5", "")->options.grace_period_seconds, 5);
}

TEST(DeleteOptions, RefuseContradictionsAndUnknownPolicies) {
  EXPECT_EQ(removal("", R"({"orphanDependents":true})")->options.propagation_policy, "Orphan");
  EXPECT_EQ(removal("?propagationPolicy=Foreground", R"({"orphanDependents":true})").error().code,
            Code::kInvalid);
  EXPECT_EQ(removal("?propagationPolicy=Sometimes", "").error().code, Code::kInvalid);
  EXPECT_EQ(removal("", R"({"gracePeriodSeconds":"x"})").error().code, Code::kBadRequest);
}

TEST(WriteOptions, TheFieldManagerIsNamedOrTheProgramThatAsks) {
  TestCall call(api::kinds::pod(), "POST", "/api/v1/namespaces/a/pods");
  call.header("User-Agent", "kubectl/v1.33 (linux)");
  EXPECT_EQ(write_options(call.call(), "CreateOptions")->field_manager, "kubectl");
  TestCall named(api::kinds::pod(), "POST", "/api/v1/namespaces/a/pods?fieldManager=me");
  named.header("User-Agent", "kubectl/v1.33");
  EXPECT_EQ(write_options(named.call(), "CreateOptions")->field_manager, "me");
}

TEST(WriteOptions, RefuseFieldManagersNobodyCanRead) {
  const auto refused = [](const std::string& name) {
    const TestCall call(api::kinds::pod(), "POST", "/api/v1/pods?fieldManager=" + name);
    const auto options = write_options(call.call(), "CreateOptions");
    return options ? "" : options.error().message;
  };
  EXPECT_EQ(refused(std::string(129, 'x')),
            "CreateOptions.meta.k8s.io \"\" is invalid: fieldManager: Too long: may not be more "
            "than 128 bytes");
  EXPECT_EQ(refused("a%07"),
            "CreateOptions.meta.k8s.io \"\" is invalid: fieldManager: Invalid value: "
            "\"a\\a\": invalid character U+0007 (at position 1)");
}

TEST(PatchOptions, ApplyingNeedsAManagerAndOnlyItMayForce) {
  const TestCall nameless(api::kinds::pod(), "PATCH", "/api/v1/namespaces/a/pods/b");
  EXPECT_EQ(patch_options(nameless.call(), client::PatchType::kApply).error().message,
            "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required "
            "for apply patch");
  const TestCall forced(api::kinds::pod(), "PATCH",
                        "/api/v1/namespaces/a/pods/b?fieldManager=me&force=true");
  EXPECT_EQ(patch_options(forced.call(), client::PatchType::kMerge).error().message,
            "PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for "
            "non-apply patch");
  const auto options = patch_options(forced.call(), client::PatchType::kApply);
  ASSERT_TRUE(options);
  EXPECT_TRUE(options->force);
  EXPECT_EQ(options->write.field_manager, "me");
}

}  // namespace
}  // namespace sluice::apiserver
