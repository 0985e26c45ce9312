// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/diff.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "slurm/host_list.h"

namespace sluice::slurmconf {
namespace {

constexpr std::string_view kHidden = "(hidden)";

// Words of lists that need more than the list as such.
struct Word {
  std::string_view parameter;
  std::string_view word;
  Class before;  // 23.11
  Class after;

  Class needs(Release release) const { return release < kRestartsItself ? before : after; }
};
constexpr std::array kWords{
    Word{"SlurmctldParameters", "enable_configless", Class::kRestartSlurmctld, Class::kReconfigure},
    Word{"SchedulerParameters", "no_backup_scheduling", Class::kRestartSlurmctld,
         Class::kReconfigure},
    Word{"CommunicationParameters", "EnableIPv6", Class::kRestartAll, Class::kRestartAll},
    Word{"CommunicationParameters", "DisableIPv4", Class::kRestartAll, Class::kRestartAll}};

// What Slurm calls its things, as people do.
struct Noun {
  std::string_view kind;
  std::string_view noun;
};
constexpr std::array kNouns{Noun{"NodeName", "node"},          Noun{"PartitionName", "partition"},
                            Noun{"NodeSet", "node set"},       Noun{"DownNodes", "down nodes"},
                            Noun{"FrontendName", "front end"}, Noun{"PowerAction", "power action"}};

std::string_view why(Class needs, Release release) {
  switch (needs) {
    case Class::kRestartSlurmctld:
      return "slurmctld reads it when it starts";
    case Class::kRestartSlurmd:
      return "slurmd reads it when it starts";
    case Class::kRestartAll:
      return release < kRestartsItself ? "all daemons read it when they start"
                                       : "a daemon that listens or runs with it must start anew";
    case Class::kRestartSlurmdbd:
      return "slurmdbd reads it when it starts";
    case Class::kNoop:
    case Class::kReconfigure:
    case Class::kRefused:
      return "";
  }
  return "";
}

std::string normal_bool(const std::string& value) {
  const std::string word = to_lower(value);
  return word == "yes" || word == "true" || word == "up" || word == "1" ? "yes" : "no";
}

std::set<std::string> names_of(const std::string& list) {
  const std::vector<std::string> names = slurm::expand_host_list(list);
  return {names.begin(), names.end()};
}

bool means_the_same(const Fact* fact, const std::string& a, const std::string& b) {
  if (a == b) {
    return true;
  }
  if (fact == nullptr || a.empty() || b.empty()) {
    return false;
  }
  if (fact->type == Type::kBool) {
    return normal_bool(a) == normal_bool(b);
  }
  if (fact->type == Type::kEnum) {
    return same_name(a, b);
  }
  if (fact->type == Type::kInt) {
    const auto left = parse_int(a);
    return same_name(a, b) || (left && left == parse_int(b));
  }
  return fact->name == "Nodes" && names_of(a) == names_of(b);
}

bool has_word(std::string_view list, std::string_view word) {
  const std::vector<std::string_view> words = split(list, ',');
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view one) { return same_name(trim(one), word); });
}

// Every value of a parameter: some may be given several times.
std::map<std::string, std::string> parameters(const Config& config) {
  std::map<std::string, std::string> all;
  for (const Line& line : config.lines) {
    if (is_entity(config.file, line.name())) {
      continue;
    }
    const Fact* fact = find_fact(config.file, "", line.name());
    const bool many =
        same_name(line.name(), "SlurmctldHost") || (fact != nullptr && fact->type == Type::kPath);
    std::string& value = all[line.name()];
    const bool again = many && !value.empty() && value != line.value();
    value = again ? value + "," + line.value() : line.value();
  }
  return all;
}

class Diff {
 public:
  Diff(const Config& from, const Config& to, Release release)
      : from_(from), to_(to), release_(release) {}

  std::vector<Change> run() {
    if (to_.file == File::kSlurm) {
      compare_parameters();
      for (const Noun& noun : kNouns) {
        compare_entities(noun);
      }
    } else if (to_.file == File::kSlurmdbd || to_.file == File::kCgroup) {
      compare_parameters();
    } else {
      compare_lines();
    }
    return std::move(changes_);
  }

 private:
  void compare_parameters() {
    const auto before = parameters(from_);
    const auto after = parameters(to_);
    std::set<std::string> names;
    for (const auto* side : {&before, &after}) {
      for (const auto& [name, value] : *side) {
        names.insert(name);
      }
    }
    for (const std::string& name : names) {
      const auto old_value = before.find(name);
      const auto new_value = after.find(name);
      const Fact* fact = find_fact(to_.file, "", name);
      Change change{to_.file, name, old_value == before.end() ? "" : old_value->second,
                    new_value == after.end() ? "" : new_value->second};
      if (!means_the_same(fact, change.from, change.to)) {
        classify(change, fact);
      }
    }
  }

  void classify(Change change, const Fact* fact) {
    if (fact != nullptr) {
      change.needs = fact->needs(release_);
      change.why = why(change.needs, release_);
      if (const std::string_view reason = reason_of(*fact);
          !reason.empty() && change.needs >= Class::kRestartSlurmctld) {
        change.why = reason;
      }
    }
    for (const Word& word : kWords) {
      if (word.parameter == change.what &&
          has_word(change.from, word.word) != has_word(change.to, word.word)) {
        change.needs = std::max(change.needs, word.needs(release_));
        change.why = std::string(word.word) + ": " + std::string(why(change.needs, release_));
      }
    }
    judge_values(change);
    if (const std::string doubt = fact == nullptr ? "" : doubt_of(*fact, change.to, release_);
        !doubt.empty()) {
      change.why += (change.why.empty() ? "" : "; ") + doubt;
    }
    if (fact != nullptr && fact->type == Type::kSecret) {
      change.from = change.from.empty() ? "" : kHidden;
      change.to = change.to.empty() ? "" : kHidden;
    }
    changes_.push_back(std::move(change));
  }

