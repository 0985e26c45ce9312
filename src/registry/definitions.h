// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "api/catalog.h"
#include "base/result.h"
#include "json/value.h"
#include "registry/stored_object.h"

namespace sluice::registry {

// The definitions that are being deleted, as far as the catalog knows: nothing new is created of
// them. Thread-safe.
class EndingDefinitions {
 public:
  using List = std::vector<std::shared_ptr<const json::Value>>;

  List list() const;
  bool any() const { return any_; }
  void replace(List list);

 private:
  mutable std::mutex mutex_;
  List list_;
  std::atomic<bool> any_ = false;
};

// The CustomResourceDefinitions as last read, each with the kinds it makes: so that one change
// reads one definition again and not all of them. Used by one thread at a time.
class DefinitionCache {
 public:
  struct Entry {
    store::Revision revision = 0;
    std::shared_ptr<const json::Value> definition;
    std::vector<api::KindPtr> kinds;  // none while it is not established
  };

  // Takes in what the store has now. Gives the definitions in the order of their names.
  Result<void> read(const std::vector<store::RecordPtr>& records);

  const std::map<std::string, Entry>& entries() const { return entries_; }
  std::vector<json::Value> definitions() const;
  EndingDefinitions::List ending() const;

  // Another state of one of them, to be stored next.
  void replace(const std::string& name, json::Value definition);

  std::vector<api::KindPtr> kinds() const;

 private:
  static void take(Entry& entry, json::Value definition);

  std::map<std::string, Entry> entries_;  // by name
};

}  // namespace sluice::registry
