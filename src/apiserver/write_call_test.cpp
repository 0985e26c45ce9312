// SPDX-License-Identifier: Apache-2.0
#include "apiserver/write_call.h"

#include <gtest/gtest.h>

#include "apiserver/test_call.h"

namespace sluice::apiserver {
namespace {

constexpr std::string_view kPod = R"({"metadata":{"name":"x","name":"y"}})";

TestCall post(const std::string& query, std::string_view body) {
  return {api::kinds::pod(), "POST", "/api/v1/namespaces/a/pods" + query, std::string(body)};
}

TEST(WriteCall, HasTheOptionsTheDocumentAndWhatItRepeats) {
  const TestCall request = post("?dryRun=All", kPod);
  const auto write = read_write(request.call(), "CreateOptions", decode_object);
  ASSERT_TRUE(write);
  EXPECT_TRUE(write->options.dry_run);
  EXPECT_EQ(write->options.duplicate_fields, std::vector<std::string>{"metadata.name"});
  EXPECT_EQ(write->document.at("kind").as_string(), "Pod");
}

TEST(WriteCall, OptionsAreReadBeforeTheBody) {
  const TestCall both = post("?dryRun=Some", "{");
  EXPECT_EQ(read_write(both.call(), "CreateOptions", decode_object).error().status, 422);
  const TestCall body = post("", "{");
  EXPECT_EQ(read_write(body.call(), "CreateOptions", decode_object).error().status, 400);
}

}  // namespace
}  // namespace sluice::apiserver
