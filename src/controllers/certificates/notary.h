// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace sluice::controllers {

// What the controllers of certificates need of cryptography, which they do not see.
struct Notary {
  // Whose certificate a request (PEM) is for, and for which places.
  struct Subject {
    std::string name;  // CN
    std::vector<std::string> organizations;
    std::size_t dns_names = 0;
    std::size_t emails = 0;
    std::size_t uris = 0;
    std::size_t ip_addresses = 0;
  };
  std::function<Result<Subject>(const std::string& request_pem)> read;

  struct Order {
    std::string request_pem;
    std::vector<std::string> usages;
    WallTime now;
    Duration length;
  };
  // The certificate as PEM. Null: there is no key to sign with here.
  std::function<Result<std::string>(const Order&)> sign;

  std::function<Result<WallTime>(const std::string& certificate_pem)> expires;
};

}  // namespace sluice::controllers
