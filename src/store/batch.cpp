// SPDX-License-Identifier: Apache-2.0
#include "store/batch.h"

#include <utility>

namespace sluice::store {
namespace {

Result<void> check(const Write& write, const RecordPtr& current) {
  const std::string named = "key \"" + write.key + "\"";
  const bool exists = current != nullptr;
  if (exists && write.expect.what == Expect::What::kAbsent) {
    return fail(Code::kAlreadyExists, named + " already exists");
  }
  if (!exists && (write.remove || write.expect.what == Expect::What::kRevision)) {
    return fail(Code::kNotFound, named + " not found");
  }
  if (write.expect.what == Expect::What::kRevision && current->modified != write.expect.revision) {
    return fail(Code::kConflict, named + " is at revision " + std::to_string(current->modified) +
                                     ", not " + std::to_string(write.expect.revision));
  }
  return {};
}

}  // namespace

void Batch::decide(Write write) {
  const auto own = latest_.find(write.key);
  const bool provisional = own != latest_.end();
  RecordPtr current = provisional ? own->second : lookup_(write.key);
  if (current != nullptr && current->deleted) {
    current = nullptr;
  }
  Result<RecordPtr> result = accept(write, current);
  decisions_.push_back({std::move(write.done), std::move(result), provisional});
}

Result<RecordPtr> Batch::accept(const Write& write, const RecordPtr& current) {
  TRY(check(write, current));
  const Revision revision = next_++;
  RecordPtr record = std::make_shared<const Record>(
      Record{.key = write.key,
             .value = write.encode(revision),
             .created = current == nullptr ? revision : current->created,
             .modified = revision,
             .deleted = write.remove,
             .previous = current});
  changes_.push_back(record);
  latest_[write.key] = record;
  return record;
}

void Batch::complete() {
  for (Decision& decision : decisions_) {
    decision.done.set_value(std::move(decision.result));
  }
}

void Batch::fail_with(const Error& error) {
  for (Decision& decision : decisions_) {
    if (decision.provisional || decision.result.has_value()) {
      decision.done.set_value(tl::unexpected(error));
    } else {
      decision.done.set_value(std::move(decision.result));
    }
  }
}

}  // namespace sluice::store
