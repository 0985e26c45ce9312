// SPDX-License-Identifier: Apache-2.0
#include "pools/unhelped.h"

#include <algorithm>
#include <string>

#include "base/timestamp.h"

namespace sluice::pools {
namespace {

constexpr Duration kLeast = std::chrono::minutes(2);  // schedulers take their time
constexpr Duration kTryAgain = std::chrono::hours(24);
constexpr std::size_t kMost = 200;  // more would only make the status large

struct Beside {
  std::string member;
  std::string work;
  WallTime since;
};

std::vector<Beside> noted(const json::Value& object) {
  std::vector<Beside> all;
  for (const json::Value& one : object.at("status", "besideIdle").as_array()) {
    if (const auto since = parse_rfc3339(one.at("since").as_string())) {
      all.push_back({one.at("member").as_string(), one.at("work").as_string(), *since});
    }
  }
  return all;
}

}  // namespace

void leave_out_unhelped(Pool& pool, const json::Value& object, WallTime now) {
  for (const Beside& one : noted(object)) {
    const Duration age = now - one.since;
    for (Member& member : pool.members) {
      if (member.name == one.member && age >= std::max(pool.cooldown, kLeast) && age < kTryAgain) {
        member.unhelped.insert(one.work);
      }
    }
  }
}

json::Array beside_idle(const json::Value& object, const Pool& pool,
                        const std::vector<MemberNow>& members, WallTime now) {
  const std::vector<Beside> before = noted(object);
  std::vector<Beside> all;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::string& name = pool.members[i].name;
    for (const Beside& one : before) {
      const bool is_so = !members[i].unknown.empty() || members[i].beside.contains(one.work);
      if (one.member == name && is_so && now - one.since < kTryAgain) {
        all.push_back(one);
      }
    }
    for (const std::string& work : members[i].beside) {
      const bool known = std::any_of(all.begin(), all.end(), [&](const Beside& one) {
        return one.member == name && one.work == work;
      });
      if (!known) {
        all.push_back({name, work, now});
      }
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Beside& a, const Beside& b) { return a.since < b.since; });
  all.resize(std::min(all.size(), kMost));
  json::Array list;
  for (const Beside& one : all) {
    list.push_back(json::Object{
        {"member", one.member}, {"work", one.work}, {"since", format_rfc3339(one.since)}});
  }
  return list;
}

}  // namespace sluice::pools
