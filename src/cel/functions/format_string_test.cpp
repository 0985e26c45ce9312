// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/format_string.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(FormatString, Interpolates) {
  expect_all({{"'%d %s %f %s %s'.format([1, 'abc', 1.0, duration('1m'), "
               "timestamp('2000-01-01T00:00:00.000Z')])",
               "1 abc 1.000000 60s 2000-01-01T00:00:00Z"},
              {"'%e'.format([3.14])", "3.140000\u00d710\u2070\u2070"},
              {"'%o %b %x %X'.format([8, 7, 255, 255])", "10 111 ff FF"},
              {"'%x'.format(['hi'])", "6869"},
              {"'%.2f'.format([3.14159])", "3.14"},
              {"'%b'.format([true])", "1"},
              {"'%s'.format([[1, 2]])", "[1, 2]"},
              {"'%s'.format([['a']])", "[\"a\"]"},
              {"'%s'.format([{'b': 1.5, 'a': 2.5}])", "{\"a\":2.500000, \"b\":1.500000}"},
              {"'%s %s'.format([null, int])", "null int"},
              {"'100%%'.format([])", "100%"},
              {"'%x'.format([-16])", "-10"}});
}

TEST(FormatString, RefusesWhatDoesNotFit) {
  expect_all({{"'%d'.format(['a'])",
               "error: error during formatting: decimal clause can only be used on integers, was "
               "given string"},
              {"'%s'.format([])", "error: index 0 out of range"},
              {"'%z'.format([1])",
               "error: could not parse formatting clause: unrecognized formatting clause \"z\""},
              {"'%'.format([1])", "error: unexpected end of string"},
              {"'%.9999f'.format([1.0])",
               "error: precision 9999 exceeds maximum allowed precision 1000"}});
}

}  // namespace
}  // namespace sluice::cel
