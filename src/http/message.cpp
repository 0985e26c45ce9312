// SPDX-License-Identifier: Apache-2.0
#include "http/message.h"

#include <algorithm>

#include "http/percent.h"

namespace sluice::http {

namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char letter = lower(c);
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

}  // namespace

Result<std::string> percent_decode(std::string_view text, Plus plus) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus == Plus::kSpace) {
      out.push_back(' ');
      continue;
    }
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    const int high = i + 1 < text.size() ? hex_value(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      return fail(Code::kBadRequest, "invalid URL escape \"" + std::string(text.substr(i, 3)) +
                                         "\": % must be followed by two hexadecimal digits");
    }
    out.push_back(static_cast<char>(high * 16 + low));
    i += 2;
  }
  return out;
}

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view Headers::get(std::string_view name) const {
  for (const auto& [key, value] : fields_) {
    if (same_name(key, name)) {
      return value;
    }
  }
  return {};
}

std::optional<std::string> Target::find(std::string_view name) const {
  for (const auto& [key, value] : query) {
    if (key == name) {
      return value;
    }
  }
  return std::nullopt;
}

Result<Target> parse_target(std::string_view target) {
  if (!target.starts_with('/')) {
    return fail(Code::kBadRequest, "the request target must start with /");
  }
  target = target.substr(0, target.find('#'));
  const std::size_t mark = target.find('?');
  Target parsed;
  TRY_ASSIGN(parsed.path, percent_decode(target.substr(0, mark), Plus::kLiteral));
  std::string_view query = mark == std::string_view::npos ? "" : target.substr(mark + 1);
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    query = end == std::string_view::npos ? "" : query.substr(end + 1);
    if (pair.empty()) {
      continue;
    }
    const std::size_t equals = pair.find('=');
    TRY_ASSIGN(std::string name, percent_decode(pair.substr(0, equals), Plus::kSpace));
    std::string value;
    if (equals != std::string_view::npos) {
      TRY_ASSIGN(value, percent_decode(pair.substr(equals + 1), Plus::kSpace));
    }
    parsed.query.emplace_back(std::move(name), std::move(value));
  }
  return parsed;
}

std::string percent_encode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || c == '-' ||
                       c == '_' || c == '.' || c == '~';
    if (plain) {
      out.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out.push_back('%');
    out.push_back(kHexDigits[byte >> 4]);
    out.push_back(kHexDigits[byte & 15]);
  }
  return out;
}

}  // namespace sluice::http
