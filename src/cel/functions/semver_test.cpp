// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Semver, ParsesAndCompares) {
  expect_true({"isSemver('1.0.0-alpha.1+build')", "!isSemver('1.0')", "!isSemver('01.0.0')",
               "isSemver('v1.0', true)", "!isSemver('v1.0')", "isSemver('01.01.01', true)",
               "!isSemver('1.0-x', true)", "semver('1.2.3').major() == 1",
               "semver('1.2.3').minor() == 2", "semver('1.2.3').patch() == 3",
               "semver('1.2.3').isLessThan(semver('1.10.0'))",
               "semver('1.0.0').isGreaterThan(semver('1.0.0-rc.1'))",
               "semver('1.0.0-alpha.2').isLessThan(semver('1.0.0-alpha.10'))",
               "semver('1.0.0-alpha').isLessThan(semver('1.0.0-alpha.1'))",
               "semver('1.0.0-1').isLessThan(semver('1.0.0-a'))",
               "semver('1.0.0').compareTo(semver('1.0.0+x')) == 0",
               "semver('v1.0', true) == semver('1.0.0')"});
  expect_all({{"semver('')", "error: Version string empty"},
              {"semver('1.0')", "error: No Major.Minor.Patch elements found"},
              {"semver('01.0.0')", "error: Major number must not contain leading zeroes \"01\""},
              {"semver('1.x.0')", "error: Invalid character(s) found in minor number \"x\""}});
}

}  // namespace
}  // namespace sluice::cel
