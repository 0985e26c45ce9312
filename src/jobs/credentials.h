// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "json/value.h"
#include "ssh/endpoint.h"

namespace sluice::jobs {

// What a Secret holds by its keys: user, passwd, privateKey, passphrase, knownHosts, token. Never
// part of a message.
using Credentials = std::map<std::string, std::string>;

Credentials credentials_in(const json::Value& secret);

// The same of an object that holds them as plain text.
Credentials credentials_among(const json::Value& values);

// The same of a directory with a file for each key, as a Secret looks that is mounted. Final line
// ends are left out of what is one line. NotFound: there is no such directory.
Result<Credentials> read_credentials(const std::filesystem::path& directory);

// What they lack for a login by SSH; nothing: they have all. Names keys, never what they hold.
std::optional<std::string> lacking(const Credentials& credentials);

// As whom to log in there. They lack nothing. `known_hosts` is added to their own.
ssh::Endpoint endpoint_of(const std::string& host, std::uint16_t port,
                          const Credentials& credentials, const std::string& known_hosts);

}  // namespace sluice::jobs
