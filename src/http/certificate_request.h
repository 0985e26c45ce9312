// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::http {

// Whose certificate a request (PKCS #10 as PEM) is for.
struct RequestedSubject {
  std::vector<std::string> names;          // CN
  std::vector<std::string> organizations;  // O
  // Of the alternative names:
  std::vector<std::string> dns_names;
  std::vector<std::string> emails;
  std::vector<std::string> uris;
  std::size_t ip_addresses = 0;
};

// Invalid when the text is no such request or was not signed with the key in it.
Result<RequestedSubject> parse_certificate_request(std::string_view pem);

}  // namespace sluice::http
