// SPDX-License-Identifier: Apache-2.0
#include "api/apply/check_config.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

std::string fault(std::string_view text) {
  const auto checked = check_config(*kinds::pod().schema, document(text));
  return checked ? "" : checked.error().message;
}

TEST(CheckConfig, AcceptsWhatFits) {
  EXPECT_EQ(fault(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"x","labels":null},)"
                  R"("spec":{"containers":[{"name":"a","resources":{"limits":{"cpu":1}},)"
                  R"("ports":[{"containerPort":80},{"containerPort":80,"protocol":"UDP"}]}]}})"),
            "");
}

TEST(CheckConfig, NamesUndeclaredFields) {
  EXPECT_EQ(fault(R"({"spec":{"foo":1}})"), ".spec.foo: field not declared in schema");
  EXPECT_EQ(fault(R"({"spec":{"containers":[{"name":"a","foo":1}]}})"),
            R"(.spec.containers[name="a"].foo: field not declared in schema)");
}

TEST(CheckConfig, NamesValuesOfWrongType) {
  EXPECT_EQ(fault(R"({"spec":{"hostNetwork":"x"}})"),
            R"(.spec.hostNetwork: expected boolean, got &{"x"})");
  EXPECT_EQ(fault(R"({"spec":{"priority":"x"}})"),
            ".spec.priority: expected numeric (int or float), got string");
  EXPECT_EQ(fault(R"({"spec":{"nodeName":5}})"),
            ".spec.nodeName: expected string, got &value.valueUnstructured{Value:5}");
  EXPECT_EQ(fault(R"({"spec":[]})"), ".spec: expected map, got &{[]}");
  EXPECT_EQ(fault(R"({"spec":{"containers":{}}})"), ".spec.containers: expected list, got &{{}}");
}

TEST(CheckConfig, ItemsNeedAnIdentityOfTheirOwn) {
  EXPECT_EQ(fault(R"({"spec":{"containers":[{"name":"a"},{"name":"a"}]}})"),
            R"(.spec.containers: duplicate entries for key [name="a"])");
  EXPECT_EQ(fault(R"({"spec":{"containers":[{"image":"a"}]}})"), "") << "the name of nobody";
  EXPECT_EQ(fault(R"({"spec":{"containers":[{"image":"a"},{"image":"b"}]}})"),
            R"(.spec.containers: duplicate entries for key [name=""])");
}

TEST(CheckConfig, ListsAllFaults) {
  EXPECT_EQ(fault(R"({"spec":{"containers":{},"hostNetwork":1}})"),
            "errors:\n  .spec.containers: expected list, got &{{}}\n"
            "  .spec.hostNetwork: expected boolean, got &{1}");
}

}  // namespace
}  // namespace sluice::api
