// SPDX-License-Identifier: Apache-2.0
#include "jobs/credentials.h"

#include <array>

#include "base/files.h"
#include "base/text.h"

namespace sluice::jobs {
namespace {

struct Key {
  const char* name;
  bool one_line;
};
constexpr std::array kKeys{Key{"user", true},        Key{"passwd", true},
                           Key{"privateKey", false}, Key{"passphrase", true},
                           Key{"knownHosts", false}, Key{"token", true}};

std::string without_line_end(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
    text.pop_back();
  }
  return text;
}

std::string value(const Credentials& credentials, const char* key) {
  const auto found = credentials.find(key);
  return found == credentials.end() ? "" : found->second;
}

}  // namespace

Credentials credentials_in(const json::Value& secret) {
  Credentials credentials;
  for (const Key& key : kKeys) {
    const json::Value& data = secret.at("data", key.name);
    if (data.is_string()) {
      credentials[key.name] = base64_decode(data.as_string()).value_or("");
    }
  }
  return credentials;
}

Credentials credentials_among(const json::Value& values) {
  Credentials credentials;
  for (const Key& key : kKeys) {
    if (values.at(key.name).is_string()) {
      credentials[key.name] = values.at(key.name).as_string();
    }
  }
  return credentials;
}

Result<Credentials> read_credentials(const std::filesystem::path& directory) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(directory, ignored)) {
    return fail(Code::kNotFound,
                "there is no directory \"" + directory.filename().string() + "\" with credentials");
  }
  Credentials credentials;
  for (const Key& key : kKeys) {
    auto content = read_file(directory / key.name);
    if (content) {
      credentials[key.name] = key.one_line ? without_line_end(std::move(*content)) : *content;
    } else if (content.error().code != Code::kNotFound) {
      return tl::unexpected(content.error());
    }
  }
  return credentials;
}

std::optional<std::string> lacking(const Credentials& credentials) {
  if (trim(value(credentials, "user")).empty()) {
    return "there is no key \"user\": expected the name to log in with";
  }
  if (value(credentials, "passwd").empty() && value(credentials, "privateKey").empty()) {
    return "there is no credential: expected a key \"passwd\" with the password or "
           "\"privateKey\" with a private key";
  }
  return std::nullopt;
}

ssh::Endpoint endpoint_of(const std::string& host, std::uint16_t port,
                          const Credentials& credentials, const std::string& known_hosts) {
  return {.host = host,
          .port = port,
          .user = std::string(trim(value(credentials, "user"))),
          .password = value(credentials, "passwd"),
          .private_key = value(credentials, "privateKey"),
          .passphrase = value(credentials, "passphrase"),
          .known_hosts = value(credentials, "knownHosts") + "\n" + known_hosts};
}

}  // namespace sluice::jobs
