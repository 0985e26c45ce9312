// SPDX-License-Identifier: Apache-2.0
#include "api/validation/type_rules.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

std::string faults_of(const Kind& kind, const char* text) {
  Faults faults;
  check_type_rules(kind, json::parse(text).value(), faults);
  std::string all;
  for (const ErrorCause& cause : faults.causes()) {
    all += cause.field + ": " + cause.message + "\n";
  }
  return all;
}

TEST(TypeRules, HoldWhereverTheTypeOccurs) {
  EXPECT_EQ(faults_of(kinds::pod(), R"({"spec":{"volumes":[{"hostPath":{"path":"/a/../b"}}]}})"),
            "spec.volumes[0].hostPath.path: Invalid value: \"/a/../b\": must not contain '..'\n");
  EXPECT_EQ(faults_of(kinds::job(), R"({"spec":{"backoffLimit":-1,
              "template":{"spec":{"hostAliases":[{"ip":"x","hostnames":["a"]}]}}}})"),
            "spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0\n"
            "spec.template.spec.hostAliases[0].ip: Invalid value: \"x\": must be a valid IP "
            "address, (e.g. 10.9.8.7 or 2001:db8::ffff)\n");
}

TEST(TypeRules, PassOverStatusAndWhatIsMissing) {
  EXPECT_EQ(faults_of(kinds::pod(), R"({"spec":{},"status":{"conditions":[{}]}})"), "");
  EXPECT_EQ(faults_of(kinds::config_map(), R"({"data":{"a":"b"}})"), "");
}

TEST(TypeRules, SayNothingOfFieldsThatHaveAFaultAlready) {
  Faults faults;
  const FieldPath root;
  const FieldPath spec = root.child("spec");
  faults.required(spec.child("backoffLimit"));
  check_type_rules(kinds::job(), json::parse(R"({"spec":{"backoffLimit":-1}})").value(), faults);
  EXPECT_EQ(faults.causes().size(), 1U);
}

}  // namespace
}  // namespace sluice::api
