// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/pod_security_standards.h"

#include <algorithm>

#include "base/text.h"

namespace sluice::registry::standards {
namespace {

template <class List>
std::string all_quoted(const List& names) {
  Names all;
  for (const std::string& name : names) {
    all.push_back("\"" + name + "\"");
  }
  return join(all, ", ");
}

const std::string& seccomp_type(const json::Value& holder) {
  return holder.at("securityContext", "seccompProfile", "type").as_string();
}

bool has_seccomp(const json::Value& holder) {
  return holder.find("securityContext", "seccompProfile") != nullptr;
}

bool is_fine(const json::Value& holder) {
  return seccomp_type(holder) == "RuntimeDefault" || seccomp_type(holder) == "Localhost";
}

}  // namespace

std::string quoted(const Names& names) {
  return all_quoted(names);
}

std::string quoted(const std::set<std::string>& names) {
  return all_quoted(names);
}

std::string count(std::size_t number, const std::string& one, const std::string& many) {
  return number == 1 ? one : many;
}

std::string containers(const Names& names) {
  return count(names.size(), "container ", "containers ") + quoted(names);
}

Names setters(bool pod, const Names& names) {
  Names all;
  if (pod) {
    all.emplace_back("pod");
  }
  if (!names.empty()) {
    all.push_back(containers(names));
  }
  return all;
}

bool contains(std::span<const std::string_view> list, std::string_view entry) {
  return std::find(list.begin(), list.end(), entry) != list.end();
}

std::optional<SecurityViolation> found(bool bad, std::string reason, const std::string& detail) {
  return bad ? std::optional(SecurityViolation{std::move(reason), detail}) : std::nullopt;
}

std::string bad_capabilities(const json::Value& spec, std::span<const std::string_view> allowed) {
  std::set<std::string> bad;
  const Names names = containers_where(spec, [&](const json::Value& container) {
    bool adds = false;
    for (const json::Value& added :
         container.at("securityContext", "capabilities", "add").as_array()) {
      if (!contains(allowed, added.as_string())) {
        bad.insert(added.as_string());
        adds = true;
      }
    }
    return adds;
  });
  return names.empty() ? ""
                       : containers(names) + " must not include " + quoted(bad) +
                             " in securityContext.capabilities.add";
}

bool is_windows(const Judged& pod) {
  return pod.release >= 25 && pod.spec.at("os", "name").as_string() == "windows";
}

bool has_own_users(const Judged& pod) {
  return pod.release >= 35 && !pod.spec.at("hostUsers").as_bool(true);
}

Seccomp::Seccomp(const json::Value& spec) {
  if (has_seccomp(spec) && !is_fine(spec)) {
    wrong.emplace_back("pod");
    types.insert(seccomp_type(spec));
  }
  const bool for_all = has_seccomp(spec) && is_fine(spec);
  Names bad;
  each_container(spec, [&](const json::Value& container) {
    if (!has_seccomp(container)) {
      if (!for_all) {
        missing.push_back(container.at("name").as_string());
      }
    } else if (!is_fine(container)) {
      bad.push_back(container.at("name").as_string());
      types.insert(seccomp_type(container));
    }
  });
  if (!bad.empty()) {
    wrong.push_back(containers(bad));
  }
}

std::string Seccomp::wrong_detail() const {
  return join(wrong, " and ") + " must not set securityContext.seccompProfile.type to " +
         quoted(types);
}

}  // namespace sluice::registry::standards
