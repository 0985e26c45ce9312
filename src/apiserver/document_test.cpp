// SPDX-License-Identifier: Apache-2.0
#include "apiserver/document.h"

#include <gtest/gtest.h>

namespace sluice::apiserver {
namespace {

const json::Value kStatus = json::Object{{"kind", "Status"}, {"apiVersion", "v1"}};

TEST(Document, IsWrittenInTheEncodingAskedFor) {
  EXPECT_EQ(write_document(kStatus, {}).value(), R"({"kind":"Status","apiVersion":"v1"})");
  EXPECT_EQ(write_document(kStatus, {.pretty = true}).value(),
            "{\n  \"kind\": \"Status\",\n  \"apiVersion\": \"v1\"\n}");
  EXPECT_EQ(write_document(kStatus, {.encoding = Encoding::kYaml}).value(),
            "apiVersion: v1\nkind: Status\n");
  const json::Value nested = json::Object{{"b", json::Array{json::Object{{"z", 1}, {"a", 2}}}},
                                          {"a", json::Object{{"y", 1}, {"x", 2}}}};
  EXPECT_EQ(write_document(nested, {.encoding = Encoding::kYaml}).value(),
            "a:\n  x: 2\n  \"y\": 1\nb:\n- a: 2\n  z: 1\n");
  const auto response = document_response(201, kStatus, {.encoding = Encoding::kProtobuf});
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.content_type, "application/vnd.kubernetes.protobuf");
  EXPECT_TRUE(response.body.starts_with(std::string("k8s\0", 4)));
}

TEST(Document, WithoutSuchAFormIsAnError) {
  const json::Value table = json::Object{{"kind", "Table"}, {"apiVersion", "meta.k8s.io/v1"}};
  EXPECT_EQ(document_response(200, table, {.encoding = Encoding::kProtobuf}).status, 501);
}

}  // namespace
}  // namespace sluice::apiserver
