// SPDX-License-Identifier: Apache-2.0
#include "jobs/remote_files.h"

#include "base/text.h"
#include "jobs/shell_command.h"
#include "slurm/refusal.h"

namespace sluice::jobs {
namespace {

// $1 uid, $2 user, $3 run or nothing: all of them. A submission under way sees the mark when sbatch
// has answered.
constexpr std::string_view kCancel = R"sh(
umask 077
marked=${HOME:?}/.sluice/jobs/$1${3:+/$3}
mkdir -p "$marked" && : >"$marked/deleted" || exit 73
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
  [ -s "$place" ] || scontrol show job "$(cat "$run/job")_$3" |
    sed -n 's/^ *StdOut=//p' >"$place"
  IFS= read -r file <"$place" || exit 0
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

std::string task_text(Task task) {
  return task ? std::to_string(*task) : "";
}

}  // namespace

Command cancellation(const std::string& uid, const std::string& user) {
  return shell_command(kCancel, {uid, user});
}

Command withdrawal(const Run& run, const std::string& user) {
  return shell_command(kCancel, {run.uid, user, std::to_string(run.number)});
}

Result<void> read_cancellation(const CommandOutput& output) {
  if (output.exit_code != 0) {
    return tl::unexpected(slurm::refusal(words_of(output)));
  }
  return {};
}

Command removal(const std::string& uid) {
  return shell_command(kRemove, {uid});
}

Result<void> read_removal(const CommandOutput& output) {
  if (output.exit_code != 0) {
    return fail(Code::kUnavailable, "removing the job's files: " + words_of(output));
  }
  return {};
}

Command output_piece(const Run& run, Task task, std::int64_t offset, std::int64_t most) {
  return shell_command(std::string(kFindOutput) + std::string(kOutput),
                       {run.uid, std::to_string(run.number), task_text(task),
                        std::to_string(offset + 1), std::to_string(most)});
}

Command output_tail(const Run& run, Task task, std::int64_t lines) {
  return shell_command(
      std::string(kFindOutput) + std::string(kTail),
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
