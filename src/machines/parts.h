// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "machines/role.h"

namespace sluice::machines {

// What texts of parts are filled in with: @name@ becomes the value.
using Values = std::map<std::string, std::string, std::less<>>;

struct PartFile {
  std::string_view path;  // filled in
  unsigned mode;
  std::string_view text;       // filled in; template variables in values stay
  std::string_view when = "";  // only where this value is not empty
};

// One piece of software of a role: how it gets onto the machine, is told what to do, and is started
// and watched.
struct Part {
  std::string_view name;
  std::string_view when;    // only where this value is not empty; empty: always
  std::string_view debian;  // packages
  std::string_view redhat;
  std::span<const PartFile> files;
  std::string_view setup;  // commands of a shell that stop at the first that fails, filled in
  std::string_view unit;   // of systemd; empty: nothing runs
  std::string_view after;  // the parts it needs, separated by spaces
  std::string_view probe;  // a command of a shell that succeeds when it is ready, filled in
  bool standby = false;    // of the other stack: the agent starts it when it is told to
};

// In the order in which they are set up.
std::span<const Part> parts_of(Role role);

// Every @name@ of our own texts is among the values.
std::string fill(std::string_view text, const Values& values);

}  // namespace sluice::machines
