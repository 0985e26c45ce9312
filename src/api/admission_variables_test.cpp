// SPDX-License-Identifier: Apache-2.0
#include "api/admission_variables.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

bool compiles(std::string_view expression, const AdmissionVariables& which = {}) {
  return cel::compile(expression, admission_variables(which)).has_value();
}

TEST(AdmissionVariables, ObjectsAreOfAnyTypeTheRequestIsNot) {
  EXPECT_TRUE(compiles("object.spec.whatever == oldObject.spec.whatever"));
  EXPECT_TRUE(compiles("request.userInfo.username == 'ann' && request.kind.kind == 'Pod'"));
  EXPECT_TRUE(compiles("request.namespace == namespaceObject.metadata.name"));
  EXPECT_FALSE(compiles("request.nonsense == 'x'"));
  EXPECT_FALSE(compiles("request.userInfo.username == 1"));
}

TEST(AdmissionVariables, ParamsAndAuthorizerMustBeThere) {
  EXPECT_FALSE(compiles("params == null"));
  EXPECT_TRUE(compiles("params == null", {.params = true}));
  EXPECT_TRUE(compiles("authorizer.requestResource.check('get').allowed()"));
  EXPECT_FALSE(compiles("authorizer.path('/x').check('get').allowed()", {.authorizer = false}));
}

}  // namespace
}  // namespace sluice::api