  // Where it depends on the values.
  static void judge_values(Change& change) {
    if (change.what == "MaxNodeCount" && !change.from.empty() &&
        parse_int(change.to).value_or(0) < parse_int(change.from).value_or(0)) {
      change.needs = Class::kRefused;
      change.why = "nodes that are registered beyond it would be lost, and their jobs with them";
    }
    const bool same_jobs =
        same_name(change.from, "select/cons_res") && same_name(change.to, "select/cons_tres");
    if (change.what == "SelectType" && same_jobs) {
      change.needs = Class::kRestartAll;
      change.why = "jobs of cons_res are kept by cons_tres";
    }
  }

  void compare_entities(const Noun& noun) {
    const std::vector<Entity> before = entities(from_, noun.kind);
    const std::vector<Entity> after = entities(to_, noun.kind);
    const auto old_ones = by_name(before);
    const auto new_ones = by_name(after);
    for (const Entity& old_one : before) {
      if (!new_ones.contains(old_one.name)) {
        come_or_go(noun, old_one, false);
      }
    }
    for (const Entity& new_one : after) {
      const auto old_one = old_ones.find(new_one.name);
      if (old_one == old_ones.end()) {
        come_or_go(noun, new_one, true);
      } else {
        compare_settings(noun, *old_one->second, new_one);
      }
    }
  }

  static std::map<std::string_view, const Entity*> by_name(const std::vector<Entity>& all) {
    std::map<std::string_view, const Entity*> names;
    for (const Entity& one : all) {
      names.emplace(one.name, &one);
    }
    return names;
  }

  void come_or_go(const Noun& noun, const Entity& entity, bool comes) {
    Change change{to_.file, std::string(noun.noun) + " " + entity.name, comes ? "" : "defined",
                  comes ? "defined" : ""};
    if (noun.kind == "NodeName") {
      change.needs = release_ < kNodesComeAndGo ? Class::kRestartAll : Class::kReconfigure;
      change.why = release_ < kRestartsItself
                       ? "slurmctld before 23.11 ends when it is reconfigured with other nodes"
                       : why(change.needs, release_);
      if (!comes) {
        change.guard = {Guard::Kind::kNode, entity.name};
      }
    } else if (noun.kind == "FrontendName") {
      change.needs = Class::kRestartAll;
    } else if (noun.kind == "PartitionName" && !comes) {
      change.guard = {Guard::Kind::kPartition, entity.name};
      change.why = "jobs of a partition that goes are cancelled";
    }
    changes_.push_back(std::move(change));
  }

  void compare_settings(const Noun& noun, const Entity& before, const Entity& after) {
    std::set<std::string> names;
    for (const Entity* side : {&before, &after}) {
      for (const Setting& setting : side->settings) {
        names.insert(setting.name);
      }
    }
    for (const std::string& name : names) {
      const std::string* old_value = before.find(name);
      const std::string* new_value = after.find(name);
      const Fact* fact = find_fact(to_.file, noun.kind, name);
      Change change{to_.file, std::string(noun.noun) + " " + after.name + " " + name,
                    old_value == nullptr ? "" : *old_value, new_value == nullptr ? "" : *new_value};
      if (!means_the_same(fact, change.from, change.to)) {
        classify(std::move(change), fact);
      }
    }
  }

  // Files whose lines may come several times, and mean something by their order.
  void compare_lines() {
    const std::vector<std::string_view> before = lines_of(from_, old_text_);
    const std::vector<std::string_view> after = lines_of(to_, new_text_);
    const std::size_t known = changes_.size();
    for (const std::string_view line : before) {
      if (std::count(before.begin(), before.end(), line) >
          std::count(after.begin(), after.end(), line)) {
        add_line(line, false);
      }
    }
    for (const std::string_view line : after) {
      if (std::count(after.begin(), after.end(), line) >
          std::count(before.begin(), before.end(), line)) {
        add_line(line, true);
      }
    }
    if (changes_.size() == known && before != after) {
      changes_.push_back({to_.file, "order of lines", "", "changed"});
    }
  }

  static std::vector<std::string_view> lines_of(const Config& config, std::string& text) {
    text = to_text(config);
    std::vector<std::string_view> lines = split(text, '\n');
    std::erase(lines, std::string_view());
    return lines;
  }

  void add_line(std::string_view line, bool comes) {
    const std::string text(line);
    const std::string name(line.substr(0, line.find_first_of("= ")));
    const auto all = facts();
    const auto fact = std::find_if(all.begin(), all.end(), [&](const Fact& one) {
      return one.file == to_.file && (one.kind.empty() ? one.name : one.kind) == name;
    });
    Change change{to_.file, name, comes ? "" : text, comes ? text : ""};
    classify(std::move(change), fact == all.end() ? nullptr : &*fact);
  }

  const Config& from_;
  const Config& to_;
  const Release release_;
  std::string old_text_;
  std::string new_text_;
  std::vector<Change> changes_;
};

}  // namespace

std::vector<std::string_view> words_for_restart(std::string_view parameter, std::string_view value,
                                                Release release) {
  std::vector<std::string_view> found;
  for (const Word& word : kWords) {
    if (same_name(word.parameter, parameter) && has_word(value, word.word) &&
        word.needs(release) > Class::kReconfigure) {
      found.push_back(word.word);
    }
  }
  return found;
}

std::vector<Change> changes_between(const Config& from, const Config& to, Release release) {
  return Diff(from, to, release).run();
}

}  // namespace sluice::slurmconf
