// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/remote_descriptions.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::apiserver {
namespace {

class RemoteDescriptionsTest : public testing::Test {
 protected:
  RemoteDescriptionsTest() {
    service_.group = "ext.io";
    service_.version = "v1";
    pages_ = {{"/apis/ext.io/v1", R"({"resources":[]})"},
              {"/openapi/v2", R"({"paths":{}})"},
              {"/openapi/v3",
               R"({"paths":{"apis/ext.io/v1":{"serverRelativeURL":"/openapi/v3/x?hash=1"}}})"}};
  }

  Result<void> read() {
    return descriptions_.read(
        service_,
        [&](const std::string& path, const std::string& tag) -> Result<RemoteDescriptions::Answer> {
          asked_.push_back(path + " " + tag);
          const auto found = pages_.find(path);
          if (found == pages_.end()) {
            return fail(Code::kNotFound, "no " + path);
          }
          const bool known = tag == found->second;
          return RemoteDescriptions::Answer{known ? "" : found->second, found->second, known};
        });
  }

  ApiService service_;
  std::map<std::string, std::string> pages_;
  std::vector<std::string> asked_;
  RemoteDescriptions descriptions_;
};

TEST_F(RemoteDescriptionsTest, NothingIsKnownOfAServerThatWasNeverAsked) {
  const auto known = descriptions_.of(service_);
  EXPECT_FALSE(known->fresh);
  EXPECT_TRUE(known->resources.is_null());
}

TEST_F(RemoteDescriptionsTest, AnAnswerIsKept) {
  ASSERT_TRUE(read());
  const auto known = descriptions_.of(service_);
  EXPECT_TRUE(known->fresh);
  EXPECT_EQ(json::write(known->resources), R"({"resources":[]})");
  EXPECT_EQ(json::write(known->openapi_v2), R"({"paths":{}})");
  EXPECT_EQ(known->openapi_v3_path, "/openapi/v3/x?hash=1");
}

TEST_F(RemoteDescriptionsTest, WhatWasKnownGetsStaleWhenTheServerIsSilent) {
  ASSERT_TRUE(read());
  pages_.clear();
  const auto failed = read();
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "no /apis/ext.io/v1");
  const auto known = descriptions_.of(service_);
  EXPECT_FALSE(known->fresh);
  EXPECT_FALSE(known->resources.is_null());
  EXPECT_FALSE(known->openapi_v2.is_null());
}

TEST_F(RemoteDescriptionsTest, OpenApiIsReadAgainOnlyWhenItChanged) {
  ASSERT_TRUE(read());
  const auto epoch = descriptions_.epoch();
  asked_.clear();
  ASSERT_TRUE(read());
  EXPECT_EQ(asked_[1], R"(/openapi/v2 {"paths":{}})");
  EXPECT_EQ(descriptions_.epoch(), epoch);
  EXPECT_EQ(json::write(descriptions_.of(service_)->openapi_v2), R"({"paths":{}})");
  pages_["/openapi/v2"] = R"({"paths":{"/apis/ext.io/v1/":{}}})";
  ASSERT_TRUE(read());
  EXPECT_NE(descriptions_.epoch(), epoch);
}

TEST_F(RemoteDescriptionsTest, AServerMayHaveNoOpenApi) {
  pages_.erase("/openapi/v2");
  pages_["/openapi/v3"] = "nonsense";
  ASSERT_TRUE(read());
  EXPECT_TRUE(descriptions_.of(service_)->fresh);
  EXPECT_TRUE(descriptions_.of(service_)->openapi_v2.is_null());
  EXPECT_EQ(descriptions_.of(service_)->openapi_v3_path, "");
}

}  // namespace
}  // namespace sluice::apiserver
