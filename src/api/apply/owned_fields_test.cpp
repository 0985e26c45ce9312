// SPDX-License-Identifier: Apache-2.0
#include "api/apply/owned_fields.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

std::string owned(std::string_view text) {
  return text_of(owned_fields(pod_type(), document(text)));
}

TEST(OwnedFields, AreLeavesEntriesAndItems) {
  EXPECT_EQ(owned(R"({"metadata":{"labels":{"a":"b"}},"spec":{"nodeSelector":{"x":"y"},)"
                  R"("containers":[{"name":"c","ports":[{"containerPort":80}]}]}})"),
            R"({"f:metadata":{"f:labels":{"f:a":{}}},"f:spec":{"f:containers":{)"
            R"("k:{\"name\":\"c\"}":{".":{},"f:name":{},"f:ports":{)"
            R"("k:{\"containerPort\":80,\"protocol\":\"TCP\"}":{".":{},"f:containerPort":{}}}}},)"
            R"("f:nodeSelector":{}}})");
}

TEST(OwnedFields, EmptyAndNullObjectsAreOwnedThemselves) {
  EXPECT_EQ(owned(R"({"metadata":{"labels":{},"annotations":null},"spec":{"volumes":[]}})"),
            R"({"f:metadata":{"f:annotations":{},"f:labels":{}}})");
}

TEST(OwnedFields, OfTwinsOnlyTheirKeyIs) {
  EXPECT_EQ(owned(R"({"spec":{"containers":[{"name":"c"},{"name":"c"}]}})"),
            R"({"f:spec":{"f:containers":{"k:{\"name\":\"c\"}":{}}}})");
}

TEST(WithNamedFields, ClaimsTheFieldsAboveButNoEntries) {
  EXPECT_EQ(
      text_of(with_named_fields(pod_type(), fields(R"({"f:metadata":{"f:labels":{"f:a":{}}}})"))),
      R"({"f:metadata":{".":{},"f:labels":{".":{},"f:a":{}}}})");
  EXPECT_EQ(text_of(with_named_fields(
                pod_type(),
                fields(R"({"f:spec":{"f:containers":{"k:{\"name\":\"c\"}":{"f:image":{}}}}})"))),
            R"({"f:spec":{".":{},"f:containers":{".":{},"k:{\"name\":\"c\"}":{"f:image":{}}}}})");
}

TEST(WithAtomicFields, APartOfAnAtomicValueIsAllOfIt) {
  EXPECT_EQ(text_of(with_atomic_fields(
                pod_type(), fields(R"({"f:spec":{"f:nodeSelector":{"f:a":{}},"f:containers":)"
                                   R"({"k:{\"name\":\"c\"}":{"f:image":{}}}}})"))),
            R"({"f:spec":{"f:containers":{"k:{\"name\":\"c\"}":{"f:image":{}}},)"
            R"("f:nodeSelector":{}}})");
}

}  // namespace
}  // namespace sluice::api
