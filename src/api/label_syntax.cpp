// SPDX-License-Identifier: Apache-2.0
#include "api/label_syntax.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace sluice::api {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_lower_alnum(char c) {
  return is_lower(c) || is_digit(c);
}
bool is_alnum(char c) {
  return is_lower_alnum(c) || (c >= 'A' && c <= 'Z');
}

std::string too_long(std::size_t limit, std::string_view unit = "bytes") {
  return "must be no more than " + std::to_string(limit) + " " + std::string(unit);
}

// Characters of `inner` everywhere, alphanumeric at both ends.
template <class Alnum>
bool is_word(std::string_view text, std::string_view inner, Alnum alnum) {
  return !text.empty() && alnum(text.front()) && alnum(text.back()) &&
         std::all_of(text.begin(), text.end(),
                     [&](char c) { return alnum(c) || inner.find(c) != std::string_view::npos; });
}

// "message (e.g. 'example', regex used for validation is 'regex')", as Kubernetes explains forms
std::string explain(std::string_view message, std::string_view examples, std::string_view regex) {
  return std::string(message) + " (e.g. " + std::string(examples) +
         ", regex used for validation is '" + std::string(regex) + "')";
}

std::string qualified_name_part_fault(std::string_view part) {
  std::vector<std::string> faults;
  if (part.empty()) {
    faults.emplace_back("name part must be non-empty");
  } else if (part.size() > 63) {
    faults.push_back("name part " + too_long(63));
  }
  if (!is_word(part, "-_.", is_alnum)) {
    faults.push_back(
        "name part " +
        explain("must consist of alphanumeric characters, '-', '_' or '.', and must start and end "
                "with an alphanumeric character",
                "'MyName',  or 'my.name',  or '123-abc'",
                "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"));
  }
  return join(faults, "\n");
}

}  // namespace

std::string dns_label_fault(std::string_view name) {
  if (name.size() > 63) {
    return too_long(63, "characters");
  }
  if (is_word(name, "-", is_lower_alnum)) {
    return "";
  }
  if (dns_subdomain_fault(name).empty()) {
    return "must not contain dots";
  }
  return explain(
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and "
      "must start and end with an alphanumeric character",
      "'my-name',  or '123-abc'", "[a-z0-9]([-a-z0-9]*[a-z0-9])?");
}

std::string dns_subdomain_fault(std::string_view name) {
  if (name.size() > 253) {
    return too_long(253, "characters");
  }
  const auto parts = split(name, '.');
  const bool good = std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    return is_word(part, "-", is_lower_alnum);
  });
  if (good && !name.empty()) {
    return "";
  }
  return explain(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
      "'.', and must start and end with an alphanumeric character",
      "'example.com'", "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
}

std::string wildcard_domain_fault(std::string_view name) {
  if (name.starts_with("*.") && dns_subdomain_fault(name.substr(2)).empty()) {
    return "";
  }
  return explain(
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, "
      "which must consist of lower case alphanumeric characters, '-' or '.' and end with an "
      "alphanumeric character",
      "'*.example.com'", "\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
}

std::string search_domain_fault(std::string_view name) {
  const auto parts = split(name.ends_with('.') ? name.substr(0, name.size() - 1) : name, '.');
  const bool good = std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    return is_word(part.starts_with('_') ? part.substr(1) : part, "-_", is_lower_alnum);
  });
  if (good || name == ".") {
    return "";
  }
  return explain(
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' "
      "or '.', and must start and end with an alphanumeric character",
      "'example.com'", "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*");
}

std::string path_segment_fault(std::string_view name) {
  if (name == "." || name == "..") {
    return "may not be '" + std::string(name) + "'";
  }
  for (const char c : {'/', '%'}) {
    if (name.find(c) != std::string_view::npos) {
      return std::string("may not contain '") + c + "'";
    }
  }
  return "";
}

std::string dns_1035_label_fault(std::string_view name) {
  if (name.size() > 63) {
    return too_long(63, "characters");
  }
  if (is_word(name, "-", is_lower_alnum) && is_lower(name.front())) {
    return "";
  }
  return explain(
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
      "alphabetic character, and end with an alphanumeric character",
      "'my-name',  or 'abc-123'", "[a-z]([-a-z0-9]*[a-z0-9])?");
}

std::string label_key_fault(std::string_view key) {
  const std::size_t slash = key.find('/');
  if (slash == std::string_view::npos) {
    return qualified_name_part_fault(key);
  }
  const std::string_view prefix = key.substr(0, slash);
  if (key.find('/', slash + 1) != std::string_view::npos) {
    return "a valid label key " +
           explain(
               "must consist of alphanumeric characters, '-', '_' or '.', and must start and end "
               "with an alphanumeric character",
               "'MyName',  or 'my.name',  or '123-abc'",
               "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]") +
           " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
  }
  std::vector<std::string> faults;
  if (prefix.empty()) {
    faults.emplace_back("prefix part must be non-empty");
  } else if (const std::string fault = dns_subdomain_fault(prefix); !fault.empty()) {
    faults.push_back("prefix part " + fault);
  }
  if (const std::string fault = qualified_name_part_fault(key.substr(slash + 1)); !fault.empty()) {
    faults.push_back(fault);
  }
  return join(faults, "\n");
}

std::string label_value_fault(std::string_view value) {
  if (value.size() > 63) {
    return too_long(63);
  }
  if (value.empty() || is_word(value, "-_.", is_alnum)) {
    return "";
  }
  return explain(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "
      "'.', and must start and end with an alphanumeric character",
      "'MyValue',  or 'my_value',  or '12345'", "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?");
}

std::string config_key_fault(std::string_view key) {
  if (key.size() > 253) {
    return too_long(253, "characters");
  }
  if (key == "." || key == "..") {
    return "must not be '" + std::string(key) + "'";
  }
  if (key.starts_with("..")) {
    return "must not start with '..'";
  }
  const bool good = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == '.';
  });
  if (good) {
    return "";
  }
  return explain("a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
                 "'key.name',  or 'KEY_NAME',  or 'key-name'", "[-._a-zA-Z0-9]+");
}

std::string environment_name_fault(std::string_view name) {
  const bool good = std::all_of(name.begin(), name.end(),
                                [](char c) { return c >= ' ' && c <= '~' && c != '='; });
  if (good && !name.empty()) {
    return "";
  }
  return "a valid environment variable name must consist only of printable ASCII characters other "
         "than '='";
}

std::string port_name_fault(std::string_view name) {
  std::vector<std::string> faults;
  const bool characters =
      std::all_of(name.begin(), name.end(), [](char c) { return is_lower_alnum(c) || c == '-'; });
  if (name.size() > 15) {
    faults.emplace_back("must be no more than 15 characters");
  }
  if (!characters) {
    faults.emplace_back("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (std::none_of(name.begin(), name.end(), is_lower)) {
    faults.emplace_back("must contain at least one letter (a-z)");
  }
  if (name.find("--") != std::string_view::npos) {
    faults.emplace_back("must not contain consecutive hyphens");
  }
  if (name.starts_with('-') || name.ends_with('-')) {
    faults.emplace_back("must not begin or end with a hyphen");
  }
  return join(faults, "\n");
}

}  // namespace sluice::api
