// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>

#include "store/store.h"

namespace sluice {

// What a store must contain after some changes: the reference the real one is compared with.
class StoreModel {
 public:
  struct Change {
    store::Revision revision = 0;
    std::string key;
    bool deleted = false;
  };

  void apply(const Change& change);  // in the order of revisions

  // Empty: the store holds exactly this. Else what is wrong.
  std::string compare(const store::Store& store) const;

  store::Revision revision() const { return revision_; }
  const std::map<std::string, store::Revision>& live() const { return live_; }

 private:
  std::map<std::string, store::Revision> live_;  // key to the revision of its last change
  store::Revision revision_ = 0;
};

// A value that tells whether it is whole and whose it is; of some varying length.
std::string value_of(const std::string& key, store::Revision revision);

// Draws a change and makes it: a key of few, so that keys come, change and go.
class RandomWriter {
 public:
  RandomWriter(store::Store& store, std::uint64_t seed, std::string keys)
      : store_(store), random_(seed), keys_(std::move(keys)) {}

  // The change made; revision 0: the store refused it (and was asked rightly to).
  StoreModel::Change write();

 private:
  store::Store& store_;
  std::mt19937_64 random_;
  const std::string keys_;  // prefix of this writer's keys
};

std::unique_ptr<store::Store> open_sqlite(const std::string& path);

// SLUICE_SEED, or a fresh one; named in the test's output so that a failure can be repeated.
std::uint64_t model_seed();

}  // namespace sluice
