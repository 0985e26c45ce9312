// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <utility>

#include "base/files.h"
#include "store/sqlite_connection.h"
#include "store/store.h"

namespace sluice::store {
namespace {

Encode text(std::string value) {
  return [value = std::move(value)](Revision) { return value; };
}

class SqliteStore : public testing::Test {
 protected:
  std::string path() const { return directory_.path() / "store.db"; }
  std::unique_ptr<Store> open() {
    auto backend = sqlite_backend(path());
    EXPECT_TRUE(backend.has_value()) << backend.error().message;
    return std::move(open_store(std::move(*backend))).value();
  }

  TemporaryDirectory directory_;
};

TEST_F(SqliteStore, EverythingIsThereAfterReopening) {
  auto store = open();
  ASSERT_TRUE(store->put("/a", Expect::absent(), text("1")).has_value());
  ASSERT_TRUE(store->put("/b", Expect::absent(), text("1")).has_value());
  ASSERT_TRUE(store->put("/a", Expect::at(1), text("2")).has_value());
  ASSERT_TRUE(store->remove("/b", Expect::at(2), text("1")).has_value());
  store.reset();
  store = open();
  EXPECT_EQ(store->revision(), 4u);
  const RecordPtr record = *store->get("/a");
  EXPECT_EQ(record->value, "2");
  EXPECT_EQ(record->created, 1u);
  EXPECT_EQ(record->modified, 3u);
  EXPECT_FALSE(store->get("/b").has_value());
  EXPECT_EQ(store->watch("/", 3).error().code, Code::kExpired) << "history is not kept";
  EXPECT_EQ((*store->put("/c", Expect::absent(), text("1")))->modified, 5u);
}

TEST_F(SqliteStore, TheRevisionIsThatOfTheLastChangeWhicheverThatWas) {
  ASSERT_TRUE(open()->put("/a", Expect::absent(), text("1")).has_value());
  EXPECT_EQ(open()->revision(), 1u);
  ASSERT_TRUE(open()->remove("/a", Expect::at(1), text("1")).has_value());
  EXPECT_EQ(open()->revision(), 2u);
  ASSERT_TRUE(open()->put("/b", Expect::absent(), text("1")).has_value());
  ASSERT_TRUE(open()->put("/b", Expect::at(3), text("2")).has_value());
  auto store = open();
  EXPECT_EQ(store->revision(), 4u);
  EXPECT_EQ(store->compacted(), 4u);
}

TEST_F(SqliteStore, AFileOfTheFirstFormatIsTakenOver) {
  {
    auto database = std::move(Connection::open(path())).value();
    ASSERT_TRUE(database.execute(
        "CREATE TABLE object (key BLOB NOT NULL UNIQUE, created INTEGER NOT NULL,"
        " modified INTEGER NOT NULL, value BLOB NOT NULL);"
        "CREATE TABLE counter (revision INTEGER NOT NULL);"
        "INSERT INTO object VALUES (CAST('/a' AS BLOB), 3, 5, CAST('1' AS BLOB));"
        "INSERT INTO counter VALUES (9); PRAGMA user_version = 1; PRAGMA journal_mode = WAL"));
  }
  auto store = open();
  EXPECT_EQ(store->revision(), 9u);
  EXPECT_EQ((*store->get("/a"))->value, "1");
  EXPECT_EQ((*store->put("/a", Expect::at(5), text("2")))->modified, 10u);
  EXPECT_EQ((*read_file(path()))[63], 2) << "who knows only the first format sees it in the header";
  store.reset();
  EXPECT_EQ(open()->revision(), 10u);
}

TEST_F(SqliteStore, FilesAreReadableByTheirOwnerOnly) {
  auto store = open();
  ASSERT_TRUE(store->put("/a", Expect::absent(), text("secret")).has_value());
  for (const auto& entry : std::filesystem::directory_iterator(directory_.path())) {
    struct stat info {};
    ASSERT_EQ(::stat(entry.path().c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u) << entry.path();
  }
}

TEST_F(SqliteStore, SecondOpenerIsTurnedAway) {
  auto store = open();
  const auto second = sqlite_backend(path());
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error().code, Code::kUnavailable);
  EXPECT_NE(second.error().message.find("in use by another process"), std::string::npos)
      << second.error().message;
}

TEST_F(SqliteStore, NewerFormatIsRefusedAndLeftUntouched) {
  {
    auto database = std::move(Connection::open(path())).value();
    ASSERT_TRUE(database.execute("CREATE TABLE future (x); PRAGMA user_version = 7").has_value());
  }
  const std::string before = *read_file(path());
  const auto backend = sqlite_backend(path());
  ASSERT_FALSE(backend.has_value());
  EXPECT_EQ(backend.error().code, Code::kUnsupported);
  EXPECT_NE(backend.error().message.find("version 7"), std::string::npos);
  EXPECT_NE(backend.error().message.find("up to version 2"), std::string::npos);
  EXPECT_EQ(*read_file(path()), before);
  EXPECT_EQ(list_directory(directory_.path())->size(), 1u) << "no log was left beside it";
}

TEST_F(SqliteStore, ForeignFileIsRefused) {
  ASSERT_TRUE(write_file_atomic(path(), "hello").has_value());
  const auto backend = sqlite_backend(path());
  ASSERT_FALSE(backend.has_value());
  EXPECT_EQ(backend.error().code, Code::kInvalid);
  EXPECT_EQ(*read_file(path()), "hello");
}

// In a child with a file size limit, as on a full disk: writes until refused, frees room, goes on.
int write_until_full(const std::string& path) {
  std::signal(SIGXFSZ, SIG_IGN);
  auto store = std::move(open_store(std::move(sqlite_backend(path)).value())).value();
  const rlimit small{.rlim_cur = 1024 * 1024, .rlim_max = RLIM_INFINITY};
  ::setrlimit(RLIMIT_FSIZE, &small);
  Revision acknowledged = 0;
  while (true) {
    const auto record = store->put("/key/" + std::to_string(acknowledged), Expect::absent(),
                                   text(std::string(2000, 'x')));
    if (!record.has_value()) {
      if (record.error().code != Code::kUnavailable ||
          record.error().message.find("disk full") == std::string::npos) {
        return 1;
      }
      break;
    }
    acknowledged = (*record)->modified;
  }
  if (acknowledged < 20 || store->revision() != acknowledged ||
      store->get("/key/" + std::to_string(acknowledged)).has_value()) {
    return 2;
  }
  const rlimit roomy{.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
  ::setrlimit(RLIMIT_FSIZE, &roomy);
  const auto later = store->put("/later", Expect::absent(), text("1"));
  return later.has_value() && (*later)->modified == acknowledged + 1 ? 0 : 3;
}

TEST_F(SqliteStore, FullDiskRefusesTheWriteLosesNothingAndRecovers) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::_exit(write_until_full(path()));
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  ASSERT_EQ(WEXITSTATUS(status), 0);
  auto store = open();
  const auto all = store->range("/key/", "", 0, 0);
  ASSERT_TRUE(store->get("/later").has_value());
  EXPECT_EQ(all->records.size() + 1, store->revision());
}

}  // namespace
}  // namespace sluice::store
