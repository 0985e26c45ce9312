// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "slurmconf/config.h"
#include "slurmconf/release.h"

namespace sluice::slurmconf {

// What has to happen for a change to be in effect, the weakest first.
enum class Class {
  kNoop,              // who needs it reads it anew each time
  kReconfigure,       // scontrol reconfigure
  kRestartSlurmdbd,   // slurmdbd alone
  kRestartSlurmctld,  // slurmctld alone
  kRestartSlurmd,     // every slurmd, in batches; jobs go on
  kRestartAll,        // slurmctld, then every slurmd
  kRefused,           // would lose jobs or state, or end slurmctld: not done
};
std::string_view to_string(Class what);  // "RESTART_SLURMCTLD"

enum class Type { kText, kPath, kList, kBool, kInt, kTime, kEnum, kPlugin, kLicenses, kSecret };

// What is known of one parameter. The views point into the table of the program.
struct Fact {
  File file = File::kSlurm;
  std::string_view kind;  // "NodeName": of lines about these; empty: a parameter of its own
  std::string_view name;
  Type type = Type::kText;
  std::int64_t least = 0;  // kInt
  std::int64_t most = 0;
  std::string_view words;  // kEnum: "a|b"; kPlugin: "mcs/user|mcs/label+24.05"
  bool bare = false;       // kPlugin: "lua" is "burst_buffer/lua"
  Release since;
  Release until;         // the last release in which it does something
  bool ignored = false;  // later releases accept it and do nothing
  Class before = Class::kReconfigure;
  Release changed;  // from here on `after` counts
  Class after = Class::kReconfigure;

  Class needs(Release release) const { return release < changed ? before : after; }
};

std::span<const Fact> facts();
const Fact* find_fact(File file, std::string_view kind, std::string_view name);  // null: unknown

// Whether lines that begin so are about a node, a partition or their like, and its one spelling.
bool is_entity(File file, std::string_view name);
std::string_view entity_kind(File file, std::string_view name);

// `name` in Slurm's spelling; itself where it is unknown.
std::string spelled(File file, std::string_view kind, const std::string& name);

// Of a plugin that no such release brings along: sites may have their own, and slurmctld ends where
// it is not installed. Empty: nothing to say.
std::string doubt_of(const Fact& fact, const std::string& value, Release release);

// Why a change of it is refused, or cannot simply be reconfigured; empty: nothing to say.
std::string_view reason_of(const Fact& fact);

}  // namespace sluice::slurmconf
