// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::slurmconf {

// The files that make up the configuration of a Slurm cluster and that we can read.
enum class File { kSlurm, kGres, kCgroup, kTopology, kPlugstack, kSlurmdbd };
inline constexpr std::array kFiles{File::kSlurm,    File::kGres,      File::kCgroup,
                                   File::kTopology, File::kPlugstack, File::kSlurmdbd};

std::string_view file_name(File file);             // "slurm.conf"
Result<File> file_of_name(std::string_view name);  // NotFound: none of these

struct Setting {
  std::string name;   // in Slurm's own spelling where it is known: names have no case
  std::string value;  // without quotes

  friend bool operator==(const Setting&, const Setting&) = default;
};

// One parameter, or one line about a node, a partition and their like: "NodeName=n1 CPUs=4". A line
// of plugstack.conf is one setting, named by its first word.
struct Line {
  std::vector<Setting> settings;  // never empty; the first one says what the line is about
  std::string source;             // "batch.conf:12": where it stands

  const std::string& name() const { return settings.front().name; }
  const std::string& value() const { return settings.front().value; }
  const std::string* find(std::string_view setting) const;  // null: not there
};

// One file, of one or several fragments.
struct Config {
  File file = File::kSlurm;
  std::vector<Line> lines;

  // The value of a parameter, the last one given; null: not there.
  const std::string* find(std::string_view name) const;
};

// A piece of a file, under the name errors are told by.
struct Fragment {
  std::string name;
  std::string text;
};

// The text of an included file. Absent: Include is refused.
using Includes = std::function<Result<std::string>(const std::string& path)>;

// Comments, lines that go on on the next one, quotes and several parameters in a line are read as
// Slurm does. Whether names and values mean anything is for validate(). Invalid names the place.
Result<Config> parse(File file, const std::vector<Fragment>& fragments,
                     const Includes& includes = {});

// One line for each, sorted by nothing but their order, in Slurm's spelling.
std::string to_text(const Config& config);

// One line that sets it, as Slurm reads it. Invalid: it has no way to say such a value, as one of
// several lines, or of a quote beside a blank.
Result<std::string> to_line(const std::string& name, const std::string& value);

// One node, partition, node set...: a line for each name, with what DEFAULT lines before it say.
// Of NodeName each name of a host list is one; values such as Port=[1-3] are spread over them.
struct Entity {
  std::string kind;               // "NodeName"
  std::string name;               // "n1"
  std::vector<Setting> settings;  // sorted by name, without the name itself
  std::string source;

  const std::string* find(std::string_view setting) const;
};
std::vector<Entity> entities(const Config& config, std::string_view kind);

bool same_name(std::string_view a, std::string_view b);  // whatever the case

}  // namespace sluice::slurmconf
