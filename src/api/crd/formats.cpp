// SPDX-License-Identifier: Apache-2.0
#include "api/crd/formats.h"

#include <arpa/inet.h>
#include <re2/re2.h>

#include <algorithm>
#include <string>

#include "api/label_syntax.h"
#include "base/text.h"
#include "base/timestamp.h"

namespace sluice::api {
namespace {

bool matches(const RE2& pattern, std::string_view text) {
  return RE2::FullMatch(re2::StringPiece(text.data(), text.size()), pattern);
}

bool is_ip(int family, std::string_view text) {
  unsigned char address[16];
  return ::inet_pton(family, std::string(text).c_str(), address) == 1;
}

bool is_cidr(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    return false;
  }
  const auto bits = parse_int(text.substr(slash + 1));
  const std::string_view address = text.substr(0, slash);
  return bits && *bits >= 0 &&
         ((is_ip(AF_INET, address) && *bits <= 32) || (is_ip(AF_INET6, address) && *bits <= 128));
}

bool is_date(std::string_view text) {
  return text.size() == 10 && parse_rfc3339(std::string(text) + "T00:00:00Z").has_value();
}

bool is_uri(std::string_view text) {
  static const RE2 pattern("(?:[a-zA-Z][a-zA-Z0-9+.-]*:[^\\s]+|/[^\\s]*)");
  return matches(pattern, text);
}

bool is_email(std::string_view text) {
  static const RE2 pattern("(?:[^<>]*<)?[^@\\s<>]+@[^@\\s<>]+>?");
  return matches(pattern, text);
}

bool is_hostname(std::string_view text) {
  static const RE2 pattern(
      "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}"
      "[a-zA-Z0-9])?)*\\.?");
  return text.size() <= 255 && matches(pattern, text);
}

bool is_mac(std::string_view text) {
  static const RE2 pattern(
      "(?:[0-9a-fA-F]{2}[:-]){5}(?:(?:[0-9a-fA-F]{2}[:-]){2}|(?:[0-9a-fA-F]{2}[:-]){14})?"
      "[0-9a-fA-F]{2}|(?:[0-9a-fA-F]{4}\\.){2}(?:[0-9a-fA-F]{4}\\.)?[0-9a-fA-F]{4}");
  return matches(pattern, text);
}

bool is_uuid(std::string_view text) {
  static const RE2 pattern("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
  return matches(pattern, text);
}

bool is_uuid3(std::string_view text) {
  static const RE2 pattern("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}");
  return matches(pattern, text);
}

bool is_uuid4(std::string_view text) {
  static const RE2 pattern(
      "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}");
  return matches(pattern, text);
}

bool is_uuid5(std::string_view text) {
  static const RE2 pattern(
      "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}");
  return matches(pattern, text);
}

bool is_duration(std::string_view text) {
  static const RE2 pattern(
      "0|[-+]?(?:(?:\\d+(?:\\.\\d*)?|\\.\\d+)\\s*(?:ns|us|µs|μs|ms|s|m|h|d|w|"
      "(?:nano|micro|milli)?seconds?|(?:nanos?|micros?|millis?|secs?|mins?|minutes?|hrs?|hours?|"
      "days?|weeks?))\\s*)+");
  return matches(pattern, text);
}

bool is_ssn(std::string_view text) {
  static const RE2 pattern("\\d{3}[- ]?\\d{2}[- ]?\\d{4}");
  return matches(pattern, text);
}

bool is_hex_color(std::string_view text) {
  static const RE2 pattern("#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})");
  return matches(pattern, text);
}

bool is_object_id(std::string_view text) {
  static const RE2 pattern("[0-9a-fA-F]{24}");
  return matches(pattern, text);
}

bool is_rgb_color(std::string_view text) {
  static const std::string level = "\\s*(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])\\s*";
  static const RE2 pattern("rgb\\(" + level + "," + level + "," + level + "\\)");
  return matches(pattern, text);
}

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

int digit(char c) {
  return c - '0';
}

std::string without_blanks_and_dashes(std::string_view text) {
  std::string rest(text);
  std::erase_if(rest,
                [](char c) { return std::string_view("\t\n\f\r -").find(c) != std::string::npos; });
  return rest;
}

// Ten digits, the last of which may be X for ten; weighed by their places they are a multiple of 11.
bool is_isbn10(std::string_view text) {
  const std::string number = without_blanks_and_dashes(text);
  if (number.size() != 10 || !all_digits(std::string_view(number).substr(0, 9)) ||
      (number[9] != 'X' && !all_digits(std::string_view(number).substr(9)))) {
    return false;
  }
  int sum = number[9] == 'X' ? 100 : 10 * digit(number[9]);
  for (std::size_t i = 0; i < 9; ++i) {
    sum += static_cast<int>(i + 1) * digit(number[i]);
  }
  return sum % 11 == 0;
}

// Thirteen digits; with every second one three times they are a multiple of 10.
bool is_isbn13(std::string_view text) {
  const std::string number = without_blanks_and_dashes(text);
  if (number.size() != 13 || !all_digits(number)) {
    return false;
  }
  int sum = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    sum += (i % 2 == 0 ? 1 : 3) * digit(number[i]);
  }
  return sum % 10 == 0;
}

bool is_isbn(std::string_view text) {
  return is_isbn10(text) || is_isbn13(text);
}

// How the numbers of an issuer of cards begin, and their length.
struct Issuer {
  std::string_view first;
  std::string_view last;
  std::size_t digits;
};

constexpr Issuer kIssuers[] = {
    {"4", "4", 13},       {"4", "4", 16},       {"51", "55", 16},     {"6011", "6011", 16},
    {"65", "65", 16},     {"34", "34", 15},     {"37", "37", 15},     {"300", "305", 14},
    {"36", "36", 14},     {"38", "38", 14},     {"35", "35", 16},     {"2131", "2131", 15},
    {"1800", "1800", 15},
};

// From the right, every second digit twice: the digits of all that are a multiple of 10 (Luhn).
bool is_luhn(std::string_view number) {
  int sum = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    const int weighed = digit(number[number.size() - 1 - i]) * (i % 2 == 0 ? 1 : 2);
    sum += weighed % 10 + weighed / 10;
  }
  return sum % 10 == 0;
}

