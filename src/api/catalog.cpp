// SPDX-License-Identifier: Apache-2.0
#include "api/catalog.h"

#include <algorithm>
#include <mutex>
#include <tuple>
#include <utility>

#include "api/table.h"
#include "base/text.h"

namespace sluice::api {
namespace {

// Built-in kinds live as long as the program.
KindPtr built_in(const Kind* kind) {
  return {std::shared_ptr<const void>(), kind};
}

// (kind of release, major, minor): greater is better; nothing when it is not such a version.
using Rank = std::tuple<int, std::int64_t, std::int64_t>;
Rank rank_of(std::string_view version) {
  constexpr Rank kOther{0, 0, 0};
  if (version.size() < 2 || version.front() != 'v') {
    return kOther;
  }
  const std::size_t end = std::min(version.find_first_not_of("0123456789", 1), version.size());
  const auto major = parse_int(version.substr(1, end - 1));
  const std::string_view rest = version.substr(end);
  if (!major) {
    return kOther;
  }
  if (rest.empty()) {
    return {3, *major, 0};
  }
  for (const auto& [word, release] : {std::pair("beta", 2), std::pair("alpha", 1)}) {
    const auto minor = rest.starts_with(word)
                           ? parse_int(rest.substr(std::string_view(word).size()))
                           : std::nullopt;
    if (minor) {
      return {release, *major, *minor};
    }
  }
  return kOther;
}

}  // namespace

bool better_version(std::string_view a, std::string_view b) {
  const Rank first = rank_of(a);
  const Rank second = rank_of(b);
  return first != second ? first > second : a < b;
}

Catalog::Catalog() {
  set_custom({});
}

KindPtr Catalog::find_resource(std::string_view group, std::string_view version,
                               std::string_view plural) const {
  if (const Kind* kind = api::find_resource(group, version, plural)) {
    return built_in(kind);
  }
  const auto now = snapshot();
  for (const KindPtr& kind : now->custom) {
    if (kind->plural == plural && kind->group == group && kind->version == version) {
      return kind;
    }
  }
  return nullptr;
}

KindPtr Catalog::find_kind(std::string_view api_version, std::string_view name) const {
  if (const Kind* kind = api::find_kind(api_version, name)) {
    return built_in(kind);
  }
  const auto now = snapshot();
  for (const KindPtr& kind : now->custom) {
    if (kind->kind == name && kind->api_version() == api_version) {
      return kind;
    }
  }
  return nullptr;
}

std::shared_ptr<const Catalog::Snapshot> Catalog::snapshot() const {
  const std::shared_lock lock(mutex_);
  return snapshot_;
}

std::shared_ptr<const Catalog::Snapshot> Catalog::await_change(std::uint64_t epoch,
                                                               const std::stop_token& stop) const {
  std::shared_lock lock(mutex_);
  const bool other = changed_.wait(lock, stop, [&] { return snapshot_->epoch != epoch; });
  return other ? snapshot_ : nullptr;
}

void Catalog::set_custom(std::vector<KindPtr> kinds) {
  std::sort(kinds.begin(), kinds.end(), [](const KindPtr& a, const KindPtr& b) {
    if (a->group != b->group) {
      return a->group < b->group;
    }
    return a->version != b->version ? better_version(a->version, b->version)
                                    : a->plural < b->plural;
  });
  auto next = std::make_shared<Snapshot>();
  const auto built_ins = builtin_kinds();
  next->kinds.assign(built_ins.begin(), built_ins.end());
  for (const KindPtr& kind : kinds) {
    next->kinds.push_back(*kind);
  }
  next->custom = std::move(kinds);
  const std::unique_lock lock(mutex_);
  next->epoch = snapshot_ == nullptr ? 1 : snapshot_->epoch + 1;
  snapshot_ = std::move(next);
  changed_.notify_all();
}

}  // namespace sluice::api
