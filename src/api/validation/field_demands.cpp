// SPDX-License-Identifier: Apache-2.0
//
// What rules of single fields demand, in Kubernetes' words.
#include <arpa/inet.h>

#include <limits>
#include <string>

#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "api/validation/type_rules.h"
#include "base/text.h"

namespace sluice::api {
namespace {

bool is_empty(const json::Value& value) {
  return value.is_null() || value == json::Value("") ||
         (value.is_array() && value.as_array().empty()) ||
         (value.is_object() && value.as_object().empty());
}

bool is_address(std::string_view text) {
  const std::string copy(text);
  in6_addr parsed{};
  return ::inet_pton(AF_INET, copy.c_str(), &parsed) == 1 ||
         ::inet_pton(AF_INET6, copy.c_str(), &parsed) == 1;
}

bool is_network(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || !is_address(text.substr(0, slash))) {
    return false;
  }
  const auto bits = parse_int(text.substr(slash + 1));
  const std::int64_t most = text.find(':') == std::string_view::npos ? 32 : 128;
  return bits && *bits >= 0 && *bits <= most;
}

bool leads_up(std::string_view path) {
  for (const std::string_view part : split(path, '/')) {
    if (part == "..") {
      return true;
    }
  }
  return false;
}

std::string path_fault(Demand demand, std::string_view path) {
  if (demand == Demand::kAbsolutePath) {
    return path.starts_with('/') ? "" : "must be an absolute path";
  }
  if (demand == Demand::kRelativePath && path.starts_with('/')) {
    return "must be a relative path";
  }
  return leads_up(path) ? "must not contain '..'" : "";
}

std::string domain_path_fault(std::string_view path) {
  const std::size_t slash = path.find('/');
  const bool good = slash != std::string_view::npos && slash > 0 && slash + 1 < path.size() &&
                    dns_subdomain_fault(path.substr(0, slash)).empty();
  return good ? "" : "must be a domain-prefixed path (such as \"acme.io/foo\")";
}

std::string text_fault(Demand demand, std::string_view text) {
  switch (demand) {
    case Demand::kIp:
      return address_fault(text);
    case Demand::kRemoteIp:
      return remote_address_fault(text);
    case Demand::kCidr:
      return network_fault(text);
    case Demand::kDnsLabel:
      return dns_label_fault(text);
    case Demand::kDnsSubdomain:
      return dns_subdomain_fault(text);
    case Demand::kLabelKey:
      return label_key_fault(text);
    case Demand::kConfigKey:
      return config_key_fault(text);
    case Demand::kDomainPath:
      return domain_path_fault(text);
    case Demand::kNoSlash:
      return text.find('/') == std::string_view::npos ? "" : "may not contain '/'";
    default:
      return path_fault(demand, text);
  }
}

std::string number_fault(const FieldRule& rule, std::int64_t number) {
  switch (rule.demand) {
    case Demand::kNotNegative:
      return number >= 0 ? "" : "must be greater than or equal to 0";
    case Demand::kPositive:
      return number > 0 ? "" : "must be greater than 0";
    case Demand::kWeight:
      return number >= 1 && number <= 100 ? "" : "must be in the range 1-100";
    case Demand::kMode:
      return number >= 0 && number <= 0777
                 ? ""
                 : "must be a number between 0 and 0777 (octal), both inclusive";
    default:
      return number >= 600 ? "" : "may not specify a duration less than 10 minutes";
  }
}

void check_words(const FieldRule& rule, const json::Value& value, const FieldPath& at,
                 Faults& faults) {
  std::vector<std::string> words;
  for (const std::string_view word : split(rule.words, '|')) {
    if (word == value.as_string()) {
      return;
    }
    words.emplace_back(word);
  }
  faults.unsupported_in_order(at, value, words);
}

void check_number(const FieldRule& rule, const json::Value& value, const FieldPath& at,
                  Faults& faults) {
  if (rule.demand == Demand::kRange) {
    const auto bounds = split(rule.words, '|');
    faults.in_range(at, value, parse_int(bounds[0]).value_or(0), parse_int(bounds[1]).value_or(0));
  } else if (const std::string fault = number_fault(rule, value.as_int()); !fault.empty()) {
    faults.invalid(at, value, fault);
  }
}

void check_port(const json::Value& value, const FieldPath& at, Faults& faults) {
  if (value.is_string()) {
    faults.named(at, value, port_name_fault);
  } else {
    faults.in_range(at, value, 1, 65535);
  }
}

}  // namespace

std::string address_fault(std::string_view text) {
  return is_address(text) ? "" : "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
}

std::string network_fault(std::string_view text) {
  return is_network(text) ? "" : "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";
}

std::string remote_address_fault(std::string_view text) {
  if (std::string fault = address_fault(text); !fault.empty()) {
    return fault;
  }
  struct Local {
    std::string_view prefix;
    std::string_view fault;
  };
  static constexpr Local kLocal[] = {
      {"0.0.0.0", "may not be unspecified (0.0.0.0 or ::)"},
      {"127.", "may not be in the loopback range (127.0.0.0/8, ::1/128)"},
      {"169.254.", "may not be in the link-local range (169.254.0.0/16, fe80::/10)"},
      {"224.0.0.", "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"},
      {"fe80:", "may not be in the link-local range (169.254.0.0/16, fe80::/10)"},
      {"ff02:", "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"}};
  for (const Local& local : kLocal) {
    if (text.starts_with(local.prefix)) {
      return std::string(local.fault);
    }
  }
  if (text == "::") {
    return std::string(kLocal[0].fault);
  }
  return text == "::1" ? std::string(kLocal[1].fault) : "";
}

void check_demand(const FieldRule& rule, const json::Value& value, const FieldPath& at,
                  Faults& faults) {
  if (rule.demand == Demand::kRequired) {
    if (is_empty(value)) {
      faults.required(at, rule.words);
    }
    return;
  }
  if (rule.demand == Demand::kDnsName) {
    if (const std::string fault = dns_subdomain_fault(value.as_string()); !fault.empty()) {
      faults.invalid(at, value.as_string(), fault);
    }
    return;
  }
  if (is_empty(value)) {
    return;
  }
  switch (rule.demand) {
    case Demand::kOneOf:
      return check_words(rule, value, at, faults);
    case Demand::kNotNegative:
    case Demand::kPositive:
    case Demand::kRange:
    case Demand::kWeight:
    case Demand::kMode:
    case Demand::kTenMinutes:
      return check_number(rule, value, at, faults);
    case Demand::kPort:
      return check_port(value, at, faults);
    case Demand::kLabels:
      return check_labels(value, at, faults);
    case Demand::kSelector:
      return check_label_selector(value, at, faults);
    default:
      if (const std::string fault = text_fault(rule.demand, value.as_string()); !fault.empty()) {
        faults.invalid(at, value, fault);
      }
  }
}

}  // namespace sluice::api
