// SPDX-License-Identifier: Apache-2.0
#include "registry/errors.h"

#include <gtest/gtest.h>

namespace sluice::registry {
namespace {

TEST(Errors, SpeakKubernetes) {
  EXPECT_EQ(not_found(api::kinds::job(), "x").message, "jobs.batch \"x\" not found");
  EXPECT_EQ(already_exists(api::kinds::pod(), "x").message, "pods \"x\" already exists");
  EXPECT_EQ(modified(api::kinds::pod(), "x").message,
            "Operation cannot be fulfilled on pods \"x\": the object has been modified; please "
            "apply your changes to the latest version and try again");
  EXPECT_EQ(forbidden(api::kinds::pod(), "x", "no").message, "pods \"x\" is forbidden: no");
  EXPECT_EQ(precondition_failed(api::kinds::pod(), "x", {"UID", "a", "b"}).message,
            "Operation cannot be fulfilled on pods \"x\": Precondition failed: UID in "
            "precondition: a, UID in object meta: b");
}

TEST(Errors, InvalidNamesKindFieldAndCause) {
  const Error error =
      invalid(api::kinds::job(), "x", {"FieldValueRequired", "Required value", "spec.a"});
  EXPECT_EQ(error.code, Code::kInvalid);
  EXPECT_EQ(error.message, "Job.batch \"x\" is invalid: spec.a: Required value");
  ASSERT_EQ(error.causes.size(), 1u);
  EXPECT_EQ(error.causes[0].field, "spec.a");
}

TEST(Errors, ValidationIsAboutTheKindThatIsStored) {
  const api::Kind& kind = *api::find_kind("events.k8s.io/v1", "Event");
  EXPECT_TRUE(judged(kind, "x", {}));
  const auto refused = judged(kind, "x", fail(Code::kInvalid, "reason: Required value"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "Event \"x\" is invalid: reason: Required value");
}

}  // namespace
}  // namespace sluice::registry
