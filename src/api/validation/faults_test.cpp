// SPDX-License-Identifier: Apache-2.0
#include "api/validation/faults.h"

#include <gtest/gtest.h>

#include <ctime>

namespace sluice::api {
namespace {

TEST(Faults, AreWordedAsInKubernetes) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  Faults faults;
  faults.required(at);
  faults.invalid(at, "x", "bad");
  faults.duplicate(at, "a");
  faults.not_found(at, "v");
  faults.forbidden(at, "no");
  faults.too_long(at, 63);
  faults.one_of(at, "z", {"b", "a"});
  faults.not_negative(at, -1);
  faults.in_range(at, 0, 1, 65535);
  faults.immutable(at, 1, 2);
  const auto result = std::move(faults).result();
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, Code::kInvalid);
  EXPECT_EQ(result.error().message,
            "[spec: Required value, spec: Invalid value: \"x\": bad, spec: Duplicate value: \"a\", "
            "spec: Not found: \"v\", spec: Forbidden: no, spec: Too long: may not be more than 63 "
            "bytes, spec: Unsupported value: \"z\": supported values: \"b\", \"a\", spec: Invalid "
            "value: -1: must be greater than or equal to 0, spec: Invalid value: 0: must be "
            "between 1 and 65535, inclusive, spec: Invalid value: 1: field is immutable]");
  EXPECT_EQ(result.error().causes[0], (ErrorCause{"FieldValueRequired", "Required value", "spec"}));
  EXPECT_EQ(result.error().causes[6].reason, "FieldValueNotSupported");
}

TEST(Faults, ASingleOneStandsAlone) {
  Faults faults;
  const FieldPath root;
  faults.required(root.child("a"));
  EXPECT_EQ(std::move(faults).result().error().message, "a: Required value");
  EXPECT_TRUE(Faults().result().has_value());
}

TEST(Faults, WordsMayBeLeftOutOfMessages) {
  Faults faults;
  const FieldPath root;
  faults.invalid(root.child("a"), 1, "a.b in body");
  faults.leave_out("a.");
  EXPECT_EQ(faults.causes()[0].message, "Invalid value: 1: b in body");
  EXPECT_EQ(faults.causes()[0].field, "a");
}

TEST(Faults, MayLeaveTheValueOutOrShowItAsText) {
  Faults faults;
  faults.invalid(FieldPath().child("spec"), "failed rule: x");
  Faults others;
  others.invalid_shown(FieldPath().child("rule"), "T{}", "bad");
  faults.append(std::move(others));
  ASSERT_EQ(faults.causes().size(), 2U);
  EXPECT_EQ(faults.causes()[0].message, "Invalid value: failed rule: x");
  EXPECT_EQ(faults.causes()[1].message, "Invalid value: T{}: bad");
}

TEST(Faults, TakeNoLongerWhenThereAreMany) {
  Faults faults;
  const FieldPath root;
  const FieldPath list = root.child("containers");
  for (std::size_t i = 0; i < 50'000; ++i) {
    faults.required(list.item(i));
  }
  const std::clock_t started = std::clock();
  EXPECT_EQ(std::move(faults).result().error().causes.size(), 50'000U);
  EXPECT_LT(std::clock() - started, 20 * CLOCKS_PER_SEC);
}

}  // namespace
}  // namespace sluice::api
