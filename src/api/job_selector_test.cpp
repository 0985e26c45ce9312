// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/strategy.h"
#include "json/text.h"

namespace sluice::api {
namespace {

json::Value parse(const char* text) {
  return json::parse(text).value();
}

TEST(JobSelector, TiesAJobToItsPodsByUid) {
  json::Value job = parse(R"({"metadata":{"name":"j","uid":"u1"},"spec":{"template":{}}})");
  prepare_create(kinds::job(), job);
  EXPECT_EQ(json::write(job.at("spec")),
            R"({"template":{"metadata":{"labels":{"batch.kubernetes.io/controller-uid":"u1",)"
            R"("controller-uid":"u1","batch.kubernetes.io/job-name":"j","job-name":"j"}}},)"
            R"("selector":{"matchLabels":{"batch.kubernetes.io/controller-uid":"u1"}}})");
  json::Value manual =
      parse(R"({"metadata":{"name":"j","uid":"u1"},"spec":{"manualSelector":true}})");
  prepare_create(kinds::job(), manual);
  EXPECT_EQ(manual.find("spec", "selector"), nullptr);
}

}  // namespace
}  // namespace sluice::api
