// SPDX-License-Identifier: Apache-2.0
#include "clusters/passwords.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "json/strings.h"

namespace sluice::clusters {
namespace {

constexpr std::array<std::string_view, 2> kPasswords{"accountingstoragepass", "storagepass"};

bool is_named(std::string_view name) {
  return std::any_of(kPasswords.begin(), kPasswords.end(),
                     [&](std::string_view one) { return slurmconf::same_name(one, name); });
}

// Values that are paths name where a secret lies.
bool is_password(std::string_view name, std::string_view value) {
  constexpr std::array<std::string_view, 4> kWords{"password", "passwd", "secret", "token"};
  const std::string word = to_lower(name);
  return !value.empty() && !value.starts_with('/') &&
         (word.ends_with("pass") ||
          std::any_of(kWords.begin(), kWords.end(),
                      [&](std::string_view one) { return word.ends_with(one); }));
}

// The first name of a password in lines of NAME=VALUE; empty: there is none.
std::string password_in_lines(std::string_view text) {
  for (std::string_view line : split(text, '\n')) {
    line = line.substr(0, line.find('#'));
    for (std::size_t at = line.find('='); at != line.npos; at = line.find('=', at + 1)) {
      const std::string_view before = trim(line.substr(0, at));
      const std::string_view key = before.substr(before.find_last_of(" \t") + 1);  // npos + 1 is 0
      if (is_password(key, trim(line.substr(at + 1)))) {
        return std::string(key);
      }
    }
  }
  return "";
}

std::string_view without_quotes(std::string_view text) {
  const std::size_t first = text.find_first_not_of("\"'");
  return first == text.npos ? std::string_view()
                            : text.substr(first, text.find_last_not_of("\"'") + 1 - first);
}

// "--password=x", "--password x" and "PASSWORD=x", of a script too. Its variables and what a
// command prints are no passwords.
std::string password_in_words(const std::vector<std::string>& words) {
  constexpr std::string_view kBetween = " \t\n;&|";
  constexpr std::string_view kOption = "--password";
  bool follows = false;
  for (const std::string& text : words) {
    for (std::size_t at = text.find_first_not_of(kBetween); at != text.npos;) {
      const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
      const std::string_view word = without_quotes(std::string_view(text).substr(at, end - at));
      const std::size_t equals = std::min(word.find('='), word.size());
      const std::string_view name = follows ? kOption : word.substr(0, equals);
      const std::string_view value =
          follows ? word : without_quotes(word.substr(std::min(equals + 1, word.size())));
      if (!value.starts_with('$') && !value.starts_with('-') && is_password(name, value)) {
        return std::string(name);
      }
      follows = word == kOption;
      at = text.find_first_not_of(kBetween, end);
    }
  }
  return "";
}

// Where in a service of machines, by name; empty: nowhere.
std::string password_of_service(const json::Value& service) {
  for (const auto& [name, value] : service.at("environment").as_object()) {
    if (is_password(name, value.as_string())) {
      return "environment." + name;
    }
  }
  for (const json::Value& file : service.at("files").as_array()) {
    const std::string& path = file.at("path").as_string();
    const std::string key =
        path.ends_with(".conf") ? password_in_lines(file.at("content").as_string()) : "";
    if (!key.empty()) {
      return key + " in the file " + path;
    }
  }
  for (const json::Value* command : {&service.at("command"), &service.at("readiness", "command")}) {
    if (const std::string name = password_in_words(json::to_strings(*command)); !name.empty()) {
      return name + " in the command";
    }
  }
  return "";
}

}  // namespace

// A path is munge's socket, which slurmctld wants to have said there.
Result<void> refuse_passwords(const slurmconf::Config& config) {
  for (const slurmconf::Line& line : config.lines) {
    if (is_named(line.name()) && !line.value().starts_with('/')) {
      return fail(Code::kInvalid, line.source + ": " + line.name() +
                                      " is a password in the clear; put it into a Secret and name "
                                      "it in spec.accounting.external.passwordSecret");
    }
  }
  return {};
}

Result<void> refuse_passwords_of_file(const std::string& name, std::string_view text) {
  if (const std::string key = password_in_lines(text); !key.empty()) {
    return fail(Code::kInvalid,
                "spec.files." + name + ": " + key +
                    " is a password in the clear, where many may read it; leave it out here, "
                    "and have who needs it run beside slurmd with a Secret (secretFiles of "
                    "spec.compute.services)");
  }
  return {};
}

Result<void> refuse_passwords_of_services(const Cluster& cluster) {
  const json::Value slurmd = cluster.compute ? cluster.compute->slurmd : json::Value();
  for (const auto& [name, value] : slurmd.at("environment").as_object()) {
    if (is_password(name, value.as_string())) {
      return fail(Code::kInvalid, "spec.compute.slurmd: environment." + name +
                                      " is a password in the clear; have a service of "
                                      "spec.compute.services bring it, with secretFiles");
    }
  }
  for (const json::Value& service :
       cluster.compute ? cluster.compute->services.as_array() : json::Array()) {
    if (const std::string place = password_of_service(service); !place.empty()) {
      return fail(Code::kInvalid,
                  "spec.compute.services: " + place + " of " + service.at("name").as_string() +
                      " is a password in the clear; put it into a Secret and name that in "
                      "secretFiles");
    }
  }
  return {};
}

}  // namespace sluice::clusters
