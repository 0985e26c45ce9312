// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(NamedFormat, Validates) {
  expect_true({"!format.named('nothing').hasValue()",
               "!format.named('dns1123Label').value().validate('my-name').hasValue()",
               "format.named('dns1123Label').value().validate('My').hasValue()",
               "format.named('uuid').value() == format.uuid()",
               "format.datetime().validate('2021').hasValue()",
               "!format.named('dns1123LabelPrefix').value().validate('my-').hasValue()",
               "!format.named('qualifiedName').value().validate('example.com/a').hasValue()",
               "format.named('qualifiedName').value().validate('a/b/c').hasValue()",
               "format.named('qualifiedName').value().validate('/b').hasValue()",
               "!format.named('labelValue').value().validate('').hasValue()",
               "!format.named('uri').value().validate('https://a').hasValue()",
               "format.named('uri').value().validate('a').hasValue()",
               "!format.named('byte').value().validate('aGk=').hasValue()",
               "!format.named('date').value().validate('2020-01-01').hasValue()",
               "format.named('date').value().validate('2020-13-01').hasValue()",
               "!format.named('datetime').value().validate('2020-01-01T00:00:00Z').hasValue()",
               "!format.named('uuid').value().validate('123e4567-e89b-12d3-a456-426614174000')"
               ".hasValue()"});
  EXPECT_EQ(run("format.named('dns1035Label').value().validate('1a').value()[0]"),
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start "
            "with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',"
            "  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')");
}

}  // namespace
}  // namespace sluice::cel
