// SPDX-License-Identifier: Apache-2.0
#include "kubelet/startup.h"

#include <gtest/gtest.h>

namespace sluice::kubelet {
namespace {

json::Value annotated(const std::string& name, const std::string& value) {
  return json::Object{{"metadata", json::Object{{"annotations", json::Object{{name, value}}}}}};
}

TEST(Startup, ThePodsWordWinsOverTheUsual) {
  EXPECT_EQ(*startup_of(json::Object{}, {}, Startup::kAuto), Startup::kAuto);
  EXPECT_EQ(*startup_of(annotated("sluice.dev/startup", "batch"), {}, Startup::kAllocate),
            Startup::kBatch);
  EXPECT_EQ(*startup_of(annotated("sluice.dev/startup", "allocate"), {}, Startup::kBatch),
            Startup::kAllocate);
}

TEST(Startup, AWordThatIsNoneIsRefusedByName) {
  const auto refused = startup_of(annotated("sluice.dev/startup", "soon"), {}, Startup::kAuto);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().message,
            "annotation sluice.dev/startup: expected auto, batch or allocate, got \"soon\"");
}

TEST(Startup, WhatOnlyABatchJobCanDoMakesItOne) {
  EXPECT_EQ(startup_of(annotated("sluice.dev/requeue", "yes"), {}, Startup::kBatch).error().code,
            Code::kInvalid);
  EXPECT_EQ(*startup_of(annotated("sluice.dev/requeue", "true"), {}, Startup::kAllocate),
            Startup::kBatch);
  for (const char* flag : {"-n 4", "--ntasks=2", "-N2", "--nodes 2", "--begin=now+1hour",
                           "--dependency=afterok:1", "--hold", "-H", "--mpi=pmix"}) {
    EXPECT_EQ(*startup_of(json::Object{}, {flag}, Startup::kAuto), Startup::kBatch) << flag;
  }
}

TEST(Startup, FlagsOfSizeAndPlaceHinderNothing) {
  for (const char* flag : {"-A proj", "--account=proj --qos=fast", "--gres=gpu:1", "-t10",
                           "--constraint 'a|b'", "-C a", "--mem=1G"}) {
    EXPECT_EQ(*startup_of(json::Object{}, {flag}, Startup::kAuto), Startup::kAuto) << flag;
  }
}

}  // namespace
}  // namespace sluice::kubelet
