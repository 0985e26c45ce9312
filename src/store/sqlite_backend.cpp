// SPDX-License-Identifier: Apache-2.0
//
// The file holds the live state, not a log: one row per key, changed in one transaction per batch.
// The revision is that of the row that changed last; when that row is gone, the counter keeps it.
// Most batches write a page less for that, a tenth of what a write takes. History for watches lives
// in memory only; after a restart clients list again.
//
// The file is opened exclusively: it excludes a second server, and the write-ahead log then needs
// no shared memory, so that a home directory on NFS will do.
#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/unique_fd.h"
#include "store/sqlite_connection.h"
#include "store/store.h"

namespace sluice::store {
namespace {

constexpr std::uint64_t kSchemaVersion = 2;  // in 1 the counter was always the revision

// SQLite starts its log over at 1000 frames of a page and a header; a batch may go beyond.
constexpr std::uint64_t kLogBytes = 1100 * (4096 + 24);

// PRAGMA user_version as the file header has it (big-endian, offset 60): readable without SQLite,
// which would replay the log into a file that is not ours to change.
Result<std::uint64_t> version_in_header(const std::string& path) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<unsigned char, 100> header{};
  const ssize_t got = file.valid() ? ::pread(file.get(), header.data(), header.size(), 0) : 0;
  if (got <= 0) {
    return 0;
  }
  if (got != static_cast<ssize_t>(header.size()) ||
      std::memcmp(header.data(), kMagic.data(), kMagic.size()) != 0) {
    return fail(Code::kInvalid, path + " is not a store: it is no SQLite file");
  }
  std::uint64_t version = 0;
  for (std::size_t i = 60; i < 64; ++i) {
    version = version << 8 | header[i];
  }
  return version;
}

Result<void> check_version(const std::string& path, std::uint64_t version) {
  if (version > kSchemaVersion) {
    return fail(Code::kUnsupported,
                "the store " + path + " has format version " + std::to_string(version) +
                    ", written by a newer sluice; this one understands up to version " +
                    std::to_string(kSchemaVersion) +
                    ". The file was left untouched: use the newer sluice.");
  }
  return {};
}

// The version is set before the first switch to the write-ahead log, so that the header tells it.
Result<void> create_schema(Connection& database) {
  return database.execute(
      "BEGIN;"
      "CREATE TABLE object (key BLOB NOT NULL UNIQUE, created INTEGER NOT NULL,"
      " modified INTEGER NOT NULL, value BLOB NOT NULL);"
      "CREATE TABLE counter (revision INTEGER NOT NULL);"
      "INSERT INTO counter VALUES (0);"
      "PRAGMA user_version = " +
      std::to_string(kSchemaVersion) + ";COMMIT");
}

// What is in the log already is written to the file: the header has to tell who may read on.
Result<void> take_over(Connection& database) {
  return database.execute("PRAGMA user_version = " + std::to_string(kSchemaVersion) +
                          ";PRAGMA wal_checkpoint(TRUNCATE)");
}

class SqliteBackend final : public Backend {
 public:
  explicit SqliteBackend(Connection database) : database_(std::move(database)) {}

  Result<void> prepare() {
    TRY_ASSIGN(begin_, database_.prepare("BEGIN IMMEDIATE"));
    TRY_ASSIGN(commit_, database_.prepare("COMMIT"));
    TRY_ASSIGN(count_, database_.prepare("UPDATE counter SET revision = ?1"));
    TRY_ASSIGN(remove_, database_.prepare("DELETE FROM object WHERE key = ?1"));
    TRY_ASSIGN(put_, database_.prepare("INSERT INTO object (key, created, modified, value)"
                                       " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (key) DO UPDATE SET"
                                       " created = ?2, modified = ?3, value = ?4"));
    return {};
  }

  Result<Loaded> load() override {
    Loaded loaded;
    TRY_ASSIGN(loaded.revision, database_.query_integer("SELECT revision FROM counter"));
    TRY_ASSIGN(Statement rows,
               database_.prepare("SELECT key, created, modified, value FROM object ORDER BY key"));
    while (true) {
      TRY_ASSIGN(const bool row, rows.step());
      if (!row) {
        break;
      }
      loaded.live.push_back(std::make_shared<const Record>(Record{
          .key = std::string(rows.bytes(0)),
          .value = std::string(rows.bytes(3)),
          .created = rows.integer(1),
          .modified = rows.integer(2),
      }));
      loaded.revision = std::max(loaded.revision, loaded.live.back()->modified);
    }
    loaded.compacted = loaded.revision;
    database_.release_memory();
    database_.lengthen_log(kLogBytes);
    return loaded;
  }

  Result<void> append(const std::vector<RecordPtr>& changes) override {
    auto written = write(changes);
    if (!written.has_value()) {
      // Many errors have rolled back already; then there is nothing left to undo.
      (void)database_.execute("ROLLBACK");
    }
    return written;
  }

  Result<void> compact(Revision) override { return {}; }

 private:
  Result<void> write(const std::vector<RecordPtr>& changes) {
    TRY(begin_.step());
    for (const RecordPtr& change : changes) {
      TRY(apply(*change));
    }
    if (changes.back()->deleted) {
      count_.bind(1, changes.back()->modified);
      TRY(count_.step());
    }
    TRY(commit_.step());
    return {};
  }

  Result<void> apply(const Record& change) {
    if (change.deleted) {
      remove_.bind(1, change.key);
      TRY(remove_.step());
      return {};
    }
    put_.bind(1, change.key);
    put_.bind(2, change.created);
    put_.bind(3, change.modified);
    put_.bind(4, change.value);
    TRY(put_.step());
    return {};
  }

  Connection database_;
  Statement begin_;
  Statement commit_;
  Statement count_;
  Statement remove_;
  Statement put_;
};

}  // namespace

Result<std::unique_ptr<Backend>> sqlite_backend(const std::string& path) {
  TRY_ASSIGN(const std::uint64_t header_version, version_in_header(path));
  TRY(check_version(path, header_version));
  TRY_ASSIGN(Connection database, Connection::open(path));
  TRY(database.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -1024"));
  TRY_ASSIGN(const std::uint64_t version, database.query_integer("PRAGMA user_version"));
  if (version > kSchemaVersion) {
    database.leave_untouched_on_close();
    return tl::unexpected(check_version(path, version).error());
  }
  if (version == 0) {
    TRY(create_schema(database));
  } else if (version < kSchemaVersion) {
    TRY(take_over(database));
  }
  TRY(database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"));
  auto backend = std::make_unique<SqliteBackend>(std::move(database));
  TRY(backend->prepare());
  return backend;
}

}  // namespace sluice::store
