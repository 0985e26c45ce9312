// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "json/value.h"

namespace sluice::services {

// Passwords in the clear, where many may read them. What is told is their names, never what they
// are. Values that are paths or variables only say where one comes from.
bool is_password(std::string_view name, std::string_view value);

// The first one of a file of configuration, by how its name ends: NAME=VALUE, and NAME: VALUE of
// YAML and JSON. Empty: there is none, or the file is none of those, as a script.
std::string password_in_file(std::string_view path, std::string_view text);

// Services as a document has them: their environment, files and commands. Invalid names the place
// and what helps. `path` is the list's.
Result<void> refuse_passwords_in(const json::Value& services, const std::string& path);

}  // namespace sluice::services
