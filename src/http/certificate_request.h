// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::http {

// Whose certificate a request (PKCS #10 as PEM) is for.
struct RequestedSubject {
  std::vector<std::string> names;          // CN
  std::vector<std::string> organizations;  // O
};

// Invalid when the text is no such request or was not signed with the key in it.
Result<RequestedSubject> parse_certificate_request(std::string_view pem);

}  // namespace sluice::http
