// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "http/client.h"

namespace sluice::cmd {

// A client for the server of a URL that a user gave, whom the machine's authorities vouch for, and
// what to ask it for. Invalid: it is no URL.
struct UrlRequest {
  std::unique_ptr<http::Client> client;
  std::string target;
};
Result<UrlRequest> request_to(const std::string& url);

inline bool is_success(int status) {
  return status >= 200 && status <= 299;
}

}  // namespace sluice::cmd
