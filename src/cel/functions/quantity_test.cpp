// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Quantity, ComputesAndCompares) {
  expect_true({"quantity('50k').add(20) == quantity('50020')",
               "quantity('50k').sub(quantity('20k')) == quantity('30k')",
               "quantity('200M').compareTo(quantity('0.2G')) == 0",
               "quantity('150Mi').isGreaterThan(quantity('100Mi'))",
               "quantity('50M').isLessThan(quantity('100M'))", "sign(quantity('-1')) == -1",
               "quantity('50k').asInteger() == 50000", "quantity('50k').isInteger()",
               "!quantity('1.5').isInteger()", "quantity('1.5').asApproximateFloat() == 1.5",
               "isQuantity('1.3Gi')", "!isQuantity('1,3G')", "!isQuantity('Three')",
               "type(quantity('1')) == kubernetes.Quantity"});
  EXPECT_EQ(run("quantity('1.5').asInteger()"), "error: cannot convert value to integer");
  EXPECT_EQ(run("quantity('Mi')"),
            "error: quantities must match the regular expression "
            "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
}

}  // namespace
}  // namespace sluice::cel
