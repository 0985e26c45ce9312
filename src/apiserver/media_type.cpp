// SPDX-License-Identifier: Apache-2.0
#include "apiserver/media_type.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace sluice::apiserver {

namespace {

// What cannot be read counts as fully wanted, as upstream has it.
double parse_quality(std::string_view text) {
  double quality = 1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), quality);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && quality >= 0 && quality <= 1 ? quality : 1;
}

// 0: names a type, 1: "application/*", 2: "*/*"
int vagueness(const MediaType& media) {
  if (media.type == "*" || media.type.starts_with("*/")) {
    return 2;
  }
  return media.type.ends_with("/*") ? 1 : 0;
}

}  // namespace

std::string_view MediaType::parameter(std::string_view name) const {
  for (const auto& [key, value] : parameters) {
    if (key == name) {
      return value;
    }
  }
  return {};
}

MediaType parse_media_type(std::string_view text) {
  const auto parts = split(text, ';');
  MediaType media{.type = to_lower(trim(parts.front())), .parameters = {}};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals == std::string_view::npos) {
      continue;
    }
    const std::string name = to_lower(trim(parts[i].substr(0, equals)));
    const std::string_view value = trim(parts[i].substr(equals + 1));
    if (name == "q") {
      media.quality = parse_quality(value);
    } else {
      media.parameters.emplace_back(name, value);
    }
  }
  return media;
}

std::vector<MediaType> parse_accept(std::string_view header) {
  std::vector<MediaType> accepted;
  for (const std::string_view entry : split(header, ',')) {
    accepted.push_back(parse_media_type(entry));
  }
  std::stable_sort(accepted.begin(), accepted.end(), [](const MediaType& a, const MediaType& b) {
    return a.quality != b.quality ? a.quality > b.quality : vagueness(a) < vagueness(b);
  });
  return accepted;
}

}  // namespace sluice::apiserver
