// SPDX-License-Identifier: Apache-2.0
//
// Where a watch begins. Without sendInitialEvents: no resourceVersion or "0" means the current
// state as added objects, then changes; any other means the changes after it. With it, the initial
// state is asked for or declined explicitly, and its end is announced by a bookmark.
#include <utility>

#include "registry/read_options.h"
#include "registry/registry.h"
#include "registry/revision.h"

namespace sluice::registry {
namespace {

constexpr int kAttempts = 3;  // history moving past a snapshot just taken is a rare accident

Result<Watch::Start> start_with_state(store::Store& store, const std::string& prefix) {
  for (int attempt = 1;; ++attempt) {
    TRY_ASSIGN(store::RangeResult state, store.range(prefix, "", 0, 0));
    auto changes = store.watch(prefix, state.revision);
    if (changes.has_value()) {
      return Watch::Start{.initial = std::move(state.records),
                          .announce_end = false,
                          .revision = state.revision,
                          .changes = std::move(*changes)};
    }
    if (attempt == kAttempts) {
      return tl::unexpected(std::move(changes).error());
    }
  }
}

Result<Watch::Start> start_after(store::Store& store, const std::string& prefix,
                                 store::Revision revision) {
  auto changes = store.watch(prefix, revision);
  if (!changes.has_value()) {
    if (changes.error().code != Code::kExpired) {
      return tl::unexpected(std::move(changes).error());
    }
    return fail(Code::kExpired, "too old resource version: " + std::to_string(revision) + " (" +
                                    std::to_string(store.compacted()) + ")");
  }
  return Watch::Start{
      .initial = {}, .announce_end = false, .revision = revision, .changes = std::move(*changes)};
}

}  // namespace

Result<std::unique_ptr<Watch>> Registry::watch(const api::Kind& kind,
                                               const WatchRequest& request) const {
  TRY(check_watch_options({request.resource_version, request.resource_version_match,
                           request.continue_token, request.send_initial_events}));
  TRY_ASSIGN(Selection selection,
             Selection::parse(kind, request.label_selector, request.field_selector));
  TRY_ASSIGN(const store::Revision after, parse_revision(request.resource_version));
  TRY(check_happened(after, store_.revision()));
  const std::string prefix = selection.prefix(kind, request.ns);
  const bool with_state = request.send_initial_events.value_or(after == 0);
  Watch::Start start;
  if (with_state) {
    TRY_ASSIGN(start, start_with_state(store_, prefix));
    start.announce_end = request.send_initial_events.has_value() && request.bookmarks;
  } else {
    TRY_ASSIGN(start, start_after(store_, prefix, after == 0 ? store_.revision() : after));
  }
  if (kind.custom != nullptr) {
    custom_watches_.add(kind, start.changes);
  }
  if (Versions::passes(kind)) {
    start.parts = &selectable_parts_;
  } else {
    start.present = [this, &kind](std::span<StoredObject> objects) {
      return versions_.present(kind, objects);
    };
    start.present_waits = Versions::may_wait(kind);
  }
  return std::make_unique<Watch>(kind, std::move(selection), std::move(start), clock_);
}

}  // namespace sluice::registry
