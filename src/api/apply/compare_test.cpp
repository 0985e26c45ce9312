// SPDX-License-Identifier: Apache-2.0
#include "api/apply/compare.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

struct Texts {
  std::string written;
  std::string removed;
};

Texts compared(const ValueType& type, std::string_view before, std::string_view after) {
  const Comparison result = compare(type, document(before), document(after));
  return {text_of(result.written), text_of(result.removed)};
}

TEST(Compare, SameDocumentsDoNotDiffer) {
  const char* text = R"({"spec":{"containers":[{"name":"a","image":"x"}]}})";
  EXPECT_TRUE(compare(pod_type(), document(text), document(text)).same());
}

TEST(Compare, ObjectsThatAreAlwaysThereAreNotWritten) {
  const auto result = compared(pod_type(), "{}",
                               R"({"spec":{"containers":[{"name":"a"}]},)"
                               R"("metadata":{"labels":{"x":"y"}},"status":{}})");
  EXPECT_EQ(result.written,
            R"({"f:metadata":{"f:labels":{".":{},"f:x":{}}},)"
            R"("f:spec":{"f:containers":{"k:{\"name\":\"a\"}":{".":{},"f:name":{}}}}})");
  EXPECT_EQ(result.removed, "{}");
}

TEST(Compare, LeavesMembersAndItemsComeAndGo) {
  const auto result = compared(
      pod_type(),
      R"({"metadata":{"labels":{"a":"1","b":"2"}},"spec":{"containers":[{"name":"x","image":"1"}]}})",
      R"({"metadata":{"labels":{"a":"1","c":"3"}},"spec":{"containers":[{"name":"x","image":"2"}]}})");
  EXPECT_EQ(result.written, R"({"f:metadata":{"f:labels":{"f:c":{}}},)"
                            R"("f:spec":{"f:containers":{"k:{\"name\":\"x\"}":{"f:image":{}}}}})");
  EXPECT_EQ(result.removed, R"({"f:metadata":{"f:labels":{"f:b":{}}}})");
}

TEST(Compare, AtomicValuesChangeAsAWhole) {
  const auto result =
      compared(pod_type(), R"({"spec":{"nodeSelector":{"a":"1"},"tolerations":[{"key":"a"}]}})",
               R"({"spec":{"nodeSelector":{"a":"1","b":"2"}}})");
  EXPECT_EQ(result.written, R"({"f:spec":{"f:nodeSelector":{}}})");
  EXPECT_EQ(result.removed, R"({"f:spec":{"f:tolerations":{}}})");
}

TEST(Compare, OrderOfItemsDoesNotMatter) {
  EXPECT_TRUE(compare(pod_type(),
                      document(R"({"spec":{"containers":[{"name":"a"},{"name":"b"}]}})"),
                      document(R"({"spec":{"containers":[{"name":"b"},{"name":"a"}]}})"))
                  .same());
}

TEST(Compare, SetsCompareByValue) {
  const auto result = compared(pod_type(), R"({"metadata":{"finalizers":["a","b"]}})",
                               R"({"metadata":{"finalizers":["b","c"]}})");
  EXPECT_EQ(result.written, R"({"f:metadata":{"f:finalizers":{"v:\"c\"":{}}}})");
  EXPECT_EQ(result.removed, R"({"f:metadata":{"f:finalizers":{"v:\"a\"":{}}}})");
}

TEST(Compare, EmptyIsNotMissing) {
  const auto result = compared(pod_type(), R"({"metadata":{}})", R"({"metadata":{"labels":{}}})");
  EXPECT_EQ(result.written, R"({"f:metadata":{"f:labels":{}}})");
}

TEST(Compare, TwinsHaveOneOwnerTogether) {
  const char* twins =
      R"({"spec":{"containers":[{"name":"a","image":"1"},{"name":"a","image":"2"}]}})";
  const char* single = R"({"spec":{"containers":[{"name":"a","image":"1"}]}})";
  EXPECT_TRUE(compare(pod_type(), document(twins), document(twins)).same());
  const auto became = compared(pod_type(), single, twins);
  EXPECT_EQ(became.written, R"({"f:spec":{"f:containers":{"k:{\"name\":\"a\"}":{}}}})");
  EXPECT_EQ(
      became.removed,
      R"({"f:spec":{"f:containers":{"k:{\"name\":\"a\"}":{".":{},"f:image":{},"f:name":{}}}}})");
  const auto gone = compared(pod_type(), twins, single);
  EXPECT_EQ(
      gone.written,
      R"({"f:spec":{"f:containers":{"k:{\"name\":\"a\"}":{".":{},"f:image":{},"f:name":{}}}}})");
}

TEST(Compare, UndescribedValuesCompareByWhatTheyAre) {
  const auto result = compared(ValueType::deduced(), R"({"a":{"b":1,"l":[1]},"s":1})",
                               R"({"a":{"b":1,"l":[2]},"s":{"t":1}})");
  EXPECT_EQ(result.written, R"({"f:a":{"f:l":{}},"f:s":{".":{},"f:t":{}}})");
  EXPECT_EQ(result.removed, "{}");
}

}  // namespace
}  // namespace sluice::api
