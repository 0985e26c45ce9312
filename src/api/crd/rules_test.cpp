// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rules.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

constexpr const char* kSchema = R"x({
  "type": "object",
  "properties": {
    "spec": {
      "type": "object",
      "properties": {
        "min": {"type": "integer"},
        "max": {"type": "integer", "x-kubernetes-validations": [
          {"rule": "self >= oldSelf", "message": "must not shrink"}]},
        "size": {"x-kubernetes-int-or-string": true},
        "namespace": {"type": "string", "x-kubernetes-validations": [
          {"rule": "self.size() < 4"}]},
        "parts": {
          "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
          "items": {"type": "object", "properties": {"name": {"type": "string"},
                                                     "n": {"type": "integer"}},
            "x-kubernetes-validations": [
              {"rule": "self.n < 10", "messageExpression": "'n is ' + string(self.n)",
               "fieldPath": ".n", "reason": "FieldValueForbidden"},
              {"rule": "self.n >= oldSelf.n"}]}},
        "labels": {"type": "object", "additionalProperties": {"type": "string",
          "x-kubernetes-validations": [{"rule": "self != 'bad'"}]}}
      },
      "x-kubernetes-validations": [
        {"rule": "!has(self.min) || !has(self.max) || self.min <= self.max"},
        {"rule": "!has(self.__namespace__) || self.__namespace__ != 'x'"},
        {"rule": "!has(self.size) || self.size < 5"}]
    }
  },
  "x-kubernetes-validations": [{"rule": "self.metadata.name != 'forbidden'"}]
})x";

std::vector<std::string> check(const char* object, const char* before = nullptr,
                               std::vector<std::string>* warnings = nullptr,
                               std::int64_t budget = cel::kCostBudget) {
  static const ValidationRules rules = ValidationRules::compile(*json::parse(kSchema));
  const json::Value now = *json::parse(object);
  const json::Value then = before == nullptr ? json::Value() : *json::parse(before);
  Faults faults;
  const auto outcome = rules.check(now, before == nullptr ? nullptr : &then, faults, budget);
  if (warnings != nullptr) {
    *warnings = outcome.warnings;
  }
  std::vector<std::string> texts;
  for (const ErrorCause& cause : faults.causes()) {
    texts.push_back(cause.field + ": " + cause.message);
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(ValidationRules, AcceptGoodObjects) {
  EXPECT_EQ(check(R"({"metadata": {"name": "a"}, "spec": {"min": 1, "max": 2, "size": 3,
                      "namespace": "abc", "labels": {"a": "b"}, "parts": [{"name": "p", "n": 1}]}})"),
            Texts{});
  EXPECT_TRUE(ValidationRules::compile(*json::parse(R"({"type": "object"})")).empty());
}

TEST(ValidationRules, ReportWhatIsWrongInKubernetesWords) {
  EXPECT_EQ(check(R"({"metadata": {"name": "forbidden"}, "spec": {"min": 3, "max": 2}})"),
            (Texts{"<nil>: Invalid value: failed rule: self.metadata.name != 'forbidden'",
                   "spec: Invalid value: failed rule: !has(self.min) || !has(self.max) || "
                   "self.min <= self.max"}));
  EXPECT_EQ(check(R"({"metadata": {"name": "a"}, "spec": {"namespace": "abcd"}})"),
            (Texts{"spec.namespace: Invalid value: \"abcd\": failed rule: self.size() < 4"}));
  EXPECT_EQ(check(R"({"metadata": {"name": "a"}, "spec": {"labels": {"k": "bad"}}})"),
            (Texts{"spec.labels[k]: Invalid value: \"bad\": failed rule: self != 'bad'"}));
  EXPECT_EQ(check(R"({"metadata": {"name": "a"}, "spec": {"parts": [{"name": "p", "n": 11}]}})"),
            (Texts{"spec.parts[0].n: Forbidden: n is 11"}));
}

TEST(ValidationRules, ReportErrorsOfEvaluation) {
  EXPECT_EQ(check(R"({"metadata": {"name": "a"}, "spec": {"size": "10%"}})"),
            (Texts{"spec: Invalid value: \"object\": 'no such overload': call arguments did not "
                   "match a supported operator, function or macro signature for rule: "
                   "!has(self.size) || self.size < 5"}));
  EXPECT_EQ(check(R"({"spec": {}})"),
            (Texts{"<nil>: Invalid value: \"object\": no such key: metadata evaluating rule: "
                   "self.metadata.name != 'forbidden'"}));
}

TEST(ValidationRules, CompareWithTheObjectBefore) {
  const char* two = R"({"metadata": {"name": "a"}, "spec": {"max": 2,
                        "parts": [{"name": "q", "n": 9}, {"name": "p", "n": 2}]}})";
  const char* one = R"({"metadata": {"name": "a"}, "spec": {"max": 1,
                        "parts": [{"name": "p", "n": 1}]}})";
  EXPECT_EQ(check(two, one), Texts{});
  EXPECT_EQ(check(one, two),
            (Texts{"spec.max: Invalid value: 1: must not shrink",
                   "spec.parts[0]: Invalid value: failed rule: self.n >= oldSelf.n"}));
}

TEST(ValidationRules, OnlyWarnOfWhatWasWrongBefore) {
  const char* wrong = R"({"metadata": {"name": "a"}, "spec": {"namespace": "abcd", "min": 1}})";
  const char* changed = R"({"metadata": {"name": "a"}, "spec": {"namespace": "abcd", "min": 2}})";
  Texts warnings;
  EXPECT_EQ(check(changed, wrong, &warnings), Texts{});
  EXPECT_EQ(warnings,
            (Texts{"spec.namespace: Invalid value: \"abcd\": failed rule: self.size() < 4"}));
}

TEST(ValidationRules, StopWhenTheBudgetIsUsedUp) {
  EXPECT_EQ(
      check(R"({"metadata": {"name": "a"}, "spec": {"min": 3, "max": 2}})", nullptr, nullptr, 5),
      (Texts{"spec: Invalid value: \"object\": validation failed due to running out of cost "
             "budget, no further validation rules will be run"}));
}

TEST(ValidationRules, KnowWhetherThereWasAnObjectBefore) {
  const ValidationRules rules = ValidationRules::compile(*json::parse(
      R"({"type": "object", "properties": {"n": {"type": "integer", "x-kubernetes-validations": [
          {"rule": "oldSelf.hasValue() || self == 0", "optionalOldSelf": true}]}}})"));
  const json::Value one = *json::parse(R"({"n": 1})");
  Faults created;
  rules.check(one, nullptr, created);
  EXPECT_EQ(created.causes().size(), 1U);
  Faults updated;
  rules.check(one, &one, updated);
  EXPECT_TRUE(updated.empty());
}

}  // namespace
}  // namespace sluice::api
