// SPDX-License-Identifier: Apache-2.0
// The power fails while a write is on its way to the disk: of its bytes some arrive, some do not,
// some arrive as rubbish. The store then holds everything up to the write before it.
#include <gtest/gtest.h>

#include <vector>

#include "base/files.h"
#include "store_model.h"

namespace sluice {
namespace {

constexpr int kChanges = 120;
constexpr int kTears = 60;

class TornWrite : public testing::Test {
 protected:
  // What was written of the log after each change, and the state it stands for.
  struct Step {
    std::size_t size = 0;
    StoreModel state;
  };

  TornWrite() {
    const auto store = open_sqlite(path("origin"));
    RandomWriter writer(*store, random_(), "/k");
    StoreModel model;
    steps_.push_back({log_end(), model});
    for (int i = 0; i < kChanges; ++i) {
      model.apply(writer.write());
      steps_.push_back({log_end(), model});
    }
    database_ = *read_file(path("origin"));
    log_ = *read_file(path("origin") + "-wal");
  }

  std::string path(const std::string& name) const { return directory_.path() / name; }

  // Where the next write goes: the log is longer than what is written of it, and zero from there.
  std::size_t log_end() const {
    constexpr std::size_t kHeader = 32;
    constexpr std::size_t kFrame = 24 + 4096;
    const std::string log = read_file(path("origin") + "-wal").value_or("");
    const std::size_t last = log.find_last_not_of('\0');
    if (last == std::string::npos || last < kHeader) {
      return kHeader;
    }
    return kHeader + ((last - kHeader) / kFrame + 1) * kFrame;
  }

  // The files as they are found when the write that began at `step` was torn.
  std::string torn_copy(std::size_t step, int number) {
    const std::size_t begin = steps_[step].size;
    const std::size_t end = steps_[step + 1].size;
    std::string log = log_.substr(0, end);
    const std::size_t torn = begin + random_() % (end - begin);
    switch (random_() % 3) {
      case 0:  // cut
        log.resize(torn);
        break;
      case 1:  // the space is there, the bytes are not
        std::fill(log.begin() + static_cast<std::ptrdiff_t>(torn), log.end(), '\0');
        break;
      default:  // one sector of rubbish
        log[torn] = static_cast<char>(log[torn] ^ 0x55);
    }
    if (random_() % 2 == 0) {
      log.resize(log_.size());  // the rest of the file as it was before
    }
    const std::string copy = path("torn" + std::to_string(number));
    EXPECT_TRUE(write_file_replacing(copy, database_).has_value());
    EXPECT_TRUE(write_file_replacing(copy + "-wal", log).has_value());
    return copy;
  }

  // Nothing is torn where what is missing was zero anyhow.
  const StoreModel& found(const store::Store& store, std::size_t step) const {
    const StoreModel& whole = steps_[step + 1].state;
    return whole.compare(store).empty() ? whole : steps_[step].state;
  }

  TemporaryDirectory directory_;
  std::mt19937_64 random_{model_seed()};
  std::vector<Step> steps_;
  std::string database_;
  std::string log_;
};

TEST_F(TornWrite, LeavesTheStateBeforeIt) {
  for (int i = 0; i < kTears; ++i) {
    const std::size_t step = random_() % (steps_.size() - 1);
    if (steps_[step].size >= steps_[step + 1].size) {
      continue;  // the log had been started anew: those bytes are not where they were
    }
    const std::string copy = torn_copy(step, i);
    {
      const auto store = open_sqlite(copy);
      EXPECT_EQ(found(*store, step).compare(*store), "") << "step " << step;
    }
    EXPECT_TRUE(remove_tree(copy).has_value());
  }
}

TEST_F(TornWrite, WritingGoesOnAfterIt) {
  const auto store = open_sqlite(torn_copy(kChanges / 2, 0));
  StoreModel model = found(*store, kChanges / 2);
  RandomWriter writer(*store, random_(), "/k");
  for (int i = 0; i < 10; ++i) {
    model.apply(writer.write());
  }
  EXPECT_EQ(model.compare(*store), "");
}

}  // namespace
}  // namespace sluice
