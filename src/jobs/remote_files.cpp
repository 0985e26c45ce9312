// SPDX-License-Identifier: Apache-2.0
//
// A run's directory there: `claim` (who submits: host and process), `environment`, `script`,
// `failed` (sbatch did not say a number), `job` (the number; written in one piece, empty is not
// there), `output`. mkdir and mv decide who goes first; everything else may be done twice. Every
// program that is run costs as much as a tenth of sbatch.
#include "jobs/remote_files.h"

#include <limits>

#include "base/text.h"
#include "slurm/refusal.h"

namespace sluice::jobs {
namespace {

constexpr int kFilesFail = 73;
constexpr int kUnderWay = 75;
constexpr int kDeleted = 76;

// $1 uid, $2 run, $3 comment, $4 user, $5 "own" when the script names its output, "tasks" of an
// array's, $6 how many bytes of standard input are the environment; the rest is the script. A file
// for --export-file replaces the login's environment, so that it holds that too.
constexpr std::string_view kSubmit = R"sh(
umask 077
object=${HOME:?}/.sluice/jobs/$1
run=$object/$2
read -r here 2>/dev/null </proc/sys/kernel/hostname || here=$(uname -n)
[ -d "$object" ] || mkdir -p "$object" || exit 73
[ ! -e "$object/deleted" ] || exit 76
if ! mkdir "$run" 2>/dev/null; then
  [ -d "$run" ] || { mkdir "$run"; exit 73; }
  if [ -s "$run/job" ]; then exec cat "$run/job"; fi
  if [ ! -e "$run/failed" ]; then
    if [ -z "$(find "$run" -maxdepth 0 -mmin +5)" ]; then
      read -r host process 2>/dev/null <"$run/claim" || exit 75
      [ "$host" = "$here" ] || exit 75
      ! kill -0 "$process" 2>/dev/null || exit 75
    fi
    : >"$run/failed"
  fi
  known=$(squeue --noheader --all --states=all --user="$4" --name="$1" --format='%i %k') || exit 75
  id=$(printf '%s\n' "$known" | while read -r number comment; do
    if [ "$comment" = "$3" ]; then echo "$number"; break; fi
  done)
  if [ -n "$id" ]; then
    echo "$id" >"$run/job" && echo "$id"
    exit
  fi
  mv "$run/failed" "$run/tried" || exit 75
fi
echo "$here $$" >"$run/claim" &&
  { [ "$6" = 0 ] || { env -0 && dd bs=1 count="$6" 2>/dev/null; } >"$run/environment"; } &&
  cat >"$run/script" || {
  mv "$run/claim" "$run/failed"
  exit 73
}
output=
case $5 in
ours) output=--output=$run/output ;;
tasks) output=--output=$run/output-%a ;;
esac
environment=
[ "$6" = 0 ] || environment=--export-file=$run/environment
id=$(sbatch --parsable --job-name="$1" --comment="$3" ${output:+"$output"} \
  ${environment:+"$environment"} "$run/script" 2>"$run/error") || {
  mv "$run/error" "$run/failed"
  cat "$run/failed" >&2
  exit 1
}
id=${id%%;*}
echo "$id" >"$run/job"
[ -n "$output" ] ||
  scontrol --oneliner show job "$id" | sed -n 's/.* StdOut=\([^ ]*\).*/\1/p' >"$run/place"
[ ! -e "$object/deleted" ] || scancel "$id"
echo "$id"
)sh";

// $1 uid, $2 user. A submission under way sees the mark when sbatch has answered.
constexpr std::string_view kCancel = R"sh(
umask 077
object=${HOME:?}/.sluice/jobs/$1
mkdir -p "$object" && : >"$object/deleted" || exit 73
exec scancel --user="$2" --name="$1"
)sh";

constexpr std::string_view kRemove = R"sh(exec rm -rf "${HOME:?}/.sluice/jobs/$1")sh";

// $1 uid, $2 run, $3 task or nothing: where its output is. No file yet is no output yet. Where the
// script says where it goes, Slurm knows the place of each task.
constexpr std::string_view kFindOutput = R"sh(
run=${HOME:?}/.sluice/jobs/$1/$2
file=$run/output${3:+-$3}
place=$run/place${3:+-$3}
if [ -s "$run/place" ]; then
  [ -s "$place" ] || scontrol --oneliner show job "$(cat "$run/job")_$3" |
    sed -n 's/.* StdOut=\([^ ]*\).*/\1/p' >"$place"
  read -r file <"$place" || exit 0
