// SPDX-License-Identifier: Apache-2.0
#include "apiserver/warnings.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "json/utf8.h"

namespace sluice::apiserver {

namespace {

// In characters, as upstream counts.
constexpr std::size_t kMostTogether = 4096;
constexpr std::size_t kMostOfEach = 256;  // when they are more than that

constexpr std::string_view kBefore = "299 - \"";

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
}

std::size_t length(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string_view cut(std::string_view text) {
  std::size_t characters = 0;
  const auto* const end = std::find_if(text.begin(), text.end(), [&](char c) {
    return starts_character(c) && ++characters > kMostOfEach;
  });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

bool fits_a_header(std::string_view text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  return json::is_utf8(text) && std::none_of(text.begin(), text.end(), is_control);
}

std::string quoted(std::string_view text) {
  std::string result(kBefore);
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result.push_back('\\');
    }
    result.push_back(c);
  }
  return result + '"';
}

std::string unquoted(std::string_view header) {
  header.remove_prefix(kBefore.size());
  header.remove_suffix(1);
  std::string text;
  for (std::size_t i = 0; i < header.size(); ++i) {
    i += header[i] == '\\' && i + 1 < header.size() ? 1 : 0;
    text.push_back(header[i]);
  }
  return text;
}

// Not those that a server behind us wrote in a way of its own.
bool is_ours(const std::pair<std::string, std::string>& field) {
  return field.first == "Warning" && field.second.starts_with(kBefore) &&
         field.second.ends_with('"') && field.second.size() > kBefore.size();
}

}  // namespace

void add_warnings(const std::vector<std::string>& warnings, http::Response& response) {
  for (const std::string& warning : warnings) {
    if (fits_a_header(warning)) {
      response.headers.add("Warning", quoted(warning));
    }
  }
  std::size_t together = 0;
  for (const auto& field : response.headers) {
    together += is_ours(field) ? length(unquoted(field.second)) : 0;
  }
  if (together <= kMostTogether) {
    return;
  }
  http::Headers kept;
  together = 0;
  for (const auto& field : response.headers) {
    if (!is_ours(field)) {
      kept.add(field.first, field.second);
    } else if (together < kMostTogether) {
      const std::string text = unquoted(field.second);
      together += length(cut(text));
      kept.add(field.first, quoted(cut(text)));
    }
  }
  response.headers = std::move(kept);
}

}  // namespace sluice::apiserver
