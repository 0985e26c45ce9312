// SPDX-License-Identifier: Apache-2.0
//
// A definition that is being deleted goes after its instances. They are removed from the store as
// they are stored, in whatever version, and nobody is asked: a webhook that refuses, a policy or a
// dead conversion would keep the definition for ever. It goes only when none is left: those with
// finalizers are waited for, and what could not be removed is tried again.
#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include "api/crd/custom_resource.h"
#include "api/crd/definition_state.h"
#include "api/meta.h"
#include "base/log.h"
#include "base/together.h"
#include "registry/definitions.h"
#include "registry/deletion.h"
#include "registry/keys.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

constexpr std::size_t kPage = 500;
constexpr int kAttempts = 100;  // when others change an instance at the same time

// As much of a kind as its instances' places and their deletion need: there may be no version that
// is served.
api::Kind place_of(const json::Value& definition) {
  return api::Kind{.group = definition.at("spec", "group").as_string(),
                   .plural = definition.at("spec", "names", "plural").as_string()};
}

bool overlaps_built_in(const api::Kind& place) {
  const auto kinds = api::builtin_kinds();
  return std::any_of(kinds.begin(), kinds.end(), [&](const api::Kind& kind) {
    return kind.group == place.group && kind.plural == place.plural;
  });
}

bool gone_meanwhile(const Error& error) {
  return error.code == Code::kNotFound;
}

// Whether it is left, for its finalizers.
Result<bool> remove_instance(store::Store& store, const api::Kind& place, store::RecordPtr record,
                             WallTime now) {
  for (int attempt = 1;; ++attempt) {
    TRY_ASSIGN(json::Value instance, StoredObject{record}.decode());
    if (api::is_being_deleted(instance)) {
      return true;
    }
    TRY_ASSIGN(const Deletion deletion, decide_deletion(place, {}, std::move(instance), now));
    const auto expect = store::Expect::at(record->modified);
    const auto text = encode(deletion.object).text;
    const auto written = deletion.now ? store.remove(record->key, expect, text)
                                      : store.put(record->key, expect, text);
    if (written) {
      return !deletion.now;
    }
    if (gone_meanwhile(written.error())) {
      return false;
    }
    if (written.error().code != Code::kConflict || attempt == kAttempts) {
      return tl::unexpected(written.error());
    }
    auto current = store.get(record->key);
    if (!current) {
      return gone_meanwhile(current.error()) ? Result<bool>(false)
                                             : tl::unexpected(current.error());
    }
    record = std::move(*current);
  }
}

struct Remains {
  std::atomic<bool> waiting = false;  // for finalizers
  std::mutex mutex = {};
  Result<void> failure = {};  // one of them
};

void remove_page(store::Store& store, const api::Kind& place,
                 const std::vector<store::RecordPtr>& page, WallTime now, Remains& remains) {
  const auto done = do_together(page.size(), [&](std::size_t i) -> Result<void> {
    TRY_ASSIGN(const bool left, remove_instance(store, place, page[i], now));
    remains.waiting = remains.waiting || left;
    return {};
  });
  if (!done) {
    const std::scoped_lock lock(remains.mutex);
    remains.failure = done;
  }
}

}  // namespace

// Whether all instances are gone, of all namespaces. An error is about some of them; the others
// have been seen to.
Result<bool> Registry::remove_instances(const json::Value& definition) {
  const api::Kind place = place_of(definition);
  const std::string prefix = kind_prefix(place);
  Remains remains;
  std::string start;
  while (true) {
    TRY_ASSIGN(const store::RangeResult page, store_.range(prefix, start, 0, kPage));
    remove_page(store_, place, page.records, clock_.now(), remains);
    if (!page.more || page.records.empty()) {
      break;
    }
    start = page.records.back()->key + '\0';
  }
  TRY(remains.failure);
  return !remains.waiting;
}

Result<void> Registry::write_cleanup(const json::Value& definition, const EditDefinition& edit) {
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    json::Value next = current;
    if (api::uid(current) == api::uid(definition)) {
      edit(next);
    }
    return Outcome{std::move(next)};
  };
  const auto written = change(api::kinds::custom_resource_definition(), {"", api::name(definition)},
                              ChangeOptions{}, decide);
  return written || gone_meanwhile(written.error()) ? Result<void>()
                                                    : tl::unexpected(written.error());
}

Result<void> Registry::clean_up(const json::Value& definition) {
  const WallTime now = clock_.now();
  const bool overlaps = overlaps_built_in(place_of(definition));
  const bool established = api::is_established(definition);
  if (overlaps || !established) {
    const auto& end = overlaps ? api::kOverlapsBuiltIn : api::kNeverEstablished;
    return write_cleanup(definition,
                         [&](json::Value& next) { api::end_cleanup(next, end, now); });
  }
  const auto removed = remove_instances(definition);
  if (!removed) {
    TRY(write_cleanup(definition, [&](json::Value& next) {
      api::fail_cleanup(next, removed.error().message, now);
    }));
    return tl::unexpected(removed.error());
  }
  return write_cleanup(definition, [&](json::Value& next) {
    if (*removed) {
      api::end_cleanup(next, api::kInstancesRemoved, now);
    } else {
      api::begin_cleanup(next, now);  // and no failure any more
    }
  });
}

// Each on its own: one that fails holds up no other.
void Registry::clean_up_definitions() {
  const auto ending = ending_definitions_.list();
  for (const auto& definition : ending) {
    if (const auto cleaned = clean_up(*definition); !cleaned) {
      log::error("instances of a definition that is being deleted are left",
                 {{"definition", api::name(*definition)}, {"error", cleaned.error().message}});
      retry_definitions_.set(clock_.steady() + RetryTime::kPause);
    }
  }
}

// Whoever removes the instances of a definition has seen to it before that the catalog says so.
Result<bool> Registry::takes_new(const api::Kind& kind) const {
  if (kind.custom == nullptr) {
    return true;
  }
  const auto known = catalog_.find_resource(kind.group, kind.version, kind.plural);
  if (known != nullptr) {
    return known->custom == nullptr || !known->custom->terminating;
  }
  // Perhaps that version is only not served any more.
  const std::string name = std::string(kind.plural) + "." + std::string(kind.group);
  const auto stored = get_stored(api::kinds::custom_resource_definition(), {"", name});
  if (!stored) {
    return gone_meanwhile(stored.error()) ? Result<bool>(false) : tl::unexpected(stored.error());
  }
  TRY_ASSIGN(const json::Value definition, stored->decode());
  return !api::is_being_deleted(definition);
}

// Its definition may have gone while it was created, and whoever removed the instances came before.
Result<void> Registry::keep_if_defined(const api::Kind& kind, const store::RecordPtr& record) {
  TRY_ASSIGN(const bool stays, takes_new(kind));
  if (stays) {
    return {};
  }
  TRY_ASSIGN(const json::Value object, StoredObject{record}.decode());
  const auto refusal = fail(Code::kNotFound, "the server could not find the requested resource");
  store::RecordPtr current = record;
  while (true) {
    const auto expect = store::Expect::at(current->modified);
    const auto removed = store_.remove(record->key, expect, encode(object).text);
    if (removed || gone_meanwhile(removed.error())) {
      return refusal;
    }
    if (removed.error().code != Code::kConflict) {
      return tl::unexpected(removed.error());
    }
    auto changed = store_.get(record->key);
    if (!changed || (*changed)->created != record->created) {
      return refusal;
    }
    current = std::move(*changed);
  }
}

}  // namespace sluice::registry
