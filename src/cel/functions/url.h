// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace sluice::cel {

// An absolute URL, or a path from the root, taken apart as Go's net/url does.
struct Url {
  std::string text;
  std::string scheme;
  std::string host;  // with the port, escapes resolved
  std::string escaped_path;
  std::string query;  // as written, without "?"

  std::string hostname() const;
  std::string port() const;

  // Names with their values in the order they are written; broken pairs are left out.
  std::vector<std::pair<std::string, std::vector<std::string>>> parameters() const;
};

// Invalid with Go's message: `parse "x": invalid URI for request`.
Result<Url> parse_url(std::string_view text);

}  // namespace sluice::cel
