// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <future>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "store/version_index.h"

namespace sluice::store {

// One write a caller waits for.
struct Write {
  std::string key;
  Expect expect;
  Encode encode;
  bool remove = false;
  std::promise<Result<RecordPtr>> done;
};

// Writes that become durable together. Each is decided against the published state and the writes
// accepted before it in the same batch. Used by the thread that writes only.
class Batch {
 public:
  // `lookup` reads the published state; `revision` is its revision.
  using Lookup = std::function<RecordPtr(std::string_view key)>;
  Batch(Lookup lookup, Revision revision) : lookup_(std::move(lookup)), next_(revision + 1) {}

  void decide(Write write);

  // What to append, in revision order.
  const std::vector<RecordPtr>& changes() const { return changes_; }

  // Answers every caller: the batch is published, or the backend refused it. Then also a write
  // that was refused because of another write of this batch fails with `error`, for that other
  // write never happened.
  void complete();
  void fail_with(const Error& error);

 private:
  struct Decision {
    std::promise<Result<RecordPtr>> done;
    Result<RecordPtr> result;
    bool provisional;  // rests on a change of this batch
  };

  Result<RecordPtr> accept(const Write& write, const RecordPtr& current);

  const Lookup lookup_;
  Revision next_;
  std::vector<RecordPtr> changes_;
  std::vector<Decision> decisions_;
  std::map<std::string, RecordPtr, std::less<>> latest_;  // key to its change in this batch
};

}  // namespace sluice::store
