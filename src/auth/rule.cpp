// SPDX-License-Identifier: Apache-2.0
#include "auth/rule.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "auth/wildcard.h"
#include "base/text.h"
#include "json/strings.h"
#include "json/text.h"

namespace sluice::auth {

namespace {

void set_list(json::Object& object, std::string_view name, const Words& texts) {
  if (!texts.empty()) {
    object[name] = json::Array(texts.begin(), texts.end());
  }
}

bool has(const Words& texts, std::string_view wanted) {
  return std::find(texts.begin(), texts.end(), wanted) != texts.end();
}

// Whether `rule` ("pods", "pods/log", "*/log", "*") means this.
bool resource_matches(std::string_view rule, std::string_view resource,
                      std::string_view subresource) {
  if (rule == "*") {
    return true;
  }
  if (subresource.empty()) {
    return rule == resource;
  }
  const std::size_t slash = rule.size() > subresource.size() ? rule.size() - subresource.size() - 1
                                                             : std::string_view::npos;
  if (slash == std::string_view::npos || rule[slash] != '/' || !rule.ends_with(subresource)) {
    return false;
  }
  const std::string_view parent = rule.substr(0, slash);
  return parent == resource || parent == "*";
}

bool url_matches(std::string_view rule, std::string_view path) {
  if (rule == "*" || rule == path) {
    return true;
  }
  return rule.ends_with('*') && path.starts_with(rule.substr(0, rule.find_last_not_of('*') + 1));
}

// Rules that name one thing of each sort, together the same as `rule`.
void break_down(const Rule& rule, Rules& into) {
  for (const std::string& group : rule.groups) {
    for (const std::string& resource : rule.resources) {
      for (const std::string& verb : rule.verbs) {
        if (rule.resource_names.empty()) {
          into.push_back({.verbs = {verb}, .groups = {group}, .resources = {resource}});
        }
        for (const std::string& name : rule.resource_names) {
          into.push_back({.verbs = {verb},
                          .groups = {group},
                          .resources = {resource},
                          .resource_names = {name}});
        }
      }
    }
  }
  for (const std::string& url : rule.urls) {
    for (const std::string& verb : rule.verbs) {
      into.push_back({.verbs = {verb}, .urls = {url}});
    }
  }
}

// `one` is broken down.
bool covers(const Rule& owned, const Rule& one) {
  if (!has_or_all(owned.verbs, one.verbs.front())) {
    return false;
  }
  if (!one.urls.empty()) {
    return std::any_of(owned.urls.begin(), owned.urls.end(),
                       [&](const std::string& url) { return url_matches(url, one.urls.front()); });
  }
  const std::string_view wanted = one.resources.front();
  const std::size_t slash = wanted.find('/');
  const bool resource = has_or_all(owned.resources, wanted) ||
                        (slash != std::string_view::npos &&
                         has(owned.resources, "*" + std::string(wanted.substr(slash))));
  const bool name =
      owned.resource_names.empty() ||
      (!one.resource_names.empty() && has(owned.resource_names, one.resource_names.front()));
  return resource && name && has_or_all(owned.groups, one.groups.front());
}

std::string describe(const Rule& rule) {
  std::string text;
  const auto add = [&](const char* name, const Words& values) {
    if (!values.empty()) {
      text += (text.empty() ? "" : ", ") + std::string(name) + ":" + quote_list(values);
    }
  };
  add("APIGroups", rule.groups);
  add("Resources", rule.resources);
  add("NonResourceURLs", rule.urls);
  add("ResourceNames", rule.resource_names);
  add("Verbs", rule.verbs);
  return "{" + text + "}";
}

}  // namespace

Rules parse_rules(const json::Value& rules) {
  Rules parsed;
  for (const json::Value& rule : rules.as_array()) {
    parsed.push_back({.verbs = json::to_strings(rule.at("verbs")),
                      .groups = json::to_strings(rule.at("apiGroups")),
                      .resources = json::to_strings(rule.at("resources")),
                      .resource_names = json::to_strings(rule.at("resourceNames")),
                      .urls = json::to_strings(rule.at("nonResourceURLs"))});
  }
  return parsed;
}

json::Value to_resource_rule(const Rule& rule) {
  json::Object object;
  set_list(object, "verbs", rule.verbs);
  set_list(object, "apiGroups", rule.groups);
  set_list(object, "resources", rule.resources);
  set_list(object, "resourceNames", rule.resource_names);
  return object;
}

json::Value to_non_resource_rule(const Rule& rule) {
  json::Object object;
  set_list(object, "verbs", rule.verbs);
  set_list(object, "nonResourceURLs", rule.urls);
  return object;
}

bool allows(const Rule& rule, const Attributes& wanted) {
  if (!has_or_all(rule.verbs, wanted.verb)) {
    return false;
  }
  if (!wanted.is_resource) {
    return std::any_of(rule.urls.begin(), rule.urls.end(),
                       [&](const std::string& url) { return url_matches(url, wanted.path); });
  }
  return has_or_all(rule.groups, wanted.group) &&
         (rule.resource_names.empty() || has(rule.resource_names, wanted.name)) &&
         std::any_of(rule.resources.begin(), rule.resources.end(), [&](const std::string& name) {
           return resource_matches(name, wanted.resource, wanted.subresource);
         });
}

Rules missing_rules(const Rules& owned, const Rules& wanted) {
  Rules parts;
  for (const Rule& rule : wanted) {
    break_down(rule, parts);
  }
  std::erase_if(parts, [&](const Rule& part) {
    return std::any_of(owned.begin(), owned.end(),
                       [&](const Rule& rule) { return covers(rule, part); });
  });
  return parts;
}

std::string describe_missing(const Rules& missing) {
  Rules compact;
  for (const Rule& rule : missing) {
    const auto same = std::find_if(compact.begin(), compact.end(), [&](const Rule& other) {
      return rule.urls.empty() && other.urls.empty() && rule.groups == other.groups &&
             rule.resources == other.resources && rule.resource_names == other.resource_names;
    });
    if (same == compact.end()) {
      compact.push_back(rule);
    } else {
      same->verbs.push_back(rule.verbs.front());
    }
  }
  std::set<std::string> lines;
  for (const Rule& rule : compact) {
    lines.insert(describe(rule));
  }
  return join({lines.begin(), lines.end()}, "\n");
}

std::string quote_list(const std::vector<std::string>& texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    list += list.size() > 1 ? " " : "";
    json::write_string(text, list);
  }
  return list + "]";
}

}  // namespace sluice::auth
