// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/command.h"
#include "base/result.h"

namespace sluice::ssh {

// What the login shell is told for every command: the same words, which sh, csh and fish all read
// alike. The program that follows comes through standard input, so that neither arguments nor
// scripts are ever read by a shell we do not know or seen in a process list.
inline constexpr std::string_view kRemoteShell =
    R"sh(exec /bin/sh -c 'read -r n && eval "$(head -c "$n")"')sh";

// What goes to the standard input of kRemoteShell: the command's words, then its own input.
// Invalid: a word holds a zero byte or a variable's name is none.
Result<std::string> input_for(const Command& command);

}  // namespace sluice::ssh
