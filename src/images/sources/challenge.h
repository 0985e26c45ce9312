// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"

namespace sluice::images {

// How a registry wants to be asked (WWW-Authenticate, RFC 9110 section 11).
struct Challenge {
  enum class Scheme { kBearer, kBasic };
  Scheme scheme = Scheme::kBasic;
  std::string realm;    // of Bearer: where tokens come from
  std::string service;  // and what to say there
  std::string scope;

  friend bool operator==(const Challenge&, const Challenge&) = default;
};

// The best one we know among those of an answer: Bearer before Basic.
std::optional<Challenge> find_challenge(const http::Headers& headers);

}  // namespace sluice::images
