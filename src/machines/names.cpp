// SPDX-License-Identifier: Apache-2.0
#include "machines/names.h"

#include <algorithm>
#include <array>

#include "api/label_syntax.h"
#include "base/made_of.h"
#include "base/text.h"
#include "json/utf8.h"

namespace sluice::machines {
namespace {

constexpr std::array<std::string_view, 3> kTaken{"all", "default", "localhost"};

// What YAML takes for line ends or leaves out: U+0085, U+2028, U+2029 and the byte order mark.
constexpr std::array<std::string_view, 4> kNotAsTheyAre{"\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9",
                                                        "\xef\xbb\xbf"};

bool stands_for_itself(char c) {
  return is_letter_or_digit(c) || c == ':' || c == '_' || c == '.';
}

}  // namespace

bool is_plain_text(std::string_view bytes) {
  for (const std::string_view character : kNotAsTheyAre) {
    if (bytes.find(character) != std::string_view::npos) {
      return false;
    }
  }
  return json::is_utf8(bytes) && std::none_of(bytes.begin(), bytes.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
         });
}

std::string path_fault(std::string_view path) {
  constexpr const char* kExpected =
      "expected an absolute path without \".\", \"..\" and empty parts";
  if (path.size() < 2 || path.front() != '/') {
    return kExpected;
  }
  for (const std::string_view part : split(path.substr(1), '/')) {
    if (part.empty() || part == "." || part == "..") {
      return kExpected;
    }
  }
  const bool printable = std::none_of(path.begin(), path.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  return printable ? "" : "expected no control characters";
}

std::string octal(unsigned mode) {
  std::string text;
  for (unsigned shift = 12; shift > 0; shift -= 3) {
    text += static_cast<char>('0' + (mode >> (shift - 3) & 7U));
  }
  return text;
}

std::string slurm_host_fault(std::string_view name) {
  if (const std::string fault = api::dns_label_fault(name); !fault.empty()) {
    return "Slurm cannot take it as a node: expected at most 63 lower case letters, digits and "
           "dashes, without dots";
  }
  if (std::find(kTaken.begin(), kTaken.end(), name) != kTaken.end()) {
    return "Slurm cannot take it as a node: the word means something else to it";
  }
  return "";
}

std::string mount_unit(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string unit;
  for (const char c : path.substr(1)) {
    if (c == '/') {
      unit += '-';
    } else if (stands_for_itself(c) && !(c == '.' && unit.empty())) {
      unit += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      unit += "\\x";
      unit += kDigits[byte >> 4U];
      unit += kDigits[byte & 15U];
    }
  }
  return unit;
}

}  // namespace sluice::machines
