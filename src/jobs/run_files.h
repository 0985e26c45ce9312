// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/command.h"
#include "base/result.h"
#include "jobs/identity.h"

namespace sluice::jobs {

// The files that a job is given and leaves, on the machine it is submitted from:
// ~/.sluice/jobs/<uid>/files-<run>, open to the user alone, removed with the others. Each of these
// is one command there; doing it again does no harm.

// Bytes of one file that are sent at a time.
inline constexpr std::int64_t kFilePiece = 1 << 20;

// A part of a file on its way there: all but the last are of kFilePiece bytes.
struct FilePiece {
  std::string path;        // below the directory
  std::int64_t index = 0;  // from 0
  std::string bytes;
  bool last = false;  // with it the file appears, whole
  bool executable = false;
};

// Makes the directory and prints where it is. Conflict: the object was deleted.
Command files_directory(const Run& run);
Result<std::string> read_files_directory(const CommandOutput& output);

// What a job that was submitted has found is left as it is.
Command file_piece(const Run& run, const FilePiece& piece);
Result<void> read_file_piece(const CommandOutput& output);

// NotFound: there is none, or it is no plain file. `path`: below the directory, or absolute.
Command file_size(const Run& run, const std::string& path);
Result<std::int64_t> read_file_size(const CommandOutput& output, const std::string& path);

// From that byte on; empty: there is no more.
Command file_part(const Run& run, const std::string& path, std::int64_t offset, std::int64_t most);
Result<std::string> read_file_part(CommandOutput output, const std::string& path);

}  // namespace sluice::jobs
