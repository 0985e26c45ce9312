// SPDX-License-Identifier: Apache-2.0
//
// What follows from the CustomResourceDefinitions there are: which names are taken, which kinds are
// served, and whose instances have to go. Runs after every change of a definition, and after the
// end of an instance while a definition may wait for it. Instances are removed apart: that may take
// long, and other definitions do not wait for it.
#include "registry/definitions.h"

#include <utility>

#include "api/crd/custom_resource.h"
#include "api/crd/definition_state.h"
#include "api/meta.h"
#include "base/log.h"
#include "registry/keys.h"
#include "registry/registry.h"

namespace sluice::registry {

// The kinds stay what they are while the definition says the same of them.
void DefinitionCache::take(Entry& entry, json::Value definition) {
  entry.definition = std::make_shared<const json::Value>(std::move(definition));
  const bool served = api::is_established(*entry.definition);
  const bool same =
      served && !entry.kinds.empty() &&
      entry.kinds.front()->custom->shape == api::definition_shape(*entry.definition) &&
      entry.kinds.front()->custom->terminating == api::is_being_deleted(*entry.definition);
  if (!same) {
    entry.kinds = served ? api::custom_kinds(entry.definition) : std::vector<api::KindPtr>();
  }
}

Result<void> DefinitionCache::read(const std::vector<store::RecordPtr>& records) {
  std::map<std::string, Entry> next;
  for (const store::RecordPtr& record : records) {
    Entry entry = entries_[record->key];
    if (entry.revision != record->modified) {
      TRY_ASSIGN(json::Value definition, StoredObject{record}.decode());
      take(entry, std::move(definition));
      entry.revision = record->modified;
    }
    next.emplace(record->key, std::move(entry));
  }
  entries_ = std::move(next);
  return {};
}

std::vector<json::Value> DefinitionCache::definitions() const {
  std::vector<json::Value> all;
  all.reserve(entries_.size());
  for (const auto& [name, entry] : entries_) {
    all.push_back(*entry.definition);
  }
  return all;
}

EndingDefinitions::List DefinitionCache::ending() const {
  EndingDefinitions::List ending;
  for (const auto& [name, entry] : entries_) {
    if (api::is_being_deleted(*entry.definition)) {
      ending.push_back(entry.definition);
    }
  }
  return ending;
}

void DefinitionCache::replace(const std::string& name, json::Value definition) {
  Entry& entry = entries_[name];
  take(entry, std::move(definition));
  entry.revision = 0;
}

std::vector<api::KindPtr> DefinitionCache::kinds() const {
  std::vector<api::KindPtr> all;
  for (const auto& [name, entry] : entries_) {
    all.insert(all.end(), entry.kinds.begin(), entry.kinds.end());
  }
  return all;
}

EndingDefinitions::List EndingDefinitions::list() const {
  const std::scoped_lock lock(mutex_);
  return list_;
}

void EndingDefinitions::replace(List list) {
  const std::scoped_lock lock(mutex_);
  any_ = !list.empty();
  list_ = std::move(list);
}

void Registry::follow_definitions() {
  settling_definitions_.run([this] {
    if (const auto settled = settle_definitions(); !settled) {
      log::error("custom resource definitions", {{"error", settled.error().message}});
      retry_definitions_.set(clock_.steady() + RetryTime::kPause);
    }
  });
  cleaning_definitions_.run([this] { clean_up_definitions(); });
}

// Kinds are served before the status says so: clients wait for the status.
Result<void> Registry::settle_definitions() {
  TRY_ASSIGN(const store::RangeResult found,
             store_.range(kind_prefix(api::kinds::custom_resource_definition(), ""), "", 0, 0));
  TRY(definitions_.read(found.records));
  std::vector<json::Value> all = definitions_.definitions();
  std::vector<std::string> changed;
  for (json::Value& definition : all) {
    const json::Value before = definition;
    if (!api::is_being_deleted(definition)) {
      api::settle_names(definition, all, clock_.now());
    }
    if (!(definition == before)) {
      changed.push_back(api::name(definition));
      definitions_.replace(
          object_key(api::kinds::custom_resource_definition(), {"", api::name(definition)}),
          definition);
    }
  }
  if (const auto kinds = definitions_.kinds(); kinds != catalog_.snapshot()->custom) {
    catalog_.set_custom(kinds);
    custom_watches_.end_outdated();
  }
  ending_definitions_.replace(definitions_.ending());
  for (const std::string& name : changed) {
    TRY(write_definition_status(name, all));
  }
  return {};
}

Result<void> Registry::write_definition_status(const std::string& name,
                                               const std::vector<json::Value>& all) {
  const auto decide = [&](const json::Value& current) -> Result<Outcome> {
    json::Value next = current;
    if (!api::is_being_deleted(current)) {
      api::settle_names(next, all, clock_.now());
    }
    return Outcome{std::move(next)};
  };
  const auto written =
      change(api::kinds::custom_resource_definition(), {"", name}, ChangeOptions{}, decide);
  const bool gone = !written && written.error().code == Code::kNotFound;
  return written || gone ? Result<void>() : tl::unexpected(written.error());
}

}  // namespace sluice::registry
