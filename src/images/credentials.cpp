// SPDX-License-Identifier: Apache-2.0
//
// Places and images are matched as Kubernetes' credential provider does: the host part by part with
// globs, the port exactly, the path as a prefix; places in reverse order of their text.
#include "images/credentials.h"

#include <fnmatch.h>

#include <algorithm>

#include "base/text.h"
#include "json/text.h"

namespace sluice::images {
namespace {

constexpr std::string_view kHubPlace = "index.docker.io";

struct Place {
  std::vector<std::string_view> host;  // split at dots
  std::string_view port;
  std::string_view path;  // with its slash
};

Place take_apart(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  std::string_view host = text.substr(0, slash);
  std::string_view port;
  const std::size_t colon = host.rfind(':');
  if (colon != std::string_view::npos && !host.ends_with(']')) {
    port = host.substr(colon + 1);
    host = host.substr(0, colon);
  }
  return {split(host, '.'), port, text.substr(slash)};
}

bool covers(std::string_view pattern, std::string_view repository) {
  const Place wanted = take_apart(pattern);
  const Place asked = take_apart(repository);
  return wanted.port == asked.port && asked.path.starts_with(wanted.path) &&
         std::equal(wanted.host.begin(), wanted.host.end(), asked.host.begin(), asked.host.end(),
                    [](std::string_view glob, std::string_view part) {
                      return ::fnmatch(std::string(glob).c_str(), std::string(part).c_str(), 0) ==
                             0;
                    });
}

// "https://index.docker.io/v1/" is "index.docker.io".
std::string normalised(std::string_view place) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (place.starts_with(scheme)) {
      place.remove_prefix(scheme.size());
    }
  }
  const std::size_t slash = std::min(place.find('/'), place.size());
  std::string_view path = place.substr(slash);
  if (path.starts_with("/v1/") || path.starts_with("/v2/")) {
    path.remove_prefix(3);
  }
  return std::string(place.substr(0, slash)) + (path == "/" ? "" : std::string(path));
}

Result<Login> parse_login(const json::Value& entry, const std::string& place) {
  Login login{entry.at("username").as_string(), entry.at("password").as_string()};
  const std::string& encoded = entry.at("auth").as_string();
  if (encoded.empty()) {
    return login;
  }
  const auto decoded = base64_decode(encoded);
  const std::size_t colon = decoded ? decoded->find(':') : std::string::npos;
  if (colon == std::string::npos) {
    return fail(Code::kInvalid,
                "the entry for \"" + place + "\": auth must be base64 of username:password");
  }
  return Login{decoded->substr(0, colon), decoded->substr(colon + 1)};
}

Result<void> add_all(const json::Value& entries, const char* what, Credentials& credentials) {
  if (!entries.is_object()) {
    return fail(Code::kInvalid, std::string(what) + " must be an object of registries");
  }
  Credentials added = credentials;
  for (const auto& [place, entry] : entries.as_object()) {
    TRY_ASSIGN(Login login, parse_login(entry, place));
    if (!login.username.empty() || !login.password.empty()) {
      added.add(place, std::move(login));
    }
  }
  credentials = std::move(added);
  return {};
}

Result<json::Value> parse_document(std::string_view text, const char* what) {
  auto document = json::parse(text);
  if (!document) {  // the parser's message could quote the secret
    return fail(Code::kInvalid, std::string(what) + " is not JSON");
  }
  return document;
}

}  // namespace

void Credentials::add(std::string_view place, Login login) {
  Entry entry{normalised(place), std::move(login)};
  const auto at =
      std::upper_bound(entries_.begin(), entries_.end(), entry,
                       [](const Entry& a, const Entry& b) { return a.place > b.place; });
  entries_.insert(at, std::move(entry));
}

Result<void> Credentials::add_docker_config_json(std::string_view text) {
  TRY_ASSIGN(const json::Value document, parse_document(text, ".dockerconfigjson"));
  return add_all(document.at("auths"), ".dockerconfigjson: auths", *this);
}

Result<void> Credentials::add_dockercfg(std::string_view text) {
  TRY_ASSIGN(const json::Value document, parse_document(text, ".dockercfg"));
  return add_all(document, ".dockercfg", *this);
}

std::vector<Login> Credentials::matching(std::string_view repository) const {
  std::vector<Login> found;
  for (const Entry& entry : entries_) {
    if (covers(entry.place, repository)) {
      found.push_back(entry.login);
    }
  }
  if (found.empty() && repository.starts_with("docker.io/")) {
    for (const Entry& entry : entries_) {
      if (entry.place == kHubPlace) {
        found.push_back(entry.login);
      }
    }
  }
  return found;
}

}  // namespace sluice::images
