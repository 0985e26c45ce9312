// SPDX-License-Identifier: Apache-2.0
#include "store/version_index.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sluice::store {
namespace {

RecordPtr version(std::string key, Revision revision, bool deleted = false) {
  return std::make_shared<const Record>(
      Record{.key = std::move(key), .value = "x", .modified = revision, .deleted = deleted});
}

TEST(VersionIndex, LoadedStateIsReadableButHasNoHistory) {
  const VersionIndex index({.revision = 9, .live = {version("/a", 4)}});
  EXPECT_EQ(index.current("/a")->modified, 4u);
  EXPECT_EQ(index.compacted(), 9u);
  EXPECT_EQ(index.changes("/", 8, 9).error().code, Code::kExpired);
  EXPECT_TRUE(index.changes("/", 9, 9)->records.empty());
  EXPECT_EQ(index.range("/", "", 9, 0)->records.size(), 1u);
}

TEST(VersionIndex, CompactionFreesReplacedVersionsAndTombstones) {
  VersionIndex index({});
  const std::weak_ptr<const Record> first = [&] {
    RecordPtr record = version("/a", 1);
    index.publish(record);
    return std::weak_ptr(record);
  }();
  index.publish(version("/a", 2));
  const std::weak_ptr<const Record> tombstone = [&] {
    RecordPtr record = version("/a", 3, true);
    index.publish(record);
    return std::weak_ptr(record);
  }();
  index.compact(1);
  EXPECT_FALSE(first.expired()) << "still the newest version at revision 1";
  index.compact(2);
  EXPECT_TRUE(first.expired());
  index.compact(3);
  EXPECT_TRUE(tombstone.expired());
  EXPECT_EQ(index.current("/a"), nullptr);
  EXPECT_TRUE(index.range("/", "", 3, 0)->records.empty());
}

TEST(VersionIndex, KeepAtMostForgetsTheOldestChanges) {
  VersionIndex index({});
  for (Revision revision = 1; revision <= 5; ++revision) {
    index.publish(version("/" + std::to_string(revision), revision));
  }
  index.keep_at_most(2);
  EXPECT_EQ(index.compacted(), 3u);
  EXPECT_EQ(index.changes("/", 3, 5)->records.size(), 2u);
  EXPECT_EQ(index.range("/", "", 3, 0)->records.size(), 3u) << "live keys stay";
}

TEST(VersionIndex, ChangesComeInPiecesThatFollowEachOther) {
  constexpr Revision kAll = 20'000;
  VersionIndex index({});
  for (Revision revision = 1; revision <= kAll; ++revision) {
    index.publish(version(revision % 1000 == 0 || revision < 500 ? "/a/x" : "/b/x", revision));
  }
  std::vector<Revision> seen;
  std::size_t pieces = 0;
  for (Revision read = 0; read < kAll - 1; ++pieces) {
    const auto piece = index.changes("/a/", read, kAll - 1);
    ASSERT_TRUE(piece.has_value());
    ASSERT_GT(piece->through, read);
    ASSERT_LE(piece->records.size(), 100u);
    for (const RecordPtr& record : piece->records) {
      seen.push_back(record->modified);
    }
    read = piece->through;
  }
  EXPECT_EQ(seen.size(), 499u + 19u) << "what is after the end that was asked for is not in it";
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_GE(pieces, 8u) << "none takes long";
  EXPECT_EQ(index.changes("/", kAll + 5, kAll + 9)->through, kAll) << "nothing is known of later";
}

TEST(VersionIndex, StartBeforeThePrefixIsThePrefix) {
  VersionIndex index({});
  index.publish(version("/a/1", 1));
  index.publish(version("/b/1", 2));
  EXPECT_EQ(index.range("/b/", "/a/", 0, 0)->records.size(), 1u);
}

}  // namespace
}  // namespace sluice::store
