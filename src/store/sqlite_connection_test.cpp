// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite_connection.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"

namespace sluice::store {
namespace {

TEST(SqliteConnection, CreatesThePrivateFileAndTightensAnOpenOne) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "store.db";
  ASSERT_TRUE(write_file_atomic(path, "", 0644).has_value());
  ASSERT_TRUE(Connection::open(path).has_value());
  struct stat info {};
  ASSERT_EQ(::stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST(SqliteConnection, BindsAndReadsBytesAndIntegers) {
  const TemporaryDirectory directory;
  auto database = std::move(Connection::open(directory.path() / "x")).value();
  ASSERT_TRUE(database.execute("CREATE TABLE t (a INTEGER, b BLOB)").has_value());
  auto insert = std::move(database.prepare("INSERT INTO t VALUES (?1, ?2)")).value();
  const std::string bytes("a\0b", 3);
  insert.bind(1, 7);
  insert.bind(2, bytes);
  ASSERT_TRUE(insert.step().has_value());
  auto select = std::move(database.prepare("SELECT a, b FROM t")).value();
  ASSERT_TRUE(select.step().value());
  EXPECT_EQ(select.integer(0), 7u);
  EXPECT_EQ(select.bytes(1), bytes);
  EXPECT_FALSE(select.step().value());
}

TEST(SqliteConnection, ALongLogSaysNoMoreThanAShortOne) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "x";
  const std::string copy = directory.path() / "copy";
  auto database = std::move(Connection::open(path)).value();
  ASSERT_TRUE(database.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER)"));
  database.lengthen_log(1 << 20);
  EXPECT_EQ(std::filesystem::file_size(path + "-wal"), 1U << 20);
  ASSERT_TRUE(database.execute("INSERT INTO t VALUES (7)"));
  EXPECT_EQ(std::filesystem::file_size(path + "-wal"), 1U << 20);
  std::filesystem::copy_file(path, copy);
  std::filesystem::copy_file(path + "-wal", copy + "-wal");
  auto reopened = std::move(Connection::open(copy)).value();
  EXPECT_EQ(reopened.query_integer("SELECT a FROM t").value(), 7U);
}

TEST(SqliteConnection, ErrorsNameTheFileAndTheCause) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "x";
  EXPECT_EQ(Connection::open("/nonexistent/dir/x").error().code, Code::kNotFound);
  auto database = std::move(Connection::open(path)).value();
  const auto failed = database.execute("nonsense");
  ASSERT_FALSE(failed.has_value());
  EXPECT_NE(failed.error().message.find(path), std::string::npos);
  EXPECT_NE(failed.error().message.find("nonsense"), std::string::npos);
}

TEST(SqliteConnection, SizeLimitReadsAsDiskFull) {
  const TemporaryDirectory directory;
  auto database = std::move(Connection::open(directory.path() / "x")).value();
  ASSERT_TRUE(database.execute("CREATE TABLE t (b BLOB); PRAGMA max_page_count = 4").has_value());
  const auto failed = database.execute("INSERT INTO t VALUES (zeroblob(100000))");
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().code, Code::kUnavailable);
  EXPECT_NE(failed.error().message.find("disk full"), std::string::npos);
}

}  // namespace
}  // namespace sluice::store
