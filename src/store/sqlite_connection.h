// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::store {

// One prepared statement of a Connection, which outlives it. Bound values must live until the next
// step. Used by one thread.
class Statement {
 public:
  Statement() = default;
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

  // Numbered from 1.
  void bind(int position, std::uint64_t value);
  void bind(int position, std::string_view bytes);

  // True when there is a row to read. The statement starts over after the last one.
  Result<bool> step();

  std::uint64_t integer(int column) const;
  std::string_view bytes(int column) const;  // until the next step

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// One open SQLite file. Errors are Unavailable ("disk full", "in use by another process") or, for a
// damaged or foreign file, Invalid; they name the file. Used by one thread at a time.
class Connection {
 public:
  // Creates a missing file with mode 0600 and takes those rights away from an existing one that
  // others could read.
  static Result<Connection> open(const std::string& path);

  Result<void> execute(const std::string& sql);
  Result<Statement> prepare(std::string_view sql);

  // The single integer that `sql` yields.
  Result<std::uint64_t> query_integer(std::string_view sql);

  // Closing merges the write-ahead log into the file, unless told to leave the file as it is.
  void leave_untouched_on_close();

  // Makes the write-ahead log at least that long, with zeros that mean nothing to SQLite. To write
  // over what a file has is cheaper than to make it longer, which every sync would tell the file
  // system's own journal. Where there is no room the log stays as it is.
  void lengthen_log(std::uint64_t bytes);

  // Gives cached pages back.
  void release_memory() { sqlite3_db_release_memory(database_.get()); }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  explicit Connection(sqlite3* database) : database_(database) {}

  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace sluice::store
