// SPDX-License-Identifier: Apache-2.0
#include "pod/cri_log.h"

#include <gtest/gtest.h>

#include "base/files.h"

namespace sluice::pod {
namespace {

class CriLogTest : public ::testing::Test {
 protected:
  CriLogTest() : writer_(*CriLogWriter::open(path(), clock_)) {}
  std::filesystem::path path() const { return log_path(scratch_.path(), "main"); }
  std::string content() const { return *read_file(path()); }

  FakeClock clock_;
  TemporaryDirectory scratch_;
  CriLogWriter writer_;
};

const std::string kTime = "2030-01-01T00:00:00.000000000Z ";

TEST_F(CriLogTest, LinesArriveWholeWhateverTheChunks) {
  ASSERT_TRUE(writer_.append(OutputStream::kStdout, "hel").has_value());
  ASSERT_TRUE(writer_.append(OutputStream::kStderr, "oops\n").has_value());
  ASSERT_TRUE(writer_.append(OutputStream::kStdout, "lo\n\nlast").has_value());
  ASSERT_TRUE(writer_.finish(OutputStream::kStdout).has_value());
  ASSERT_TRUE(writer_.finish(OutputStream::kStderr).has_value());
  EXPECT_EQ(content(), kTime + "stderr F oops\n" + kTime + "stdout F hello\n" + kTime +
                           "stdout F \n" + kTime + "stdout P last\n");
}

TEST_F(CriLogTest, ALongLineIsCutIntoParts) {
  const std::string text(CriLogWriter::kMaxLine + 10, 'x');
  ASSERT_TRUE(writer_.append(OutputStream::kStdout, text + "\n").has_value());
  const std::string head = kTime + "stdout ";
  EXPECT_EQ(content(), head + "P " + std::string(CriLogWriter::kMaxLine, 'x') + "\n" + head + "F " +
                           std::string(10, 'x') + "\n");
}

TEST(ParseCriLine, SplitsALine) {
  const auto line = parse_cri_line("2030-01-01T00:00:00Z stdout P a b ");
  ASSERT_TRUE(line.has_value());
  EXPECT_EQ(line->time, "2030-01-01T00:00:00Z");
  EXPECT_EQ(line->stream, "stdout");
  EXPECT_TRUE(line->partial);
  EXPECT_EQ(line->text, "a b ");
}

TEST(ParseCriLine, AnEmptyLineIsALine) {
  EXPECT_EQ(parse_cri_line("t stdout F ")->text, "");
  EXPECT_EQ(parse_cri_line("t stdout F")->text, "");
}

TEST(ParseCriLine, AnythingElseIsNone) {
  for (const char* text : {"", "x", "t stdout", "t stdout X y", "t stdout Fy", " stdout F y"}) {
    EXPECT_FALSE(parse_cri_line(text).has_value()) << text;
  }
}

TEST(CriLogWriter, AFullPieceIsFollowedByANewOne) {
  const TemporaryDirectory scratch;
  const auto log = scratch.path() / "main.log";
  FakeClock clock;
  auto writer = CriLogWriter::open(log, clock);
  ASSERT_TRUE(writer);
  const std::string line(15 * 1024, 'x');
  std::size_t written = 0;
  while (written < 7 * kLogPieceBytes) {
    ASSERT_TRUE(writer->append(OutputStream::kStdout, line + "\n"));
    written += line.size();
  }
  std::size_t kept = 0;
  for (int age = 0; age < kLogPieces; ++age) {
    const std::size_t size = std::filesystem::file_size(log_piece(log, age));
    EXPECT_LE(size, kLogPieceBytes);
    kept += size;
  }
  EXPECT_GT(kept, (kLogPieces - 1) * (kLogPieceBytes - 2 * line.size()));
  EXPECT_FALSE(std::filesystem::exists(log_piece(log, kLogPieces)));
}

}  // namespace
}  // namespace sluice::pod
