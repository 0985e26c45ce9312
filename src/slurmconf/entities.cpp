// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "slurm/host_list.h"
#include "slurmconf/config.h"

namespace sluice::slurmconf {
namespace {

// What a line about several nodes says of each of them in turn.
constexpr std::array<std::string_view, 4> kOfEach{"NodeAddr", "NodeHostname", "Port", "BcastAddr"};

void set(std::vector<Setting>& settings, const Setting& setting) {
  const auto at =
      std::lower_bound(settings.begin(), settings.end(), setting,
                       [](const Setting& a, const Setting& b) { return a.name < b.name; });
  if (at != settings.end() && at->name == setting.name) {
    at->value = setting.value;
  } else {
    settings.insert(at, setting);
  }
}

// The settings of a line, those of each node in turn as one value for each.
struct Own {
  Setting setting;
  std::vector<std::string> each;  // empty: the same for all
};

std::vector<Own> own_settings(const Line& line, std::size_t count) {
  std::vector<Own> all;
  for (std::size_t i = 1; i < line.settings.size(); ++i) {
    Own own{line.settings[i], {}};
    if (count > 1 && std::find(kOfEach.begin(), kOfEach.end(), own.setting.name) != kOfEach.end()) {
      own.each = slurm::expand_host_list(own.setting.value);
      if (own.each.size() != count) {
        own.each.clear();
      }
    }
    all.push_back(std::move(own));
  }
  return all;
}

}  // namespace

std::vector<Entity> entities(const Config& config, std::string_view kind) {
  std::vector<Entity> all;
  std::vector<Setting> defaults;
  for (const Line& line : config.lines) {
    if (line.name() != kind) {
      continue;
    }
    if (same_name(line.value(), "DEFAULT")) {
      for (std::size_t i = 1; i < line.settings.size(); ++i) {
        set(defaults, line.settings[i]);
      }
      continue;
    }
    const bool many = kind == "NodeName";
    const std::vector<std::string> names =
        many ? slurm::expand_host_list(line.value()) : std::vector{line.value()};
    const std::vector<Own> own = own_settings(line, names.size());
    for (std::size_t n = 0; n < names.size(); ++n) {
      Entity entity{std::string(kind), names[n], defaults, line.source};
      for (const Own& one : own) {
        set(entity.settings,
            one.each.empty() ? one.setting : Setting{one.setting.name, one.each[n]});
      }
      all.push_back(std::move(entity));
    }
  }
  return all;
}

}  // namespace sluice::slurmconf
