// SPDX-License-Identifier: Apache-2.0
#include "services/clear_passwords.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "json/strings.h"

namespace sluice::services {
namespace {

// What stands between names and values, by how the file is called.
struct Sort {
  std::string_view ending;
  std::string_view between;
};
constexpr std::array<Sort, 9> kSorts{{{".conf", "="},
                                      {".cnf", "="},
                                      {".cfg", "="},
                                      {".ini", "="},
                                      {".env", "="},
                                      {".toml", "="},
                                      {".yaml", ":="},
                                      {".yml", ":="},
                                      {".json", ":"}}};

std::string_view without_quotes(std::string_view text) {
  const std::size_t first = text.find_first_not_of("\"'");
  return first == text.npos ? std::string_view()
                            : text.substr(first, text.find_last_not_of("\"'") + 1 - first);
}

std::string password_in_lines(std::string_view text, std::string_view between) {
  for (std::string_view line : split(text, '\n')) {
    line = line.substr(0, line.find('#'));
    for (std::size_t at = line.find_first_of(between); at != line.npos;
         at = line.find_first_of(between, at + 1)) {
      const std::string_view before = trim(line.substr(0, at));
      const std::string_view key =
          without_quotes(before.substr(before.find_last_of(" \t{,[") + 1));  // npos + 1 is 0
      if (is_password(key, without_quotes(trim(line.substr(at + 1))))) {
        return std::string(key);
      }
    }
  }
  return "";
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

// Where in it, by name; empty: nowhere.
std::string password_of_service(const json::Value& service) {
  for (const auto& [name, value] : service.at("environment").as_object()) {
    if (is_password(name, value.as_string())) {
      return "environment." + name;
    }
  }
  for (const json::Value& file : service.at("files").as_array()) {
    const std::string& path = file.at("path").as_string();
    const std::string key = password_in_file(path, file.at("content").as_string());
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

bool is_password(std::string_view name, std::string_view value) {
  constexpr std::array<std::string_view, 4> kWords{"password", "passwd", "secret", "token"};
  const std::string word = to_lower(name);
  return !value.empty() && !value.starts_with('/') && !value.starts_with("${") &&
         (word.ends_with("pass") ||
          std::any_of(kWords.begin(), kWords.end(),
                      [&](std::string_view one) { return word.ends_with(one); }));
}

std::string password_in_file(std::string_view path, std::string_view text) {
  const auto* const sort = std::find_if(
      kSorts.begin(), kSorts.end(), [&](const Sort& one) { return path.ends_with(one.ending); });
  return sort == kSorts.end() ? "" : password_in_lines(text, sort->between);
}

Result<void> refuse_passwords_in(const json::Value& services, const std::string& path) {
  std::size_t index = 0;
  for (const json::Value& service : services.as_array()) {
    const std::string here = path + "[" + std::to_string(index++) + "]";
    if (const std::string place = password_of_service(service); !place.empty()) {
      return fail(Code::kInvalid, here + ": " + place + " of " + service.at("name").as_string() +
                                      " is a password in the clear; put it into a Secret and name "
                                      "that in secretFiles");
    }
  }
  return {};
}

}  // namespace sluice::services
