// SPDX-License-Identifier: Apache-2.0
#include "apiserver/write_call.h"

#include <gtest/gtest.h>

#include "apiserver/test_call.h"
#include "json/text.h"

namespace sluice::apiserver {
namespace {

constexpr std::string_view kPod = R"({"metadata":{"name":"x","name":"y"}})";

TestCall post(const std::string& query, std::string_view body) {
  return {api::kinds::pod(), "POST", "/api/v1/namespaces/a/pods" + query, std::string(body)};
}

TEST(WriteCall, HasTheOptionsTheDocumentAndWhatItRepeats) {
  const TestCall request = post("?dryRun=All", kPod);
  const auto write = read_write(request.call(), "CreateOptions");
  ASSERT_TRUE(write);
  EXPECT_TRUE(write->options.dry_run);
  EXPECT_EQ(write->options.duplicate_fields, std::vector<std::string>{"metadata.name"});
  EXPECT_EQ(write->document.at("kind").as_string(), "Pod");
}

TEST(WriteCall, OptionsAreReadBeforeTheBody) {
  const TestCall both = post("?dryRun=Some", "{");
  EXPECT_EQ(read_write(both.call(), "CreateOptions").error().status, 422);
  const TestCall body = post("", "{");
  EXPECT_EQ(read_write(body.call(), "CreateOptions").error().status, 400);
}

TEST(WriteCall, PartsHaveTheirTypes) {
  const auto read = [](const std::string& part, const std::string& body) {
    const TestCall request(api::kinds::pod(), "POST", "/api/v1/namespaces/a/pods/p/" + part, body);
    auto write = read_part(request.call());
    return write ? write->warnings
                 : std::vector{json::parse(write.error().body)->at("message").as_string()};
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(read("binding", R"({"target":{"name":"n"}})"), Texts());
  EXPECT_EQ(read("binding", R"({"target":{"name":"n"},"a":1})"), Texts{R"(unknown field "a")"});
  EXPECT_EQ(read("binding", R"({"target":{"name":5}})"),
            Texts{R"(Binding in version "v1" cannot be handled as a Binding: json: cannot )"
                  "unmarshal number into Go struct field ObjectReference.target.name of type "
                  "string"});
  EXPECT_EQ(read("eviction", R"({"apiVersion":"policy/v1beta1","kind":"Eviction",)"
                             R"("deleteOptions":{"dryRun":"All"}})"),
            Texts{R"(Eviction in version "v1beta1" cannot be handled as a Eviction: json: cannot )"
                  "unmarshal string into Go struct field DeleteOptions.deleteOptions.dryRun of "
                  "type []string"});
}

}  // namespace
}  // namespace sluice::apiserver
