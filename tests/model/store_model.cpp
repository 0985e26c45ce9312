// SPDX-License-Identifier: Apache-2.0
#include "store_model.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/text.h"

namespace sluice {
namespace {

constexpr std::uint64_t kKeys = 12;

}  // namespace

void StoreModel::apply(const Change& change) {
  revision_ = change.revision;
  if (change.deleted) {
    live_.erase(change.key);
  } else {
    live_[change.key] = change.revision;
  }
}

std::string StoreModel::compare(const store::Store& store) const {
  if (store.revision() != revision_) {
    return "revision " + std::to_string(store.revision()) + ", not " + std::to_string(revision_);
  }
  const auto all = store.range("/", "", 0, 0);
  if (!all || all->records.size() != live_.size()) {
    return "another number of keys";
  }
  for (const store::RecordPtr& record : all->records) {
    const auto expected = live_.find(record->key);
    if (expected == live_.end() || expected->second != record->modified) {
      return record->key + " is at revision " + std::to_string(record->modified);
    }
    if (record->value != value_of(record->key, record->modified)) {
      return record->key + " has a damaged value";
    }
  }
  return "";
}

std::string value_of(const std::string& key, store::Revision revision) {
  const std::string unit = key + "@" + std::to_string(revision) + ";";
  std::string value;
  for (store::Revision i = 0; i <= revision * 7919 % 40; ++i) {
    value += unit;
  }
  return value;
}

StoreModel::Change RandomWriter::write() {
  const std::string key = keys_ + std::to_string(random_() % kKeys);
  const auto encode = [&key](store::Revision revision) { return value_of(key, revision); };
  const auto current = store_.get(key);
  const bool remove = current && random_() % 3 == 0;
  const store::Expect expect =
      current ? store::Expect::at((*current)->modified) : store::Expect::absent();
  const auto written =
      remove ? store_.remove(key, expect, encode) : store_.put(key, expect, encode);
  if (!written) {
    return {};
  }
  return {.revision = (*written)->modified, .key = key, .deleted = remove};
}

std::unique_ptr<store::Store> open_sqlite(const std::string& path) {
  auto backend = store::sqlite_backend(path);
  EXPECT_TRUE(backend.has_value()) << backend.error().message;
  auto store = store::open_store(std::move(*backend));
  EXPECT_TRUE(store.has_value()) << store.error().message;
  return std::move(*store);
}

std::uint64_t model_seed() {
  const char* given = std::getenv("SLUICE_SEED");
  const std::uint64_t seed = given != nullptr
                                 ? static_cast<std::uint64_t>(parse_int(given).value_or(1))
                                 : std::random_device{}();
  std::cout << "SLUICE_SEED=" << seed << "\n";
  return seed;
}

}  // namespace sluice
