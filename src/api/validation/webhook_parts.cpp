// SPDX-License-Identifier: Apache-2.0
//
// Rules about where webhooks are, when they are called, and what policies are for.
#include <algorithm>
#include <set>
#include <string>

#include "api/admission_variables.h"
#include "api/label_syntax.h"
#include "api/validation/admission_expressions.h"
#include "api/validation/type_rules.h"
#include "base/text.h"

namespace sluice::api {
namespace {

constexpr const char* kForm = "; desired format: https://host[/path]";

// The parts of a URL that rules are about.
struct Url {
  std::string scheme;
  std::string user;
  std::string host;
  std::string query;
  std::string fragment;
};

std::string cut(std::string& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  std::string rest = at == std::string::npos ? "" : text.substr(at + mark.size());
  text.resize(std::min(at, text.size()));
  return rest;
}

Url parse_url(std::string text) {
  Url url;
  url.fragment = cut(text, "#");
  url.query = cut(text, "?");
  const std::string rest = cut(text, "://");
  url.scheme = rest.empty() ? "" : text;
  url.host = rest.substr(0, rest.find('/'));
  if (const std::size_t at = url.host.rfind('@'); at != std::string::npos) {
    url.user = url.host.substr(0, at);
    url.host.erase(0, at + 1);
  }
  return url;
}

void check_url(const json::Value& object, const FieldPath& at, Faults& faults) {
  if (!object.at("url").is_string() || object.at("service").is_object()) {
    return;
  }
  const FieldPath field = at.child("url");
  const Url url = parse_url(object.at("url").as_string());
  if (url.scheme != "https") {
    faults.invalid(field, url.scheme,
                   std::string("'https' is the only allowed URL scheme") + kForm);
  }
  if (url.host.empty()) {
    faults.invalid(field, "", std::string("host must be specified") + kForm);
  }
  if (!url.user.empty()) {
    faults.invalid(field, url.user, "user information is not permitted in the URL");
  }
  if (!url.fragment.empty()) {
    faults.invalid(field, url.fragment, "fragments are not permitted in the URL");
  }
  if (!url.query.empty()) {
    faults.invalid(field, url.query, "query parameters are not permitted in the URL");
  }
}

void check_service_path(const std::string& path, const FieldPath& at, Faults& faults) {
  if (path.empty() || path == "/") {
    return;
  }
  if (!path.starts_with('/')) {
    faults.invalid(at, path, "must start with a '/'");
  }
  std::string_view steps = std::string_view(path).substr(1);
  if (steps.ends_with('/') && steps.size() > 1) {
    steps.remove_suffix(1);
  }
  std::size_t number = 0;
  for (const std::string_view step : split(steps, '/')) {
    const std::string segment = "segment[" + std::to_string(number++) + "]";
    if (step.empty()) {
      faults.invalid(at, path, segment + " may not be empty");
    } else if (const std::string fault = dns_subdomain_fault(step); !fault.empty()) {
      faults.invalid(at, path, segment + ": " + fault);
    }
  }
}

void check_service(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Value& port = object.at("port");
  if (port.is_int() && (port.as_int() < 1 || port.as_int() > 65535)) {
    faults.invalid(at.child("port"), port,
                   "port is not valid: must be between 1 and 65535, inclusive");
  }
  check_service_path(object.at("path").as_string(), at.child("path"), faults);
}

bool has(const json::Array& list, const char* word) {
  return std::any_of(list.begin(), list.end(),
                     [&](const json::Value& item) { return item.as_string() == word; });
}

void check_wildcard(const json::Value& object, const char* member, const char* others,
                    const FieldPath& at, Faults& faults) {
  const json::Array& list = object.at(member).as_array();
  if (list.size() > 1 && has(list, "*")) {
    faults.invalid(at.child(member), list,
                   std::string("if '*' is present, must not specify other ") + others);
  }
}

// "pods/*" and "*/scale" leave nothing to add to what they cover.
void check_covered(const json::Array& list, const FieldPath& at, Faults& faults) {
  std::set<std::string> resources;
  std::set<std::string> subresources;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string& text = list[i].as_string();
    const std::size_t slash = text.find('/');
    if (text.empty()) {
      faults.required(at.item(i));
    }
    if (slash == std::string::npos) {
      continue;
    }
    const std::string resource = text.substr(0, slash);
    const std::string subresource = text.substr(slash + 1);
    if (resources.contains(resource)) {
      faults.invalid(at.item(i), text,
                     "if '" + resource + "/*' is present, must not specify " + text);
    }
    if (subresources.contains(subresource)) {
      faults.invalid(at.item(i), text,
                     "if '*/" + subresource + "' is present, must not specify " + text);
    }
    if (subresource == "*") {
      resources.insert(resource);
    }
    if (resource == "*") {
      subresources.insert(subresource);
    }
  }
}

void check_resources(const json::Value& object, const FieldPath& at, Faults& faults) {
  const json::Array& list = object.at("resources").as_array();
  check_covered(list, at, faults);
  if (list.size() > 1 && has(list, "*/*")) {
    faults.invalid(at, list, "if '*/*' is present, must not specify other resources");
  }
  const bool plain = std::any_of(list.begin(), list.end(), [](const json::Value& item) {
    const std::string& text = item.as_string();
    return !text.empty() && text != "*" && text.find('/') == std::string::npos;
  });
  if (plain && has(list, "*")) {
    faults.invalid(at, list,
                   "if '*' is present, must not specify other resources without subresources");
  }
}

void check_rule(const json::Value& object, const FieldPath& at, Faults& faults) {
  check_wildcard(object, "operations", "operations", at, faults);
  check_wildcard(object, "apiGroups", "API groups", at, faults);
  check_wildcard(object, "apiVersions", "API versions", at, faults);
  check_resources(object, at.child("resources"), faults);
}

void check_conditions(const json::Value& object, const FieldPath& at, Faults& faults) {
  check_match_conditions(object.at("matchConditions"), admission_variables({}),
                         at.child("matchConditions"), faults);
}

void check_hook_names(const json::Value& object, const FieldPath& at, Faults& faults) {
  std::set<std::string> names;
  const FieldPath list = at.child("webhooks");
  const json::Array& hooks = object.at("webhooks").as_array();
  for (std::size_t i = 0; i < hooks.size(); ++i) {
    const FieldPath item = list.item(i);
    const json::Value& name = hooks[i].at("name");
    if (!name.as_string().empty() && !names.insert(name.as_string()).second) {
      faults.duplicate(item.child("name"), name);
    }
  }
}

constexpr ObjectRule kRules[] = {
    {"admissionregistration.v1.MutatingWebhook", check_conditions},
    {"admissionregistration.v1.MutatingWebhookConfiguration", check_hook_names},
    {"admissionregistration.v1.NamedRuleWithOperations", check_rule},
    {"admissionregistration.v1.RuleWithOperations", check_rule},
    {"admissionregistration.v1.ServiceReference", check_service},
    {"admissionregistration.v1.ValidatingWebhook", check_conditions},
    {"admissionregistration.v1.ValidatingWebhookConfiguration", check_hook_names},
    {"admissionregistration.v1.WebhookClientConfig", check_url},
};

}  // namespace

std::span<const ObjectRule> webhook_part_rules() {
  return kRules;
}

}  // namespace sluice::api
