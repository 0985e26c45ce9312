// SPDX-License-Identifier: Apache-2.0
//
// A file that arrives is in parts-<run>, under its own path, until its last piece: dd puts each
// where it belongs, so that a piece may be sent twice, and mv makes the file appear whole, beside
// nothing but other inputs. Nothing is made below a directory that is not there: whoever still
// sends after the object's files were removed brings none back.
#include "jobs/run_files.h"

#include "base/text.h"
#include "jobs/shell_command.h"

namespace sluice::jobs {
namespace {

// $1 uid, $2 run
constexpr std::string_view kDirectory = R"sh(
umask 077
object=${HOME:?}/.sluice/jobs/$1
[ -d "$object" ] || mkdir -p "$object" || exit 73
[ ! -e "$object/deleted" ] && [ ! -e "$object/$2/deleted" ] || exit 76
mkdir -p "$object/files-$2" "$object/parts-$2" || exit 73
cd "$object/files-$2" && pwd
)sh";

// $3 path, $4 index, $5 "last" or nothing, $6 mode. The run's own directory is there when it was
// submitted, or is being submitted.
constexpr std::string_view kPiece = R"sh(
umask 077
object=${HOME:?}/.sluice/jobs/$1
[ ! -e "$object/deleted" ] && cd "$object/files-$2" || exit 76
[ ! -e "$object/$2" ] || exit 0
part=../parts-$2/$3
case $3 in */*) mkdir -p "./${3%/*}" "${part%/*}" || exit 73 ;; esac
keep=
[ "$4" = 0 ] || keep=conv=notrunc
dd bs=1048576 seek="$4" $keep of="$part" 2>/dev/null || exit 73
[ -n "$5" ] || exit 0
chmod "$6" "$part" && mv "$part" "./$3" || exit 73
)sh";

// $3 path
constexpr std::string_view kFind = R"sh(
case $3 in
/*) file=$3 ;;
*) file=${HOME:?}/.sluice/jobs/$1/files-$2/$3 ;;
esac
[ -f "$file" ] || exit 66
)sh";

constexpr std::string_view kSize = R"sh(wc -c <"$file")sh";

// $4 first byte, counted from one, $5 how many
constexpr std::string_view kPart = R"sh(
[ -r "$file" ] || exit 66
tail -c "+$4" "$file" | head -c "$5"
)sh";

Error missing(const std::string& path) {
  return {Code::kNotFound, "\"" + path + "\" is not there, or is no file that may be read"};
}

}  // namespace

Command files_directory(const Run& run) {
  return shell_command(kDirectory, {run.uid, std::to_string(run.number)});
}

Result<std::string> read_files_directory(const CommandOutput& output) {
  if (output.exit_code == ends::kDeleted) {
    return object_deleted();
  }
  std::string directory(trim(output.out));
  if (output.exit_code != 0 || !directory.starts_with('/')) {
    return fail(Code::kUnavailable,
                "a directory for files cannot be made in ~/.sluice/jobs: " + words_of(output));
  }
  return directory;
}

Command file_piece(const Run& run, const FilePiece& piece) {
  Command command = shell_command(
      kPiece, {run.uid, std::to_string(run.number), piece.path, std::to_string(piece.index),
               piece.last ? "last" : "", piece.executable ? "0700" : "0600"});
  command.input = piece.bytes;
  return command;
}

Result<void> read_file_piece(const CommandOutput& output) {
  switch (output.exit_code) {
    case 0:
      return {};
    case ends::kDeleted:
      return object_deleted();
    case ends::kFilesFail:
      return fail(
          Code::kUnavailable,
          "a file cannot be stored in ~/.sluice/jobs: " +
              (output.err.empty() ? "is the disk full, or a quota used up?" : words_of(output)));
    default:
      return fail(Code::kUnavailable, "storing a file: " + words_of(output));
  }
}

Command file_size(const Run& run, const std::string& path) {
  return shell_command(std::string(kFind) + std::string(kSize),
                       {run.uid, std::to_string(run.number), path});
}

Result<std::int64_t> read_file_size(const CommandOutput& output, const std::string& path) {
  if (output.exit_code == ends::kMissing) {
    return tl::unexpected(missing(path));
  }
  const auto size = parse_int(trim(output.out));
  if (output.exit_code != 0 || !size || *size < 0) {
    return fail(Code::kUnavailable, "looking at \"" + path + "\": " + words_of(output));
  }
  return *size;
}

Command file_part(const Run& run, const std::string& path, std::int64_t offset, std::int64_t most) {
  return shell_command(std::string(kFind) + std::string(kPart),
                       {run.uid, std::to_string(run.number), path, std::to_string(offset + 1),
                        std::to_string(most)});
}

Result<std::string> read_file_part(CommandOutput output, const std::string& path) {
  if (output.exit_code == ends::kMissing) {
    return tl::unexpected(missing(path));
  }
  if (output.exit_code != 0) {
    return fail(Code::kUnavailable, "reading \"" + path + "\": " + words_of(output));
  }
  return std::move(output.out);
}

}  // namespace sluice::jobs