// Whatever is between the digits.
bool is_credit_card(std::string_view text) {
  std::string number(text);
  std::erase_if(number, [](char c) { return c < '0' || c > '9'; });
  const bool issued = std::any_of(
      std::begin(kIssuers), std::end(kIssuers), [&](const Issuer& issuer) {
        const std::string_view begin = std::string_view(number).substr(0, issuer.first.size());
        return number.size() == issuer.digits && begin >= issuer.first && begin <= issuer.last;
      });
  return issued && is_luhn(number);
}

struct Format {
  std::string_view name;  // without dashes
  bool (*test)(std::string_view text);
};

bool is_anything(std::string_view) {
  return true;
}

constexpr Format kFormats[] = {
    {"bsonobjectid", is_object_id},
    {"byte", [](std::string_view text) { return base64_decode(text).has_value(); }},
    {"cidr", is_cidr},
    {"creditcard", is_credit_card},
    {"date", is_date},
    {"datetime", [](std::string_view text) { return parse_rfc3339(text).has_value(); }},
    {"duration", is_duration},
    {"email", is_email},
    {"hexcolor", is_hex_color},
    {"hostname", is_hostname},
    {"ipv4", [](std::string_view text) { return is_ip(AF_INET, text); }},
    {"ipv6", [](std::string_view text) { return is_ip(AF_INET6, text); }},
    {"isbn", is_isbn},
    {"isbn10", is_isbn10},
    {"isbn13", is_isbn13},
    {"k8slongname", [](std::string_view text) { return dns_subdomain_fault(text).empty(); }},
    {"k8sshortname", [](std::string_view text) { return dns_label_fault(text).empty(); }},
    {"mac", is_mac},
    {"password", is_anything},
    {"rgbcolor", is_rgb_color},
    {"ssn", is_ssn},
    {"uri", is_uri},
    {"uuid", is_uuid},
    {"uuid3", is_uuid3},
    {"uuid4", is_uuid4},
    {"uuid5", is_uuid5},
};

const Format* find(std::string_view format) {
  std::string name(format);
  std::erase(name, '-');
  const auto* found = std::find_if(std::begin(kFormats), std::end(kFormats),
                                   [&](const Format& known) { return known.name == name; });
  return found == std::end(kFormats) ? nullptr : found;
}

}  // namespace

bool has_format(std::string_view format, std::string_view text) {
  const Format* known = find(format);
  return known == nullptr || known->test(text);
}

bool is_known_format(std::string_view format) {
  return find(format) != nullptr;
}

}  // namespace sluice::api
