// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/facts.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "base/text.h"
#include "slurmconf/facts_table.h"

namespace sluice::slurmconf {
namespace {

constexpr std::array<std::string_view, 7> kClasses{
    "NOOP",           "RECONFIGURE", "RESTART_SLURMDBD", "RESTART_SLURMCTLD",
    "RESTART_SLURMD", "RESTART_ALL", "DANGEROUS"};

struct TypeName {
  std::string_view name;
  Type type;
};
constexpr std::array kTypes{
    TypeName{"text", Type::kText},      TypeName{"path", Type::kPath},
    TypeName{"list", Type::kList},      TypeName{"bool", Type::kBool},
    TypeName{"int", Type::kInt},        TypeName{"time", Type::kTime},
    TypeName{"enum", Type::kEnum},      TypeName{"plugin", Type::kPlugin},
    TypeName{"plugin?", Type::kPlugin}, TypeName{"licenses", Type::kLicenses},
    TypeName{"secret", Type::kSecret}};

// Two names of one parameter: the first is what we write.
struct Alias {
  std::string_view kind;
  std::string_view name;
  std::string_view other;
};
constexpr std::array kAliases{Alias{"NodeName", "Feature", "Features"},
                              Alias{"NodeName", "CPUs", "Procs"},
                              Alias{"PartitionName", "OverSubscribe", "Shared"},
                              Alias{"Name", "File", "Files"},
                              Alias{"Name", "Links", "Link"},
                              Alias{"NodeName", "File", "Files"},
                              Alias{"NodeName", "Links", "Link"}};

struct Reason {
  std::string_view name;
  std::string_view text;
};
constexpr std::array kReasons{
    Reason{"AuthType", "all daemons and commands must change it together, with no job running"},
    Reason{"ClusterName", "slurmctld refuses the state of a cluster of another name"},
    Reason{"CredType", "credentials of running jobs would not be accepted any more"},
    Reason{"CryptoType", "credentials of running jobs would not be accepted any more"},
    Reason{"MaxNodeCount", "slurmctld before 23.11 ends when it is reconfigured with another one"},
    Reason{"SelectType", "slurmctld would drop every job, running and pending"},
    Reason{"SlurmUser", "the new user cannot read what the old one has saved"},
    Reason{"SlurmdSpoolDir", "slurmd would not find the steps that run"},
    Reason{"StateSaveLocation", "slurmctld would start without the jobs it has saved elsewhere"},
    Reason{"StorageLoc", "slurmdbd would start with another, empty history"},
    Reason{"StorageType", "slurmdbd would start with another, empty history"},
    Reason{"SwitchType", "running jobs would have to be restarted"},
    Reason{"TLSType", "all daemons and commands must change it together, with no job running"}};

Class class_of(char letter) {
  constexpr std::string_view kLetters = "NRBCDAX";
  return static_cast<Class>(kLetters.find(letter));
}

Release release_of(std::string_view text) {
  return parse_release(text).value_or(kNewest);
}

void read_type(std::string_view text, Fact& fact) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view more = colon < text.size() ? text.substr(colon + 1) : "";
  for (const TypeName& known : kTypes) {
    if (known.name == text.substr(0, colon)) {
      fact.type = known.type;
    }
  }
  fact.words = more;
  fact.bare = text.starts_with("plugin?");
  fact.most = std::numeric_limits<std::int64_t>::max();
  if (const std::size_t dots = more.find(".."); fact.type == Type::kInt && !more.empty()) {
    fact.least = parse_int(more.substr(0, dots)).value_or(0);
    fact.most = parse_int(more.substr(dots + 2)).value_or(fact.most);
  }
}

void read_needs(std::string_view text, Fact& fact) {
  const std::vector<std::string_view> parts = split(text, '>');
  fact.before = class_of(parts.front().front());
  fact.after = class_of(parts.back().front());
  fact.changed = parts.size() == 3 ? release_of(parts[1]) : kRestartsItself;
}

// "topology/hypercube-24.05" names one, up to that release.
bool is_named(std::string_view word, std::string_view name, Release release) {
  const std::size_t end = std::min(word.find_first_of("+-"), word.size());
  if (word.substr(0, end) != name) {
    return false;
  }
  if (end == word.size()) {
    return true;
  }
  const Release bound = release_of(word.substr(end + 1));
  return word[end] == '+' ? release >= bound : release <= bound;
}

std::vector<Fact> read_table() {
  std::vector<Fact> all;
  File file = File::kSlurm;
  std::string_view kind;
  for (const std::string_view line : split(kFactsTable, '\n')) {
    const std::vector<std::string_view> words = split(line, ' ');
    if (line.starts_with('[')) {
      const std::vector<std::string_view> title = split(line.substr(1, line.size() - 2), ' ');
      file = file_of_name(title[0]).value_or(File::kSlurm);
      kind = title.size() > 1 ? title[1] : std::string_view();
    } else if (words.size() >= 3) {
      Fact fact{.file = file, .kind = kind, .name = words[0], .since = kOldest, .until = kNewest};
      read_type(words[1], fact);
      read_needs(words[2], fact);
      for (std::size_t i = 3; i < words.size(); ++i) {
        const Release release = release_of(words[i].substr(1));
        (words[i].front() == '+' ? fact.since : fact.until) = release;
        fact.ignored = fact.ignored || words[i].front() == '~';
      }
      all.push_back(fact);
    }
  }
  return all;
}

}  // namespace

std::string_view to_string(Class what) {
  return kClasses[static_cast<std::size_t>(what)];
}

std::span<const Fact> facts() {
  static const std::vector<Fact> all = read_table();
  return all;
}

const Fact* find_fact(File file, std::string_view kind, std::string_view name) {
  const auto all = facts();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Fact& fact) {
    return fact.file == file && same_name(fact.kind, kind) && same_name(fact.name, name);
  });
  return found == all.end() ? nullptr : &*found;
}

std::string_view entity_kind(File file, std::string_view name) {
  const auto all = facts();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Fact& fact) {
    return fact.file == file && !fact.kind.empty() && same_name(fact.kind, name);
  });
  return found == all.end() ? std::string_view() : found->kind;
}

bool is_entity(File file, std::string_view name) {
  return !entity_kind(file, name).empty();
}

std::string spelled(File file, std::string_view kind, const std::string& name) {
  for (const Alias& alias : kAliases) {
    if (same_name(alias.kind, kind) && same_name(alias.other, name) &&
        find_fact(file, kind, alias.name) != nullptr) {
      return std::string(alias.name);
    }
  }
  const Fact* fact = find_fact(file, kind, name);
  return fact == nullptr ? name : std::string(fact->name);
}

std::string doubt_of(const Fact& fact, const std::string& value, Release release) {
  if (fact.type != Type::kPlugin || value.empty()) {
    return "";
  }
  const std::vector<std::string_view> words = split(fact.words, '|');
  const std::string prefix(fact.words.substr(0, fact.words.find('/') + 1));
  const std::string name = value.starts_with(prefix) ? value : prefix + value;
  const bool known = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return is_named(word, name, release);
  });
  return known ? ""
               : name + " does not come with Slurm " + to_string(release) +
                     ": slurmctld ends where no such plugin is installed";
}

std::string_view reason_of(const Fact& fact) {
  for (const Reason& reason : kReasons) {
    if (fact.kind.empty() && reason.name == fact.name) {
      return reason.text;
    }
  }
  return {};
}

}  // namespace sluice::slurmconf