fi
[ -e "$file" ] || exit 0
)sh";

// $4 first byte, counted from one, $5 how many.
constexpr std::string_view kOutput = R"sh(tail -c "+$4" "$file" | head -c "$5")sh";

// $4 lines. The size is taken first: what is printed meanwhile comes on top.
constexpr std::string_view kTail = R"sh(
size=$(wc -c <"$file")
echo $((size - $(head -c "$size" "$file" | tail -n "$4" | wc -c)))
)sh";

Command shell(std::string_view program, const std::vector<std::string>& arguments) {
  Command command{.argv = {"/bin/sh", "-c", std::string(program), "slurmjob"}};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  return command;
}

// sbatch's file format: NAME=value, each ended by a zero byte.
std::string environment_text(const Batch& batch) {
  std::string text;
  for (const auto& [name, value] : batch.environment) {
    text += name + "=" + value + '\0';
  }
  return text;
}

std::string output_of(const std::string& script) {
  return option_value(script, "output", 'o')  ? "own"
         : option_value(script, "array", 'a') ? "tasks"
                                              : "ours";
}

std::string task_text(Task task) {
  return task ? std::to_string(*task) : "";
}

std::string words_of(const CommandOutput& output) {
  return std::string(trim(output.err.empty() ? output.out : output.err));
}

}  // namespace

Command submission(const Run& run, const Batch& batch, const std::string& user) {
  const std::string environment = environment_text(batch);
  Command command = shell(kSubmit, {run.uid, std::to_string(run.number), comment_of(run), user,
                                    output_of(batch.script), std::to_string(environment.size())});
  command.input = environment + batch.script;
  return command;
}

Result<slurm::JobId> read_submission(const CommandOutput& output) {
  switch (output.exit_code) {
    case 0:
      break;
    case kUnderWay:
      return fail(Code::kUnavailable, "it is not yet known whether the job was submitted" +
                                          (output.err.empty() ? "" : ": " + words_of(output)));
    case kDeleted:
      return fail(Code::kConflict, "the object was deleted");
    case kFilesFail:
      return fail(Code::kUnavailable,
                  "the script cannot be stored in ~/.sluice/jobs: " + words_of(output));
    default:
      return tl::unexpected(slurm::refusal(words_of(output)));
  }
  const auto id = parse_int(trim(output.out));
  if (!id || *id <= 0 || *id > std::numeric_limits<slurm::JobId>::max()) {
    return fail(Code::kUnavailable, "sbatch printed \"" +
                                        std::string(trim(output.out).substr(0, 200)) +
                                        "\" instead of a job id");
  }
  return static_cast<slurm::JobId>(*id);
}

Command cancellation(const std::string& uid, const std::string& user) {
  return shell(kCancel, {uid, user});
}

Result<void> read_cancellation(const CommandOutput& output) {
  if (output.exit_code != 0) {
    return tl::unexpected(slurm::refusal(words_of(output)));
  }
  return {};
}

Command removal(const std::string& uid) {
  return shell(kRemove, {uid});
}

Command output_piece(const Run& run, Task task, std::int64_t offset, std::int64_t most) {
  return shell(std::string(kFindOutput) + std::string(kOutput),
               {run.uid, std::to_string(run.number), task_text(task), std::to_string(offset + 1),
                std::to_string(most)});
}

Command output_tail(const Run& run, Task task, std::int64_t lines) {
  return shell(std::string(kFindOutput) + std::string(kTail),
               {run.uid, std::to_string(run.number), task_text(task), std::to_string(lines)});
}

Result<std::int64_t> read_tail(const CommandOutput& output) {
  const std::string_view text = trim(output.out);
  const auto begin = text.empty() ? std::optional<std::int64_t>(0) : parse_int(text);
  if (output.exit_code != 0 || !begin || *begin < 0) {
    return fail(Code::kUnavailable, "reading the job's output: " + words_of(output));
  }
  return *begin;
}

}  // namespace sluice::jobs
