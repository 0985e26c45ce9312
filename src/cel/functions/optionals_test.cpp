// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Optionals, HoldValuesOrNone) {
  expect_all({{"optional.of(1).value()", "1"},
              {"optional.none().hasValue()", "false"},
              {"optional.ofNonZeroValue('').hasValue()", "false"},
              {"optional.ofNonZeroValue(1)", "optional(1)"},
              {"optional.ofNonZeroValue({}).hasValue()", "false"},
              {"optional.none().orValue(3)", "3"},
              {"optional.of(1).orValue(1 / 0)", "1"},
              {"optional.of(1).or(optional.none())", "optional(1)"},
              {"optional.unwrap([optional.of(1), optional.none()])", "[1]"},
              {"[optional.of(1)].unwrapOpt()", "[1]"}});
}

}  // namespace
}  // namespace sluice::cel
