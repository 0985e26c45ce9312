// SPDX-License-Identifier: Apache-2.0
#include "store/batch.h"

#include <gtest/gtest.h>

namespace sluice::store {
namespace {

Encode text(std::string value) {
  return [value = std::move(value)](Revision) { return value; };
}

RecordPtr nothing(std::string_view) {
  return nullptr;
}

std::future<Result<RecordPtr>> decide(Batch& batch, std::string key, Expect expect,
                                      bool remove = false) {
  Write write{std::move(key), expect, text("x"), remove, {}};
  auto done = write.done.get_future();
  batch.decide(std::move(write));
  return done;
}

TEST(Batch, LaterWritesSeeEarlierOnes) {
  Batch batch(nothing, 10);
  auto created = decide(batch, "/a", Expect::absent());
  auto again = decide(batch, "/a", Expect::absent());
  auto updated = decide(batch, "/a", Expect::at(11));
  auto removed = decide(batch, "/a", Expect::at(12), true);
  auto recreated = decide(batch, "/a", Expect::absent());
  batch.complete();
  EXPECT_EQ((*created.get())->modified, 11u);
  EXPECT_EQ(again.get().error().code, Code::kAlreadyExists);
  const RecordPtr update = *updated.get();
  EXPECT_EQ(update->modified, 12u);
  EXPECT_EQ(update->created, 11u);
  EXPECT_TRUE((*removed.get())->deleted);
  const RecordPtr reborn = *recreated.get();
  EXPECT_EQ(reborn->created, 14u);
  EXPECT_EQ(reborn->previous.lock(), nullptr);
  EXPECT_EQ(batch.changes().size(), 4u);
}

TEST(Batch, FailureReachesWritesThatRestedOnTheBatchAndSparesTheOthers) {
  const RecordPtr old = std::make_shared<const Record>(Record{.key = "/old", .modified = 3});
  Batch batch([&](std::string_view key) { return key == "/old" ? old : nullptr; }, 10);
  auto created = decide(batch, "/a", Expect::absent());
  auto lost_to_it = decide(batch, "/a", Expect::absent());
  auto refused_anyway = decide(batch, "/old", Expect::at(2));
  batch.fail_with({Code::kUnavailable, "disk full"});
  EXPECT_EQ(created.get().error().message, "disk full");
  EXPECT_EQ(lost_to_it.get().error().message, "disk full");
  EXPECT_EQ(refused_anyway.get().error().code, Code::kConflict);
}

}  // namespace
}  // namespace sluice::store
