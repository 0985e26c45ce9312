// SPDX-License-Identifier: Apache-2.0
#include "pools/decision.h"

#include <algorithm>

#include "base/earliest.h"
#include "base/text.h"
#include "base/timestamp.h"

namespace sluice::pools {
namespace {

// A member while it is decided about.
struct Share {
  Limits limits;
  std::int64_t target = 0;
  std::int64_t need = 0;   // machines more
  std::int64_t spare = 0;  // machines that others may have
  std::vector<std::string> why = {};
};

std::string count(std::int64_t number, const std::string& noun) {
  return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

std::string describe(const Member& member, const MemberNow& now, const Share& share) {
  std::string text = member.name + ": " + count(now.replicas, "machine");
  if (!now.unknown.empty()) {
    return text + ", left as it is: " + now.unknown;
  }
  text += " (" + (now.ready == now.present ? "" : std::to_string(now.present) + " there, ") +
          std::to_string(now.ready) + " ready, " + std::to_string(now.idle) + " idle; " +
          std::to_string(share.limits.min) + " to " + std::to_string(share.limits.max) +
          " allowed)";
  if (now.waiting > 0) {
    text += ", " + count(now.waiting, member.is_slurm() ? "job" : "pod") + " waiting for " +
            count(now.needed, "machine");
  }
  return text + (share.why.empty() ? "" : "; " + join(share.why, ", "));
}

class Deciding {
 public:
  Deciding(const Pool& pool, const std::vector<MemberNow>& now, WallTime time)
      : pool_(pool), now_(now) {
    for (std::size_t i = 0; i < now.size(); ++i) {
      shares_.push_back({.limits = pool.members[i].limits_at(time), .target = now[i].replicas});
    }
  }

  void keep_limits() {
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      Share& share = shares_[i];
      if (!now_[i].unknown.empty()) {
        continue;
      }
      const std::int64_t within = std::clamp(share.target, share.limits.min, share.limits.max);
      if (within != share.target) {
        share.why.push_back(within > share.target
                                ? "at least " + std::to_string(share.limits.min) + " now"
                                : "at most " + std::to_string(share.limits.max) + " now");
        share.target = within;
      }
    }
  }

  void see_needs() {
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      const MemberNow& now = now_[i];
      Share& share = shares_[i];
      if (!now.unknown.empty()) {
        continue;
      }
      const std::int64_t coming = std::max<std::int64_t>(0, share.target - now.present);
      share.need = std::clamp<std::int64_t>(now.needed - now.idle - coming, 0,
                                            share.limits.max - share.target);
      if (now.needed == 0) {
        share.spare = std::clamp<std::int64_t>(now.idle, 0, share.target - share.limits.min);
      }
    }
  }

  bool anybody_needs() const {
    return std::any_of(shares_.begin(), shares_.end(),
                       [](const Share& share) { return share.need > 0; });
  }

  // Whether anything moved.
  bool share_out() {
    bool moved = false;
    while (const auto taker = neediest()) {
      Share& gets = shares_[*taker];
      if (free_machines() > 0) {
        note(gets, "gets machines that are free");
      } else if (const auto giver = most_spare()) {
        Share& gives = shares_[*giver];
        --gives.target;
        --gives.spare;
        note(gives, "gives idle machines to " + pool_.members[*taker].name);
        note(gets, "gets idle machines of " + pool_.members[*giver].name);
      } else {
        note(gets, "no machine is free or idle");
        break;
      }
      ++gets.target;
      --gets.need;
      moved = true;
    }
    return moved;
  }

  void say(const std::string& text) {
    for (Share& share : shares_) {
      if (share.need > 0) {
        note(share, text);
      }
    }
  }

  Decision outcome() const {
    Decision decision;
    for (const bool fewer : {true, false}) {
      for (std::size_t i = 0; i < shares_.size(); ++i) {
        const Share& share = shares_[i];
        if (fewer ? share.target < now_[i].replicas : share.target > now_[i].replicas) {
          decision.changes.push_back({i, now_[i].replicas, share.target, join(share.why, ", ")});
        }
      }
    }
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      decision.explanation.push_back(describe(pool_.members[i], now_[i], shares_[i]));
      for (const std::string& text : now_[i].notes) {
        decision.explanation.push_back(pool_.members[i].name + ": " + text);
      }
    }
    return decision;
  }

 private:
  static void note(Share& share, const std::string& text) {
    if (std::find(share.why.begin(), share.why.end(), text) == share.why.end()) {
      share.why.push_back(text);
    }
  }

  std::int64_t free_machines() const {
    std::int64_t taken = 0;
    for (const Share& share : shares_) {
      taken += share.target;
    }
    return pool_.machines ? *pool_.machines - taken : 1;
  }

  // Fewest machines for its weight; of equals the one that needs most.
  std::optional<std::size_t> neediest() const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      if (shares_[i].need > 0 && (!best || comes_before(i, *best))) {
        best = i;
      }
    }
    return best;
  }

  bool comes_before(std::size_t a, std::size_t b) const {
    const std::int64_t left = shares_[a].target * pool_.members[b].weight;
    const std::int64_t right = shares_[b].target * pool_.members[a].weight;
    return left != right ? left < right : shares_[a].need > shares_[b].need;
  }

  std::optional<std::size_t> most_spare() const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      if (shares_[i].spare > 0 && (!best || shares_[i].spare > shares_[*best].spare)) {
        best = i;
      }
    }
    return best;
  }

  const Pool& pool_;
  const std::vector<MemberNow>& now_;
  std::vector<Share> shares_;
};

}  // namespace

Decision decide(const Pool& pool, const std::vector<MemberNow>& now, WallTime time,
                std::optional<WallTime> last_move) {
  Deciding deciding(pool, now, time);
  deciding.keep_limits();
  deciding.see_needs();
  bool moved = false;
  std::optional<WallTime> next;
  if (deciding.anybody_needs() && last_move && time < *last_move + pool.cooldown) {
    next = *last_move + pool.cooldown;
    deciding.say("no move before " + format_rfc3339(*next) + ", the cooldown");
  } else {
    moved = deciding.share_out();
  }
  Decision decision = deciding.outcome();
  decision.for_work = moved;
  decision.wants_more = deciding.anybody_needs();
  decision.look_again = next;
  for (const Member& member : pool.members) {
    decision.look_again = earlier<WallTime>(decision.look_again, member.next_change(time));
  }
  return decision;
}

}  // namespace sluice::pools
