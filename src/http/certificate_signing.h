// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "http/certificates.h"

namespace sluice::http {

// A certificate request (PKCS #10 as PEM) that has been approved.
struct SigningOrder {
  std::string request_pem;
  std::vector<std::string> usages;  // as Kubernetes names them: "digital signature", "client auth"
  WallTime now;
  Duration length;
};

// Certifies the request's key and names, for those usages and nothing else it asks for. It begins
// five minutes ago, for clocks that disagree, and ends no later than the authority does. The
// certificate as PEM; Invalid when the request is broken, a usage unknown or the authority over.
Result<std::string> sign_request(const Credential& authority, const SigningOrder& order);

}  // namespace sluice::http
