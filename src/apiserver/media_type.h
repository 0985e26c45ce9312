// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::apiserver {

// One entry of an Accept header, or a Content-Type: "application/json;as=Table;v=v1".
struct MediaType {
  std::string type;  // lower case
  std::vector<std::pair<std::string, std::string>> parameters;
  double quality = 1;  // how much it is wanted, 0 to 1

  std::string_view parameter(std::string_view name) const;
};
MediaType parse_media_type(std::string_view text);

// Best first: by quality, wildcards last among equals.
std::vector<MediaType> parse_accept(std::string_view header);

}  // namespace sluice::apiserver
