// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite_connection.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/files.h"
#include "base/unique_fd.h"

namespace sluice::store {
namespace {

bool no_room(int cause) {
  return cause == ENOSPC || cause == EDQUOT || cause == EFBIG;
}

// The open log, or null.
sqlite3_file* log_of(sqlite3* database) {
  sqlite3_file* log = nullptr;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  return log != nullptr && log->pMethods != nullptr ? log : nullptr;
}

// errno of the last failed call on the file or on its log, whichever failed.
int system_cause(sqlite3* database) {
  int cause = 0;
  if (sqlite3_file* log = log_of(database)) {
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &cause);
  }
  if (cause == 0) {
    sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &cause);
  }
  return cause;
}

Error sqlite_error(sqlite3* database) {
  const char* file = sqlite3_db_filename(database, "main");
  const std::string where = file == nullptr ? "store" : "store " + std::string(file);
  const int code = sqlite3_errcode(database) & 0xff;
  // A quota or a file size limit is a plain I/O error to SQLite; the cause stands in errno.
  const int cause = code == SQLITE_IOERR ? system_cause(database) : 0;
  if (code == SQLITE_FULL || no_room(cause)) {
    return {Code::kUnavailable, where + ": disk full"};
  }
  if (code == SQLITE_BUSY) {
    return {Code::kUnavailable, where + ": in use by another process"};
  }
  const std::string reason = cause == 0 ? sqlite3_errmsg(database) : std::strerror(cause);
  const bool damaged = code == SQLITE_NOTADB || code == SQLITE_CORRUPT;
  return {damaged ? Code::kInvalid : Code::kUnavailable, where + ": " + reason};
}

Result<void> make_private(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!file.valid() || ::fchmod(file.get(), 0600) != 0) {
    return tl::unexpected(errno_error("opening " + path));
  }
  return {};
}

}  // namespace

void Statement::bind(int position, std::uint64_t value) {
  sqlite3_bind_int64(statement_.get(), position, static_cast<sqlite3_int64>(value));
}

void Statement::bind(int position, std::string_view bytes) {
  sqlite3_bind_blob64(statement_.get(), position, bytes.data(), bytes.size(), SQLITE_STATIC);
}

Result<bool> Statement::step() {
  const int outcome = sqlite3_step(statement_.get());
  if (outcome == SQLITE_ROW) {
    return true;
  }
  if (outcome == SQLITE_DONE) {
    sqlite3_reset(statement_.get());
    return false;
  }
  Error error = sqlite_error(sqlite3_db_handle(statement_.get()));
  sqlite3_reset(statement_.get());
  return tl::unexpected(std::move(error));
}

std::uint64_t Statement::integer(int column) const {
  return static_cast<std::uint64_t>(sqlite3_column_int64(statement_.get(), column));
}

std::string_view Statement::bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return {static_cast<const char*>(data), data == nullptr ? 0 : static_cast<std::size_t>(size)};
}

Result<Connection> Connection::open(const std::string& path) {
  TRY(make_private(path));
  sqlite3* database = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  const int outcome = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
  Connection connection(database);
  if (outcome != SQLITE_OK) {
    return tl::unexpected(sqlite_error(database));
  }
  return connection;
}

Result<void> Connection::execute(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    return tl::unexpected(sqlite_error(database_.get()));
  }
  return {};
}

Result<Statement> Connection::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int outcome = sqlite3_prepare_v3(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                         SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (outcome != SQLITE_OK) {
    return tl::unexpected(sqlite_error(database_.get()));
  }
  return Statement(statement);
}

Result<std::uint64_t> Connection::query_integer(std::string_view sql) {
  TRY_ASSIGN(Statement statement, prepare(sql));
  TRY_ASSIGN(const bool row, statement.step());
  return row ? statement.integer(0) : 0;
}

void Connection::lengthen_log(std::uint64_t bytes) {
  sqlite3_file* log = log_of(database_.get());
  sqlite3_int64 size = 0;
  if (log == nullptr || log->pMethods->xFileSize(log, &size) != SQLITE_OK) {
    return;
  }
  static constexpr std::array<char, 65536> kZeros{};
  for (auto wanted = static_cast<sqlite3_int64>(bytes); size < wanted;) {
    const auto part = std::min<sqlite3_int64>(wanted - size, kZeros.size());
    if (log->pMethods->xWrite(log, kZeros.data(), static_cast<int>(part), size) != SQLITE_OK) {
      log->pMethods->xTruncate(log, size);
      return;
    }
    size += part;
  }
}

void Connection::leave_untouched_on_close() {
  sqlite3_db_config(database_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

}  // namespace sluice::store
