// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Conversions, Convert) {
  expect_all({{"int('-5')", "-5"},
              {"int(2.9)", "2"},
              {"int(5u)", "5"},
              {"int(timestamp('1970-01-01T00:01:00Z'))", "60"},
              {"uint('5')", "5"},
              {"uint(5.9)", "5"},
              {"double('1e3')", "1000"},
              {"double(3)", "3"},
              {"string(1.0)", "1"},
              {"string(true)", "true"},
              {"string(b'hi')", "hi"},
              {"string(duration('1m'))", "60s"},
              {"bytes('hi') == b'hi'", "true"},
              {"bool('True')", "true"},
              {"duration('1.5s') == duration(string(duration('1500ms')))", "true"},
              {"timestamp(60)", "1970-01-01T00:01:00Z"},
              {"type('a')", "string"},
              {"type(type(1))", "type"},
              {"dyn('a')", "a"}});
}

TEST(Conversions, RefuseWhatDoesNotFit) {
  expect_all({{"int('' + 'x')", "error: type conversion error from 'string' to 'int'"},
              {"int(self)", "error: no such overload"},
              {"int(9223372036854775808.0 + 0.0)", "error: integer overflow"},
              {"uint(0 - 1)", "error: unsigned integer overflow"},
              {"string(b'' + b'\\xff')", "error: invalid UTF-8 in bytes, cannot convert to string"},
              {"timestamp(253402300800 + 0)", "error: timestamp overflow"},
              {"bool('x' + '')", "error: type conversion error from 'string' to 'bool'"}});
}

}  // namespace
}  // namespace sluice::cel
