// SPDX-License-Identifier: Apache-2.0
//
// A run's directory there: `claim`, `claim-2`, … (who submits: host and process, or "over"),
// `environment`, `script`, `error` (what sbatch said), `job` (the number; empty is not there),
// `output` or `place` (where the output is), `deleted` (it is not to be submitted any more; in the
// object's directory: none is).
//
// Whoever makes the next claim may call sbatch. It may be made when there is none, or when who made
// the last one is gone and Slurm has no job of that comment; a file is made by one only, so that of
// several who find that out one goes on. Everything else may be done twice.
//
// A program that is run costs a tenth of sbatch, so that the shell does what it can do itself. What
// the user wrote is in the program's text, which comes through standard input: as words of
// functions and of printf, which must be built in, it is never a word of a process. All of it is
// one compound command: what a connection cuts off is no command, and nothing of it is run.
#include "jobs/remote_submission.h"

#include <limits>

#include "base/text.h"
#include "jobs/script_options.h"
#include "jobs/shell_command.h"
#include "slurm/refusal.h"

namespace sluice::jobs {
namespace {

constexpr std::string_view kSbatchFailed = "1";

// Answers with a zero byte, then for each run how it went and the number or what is wrong, both
// ended by a zero byte. Who does not listen any more ends it by that.
//
// submit: $1 uid, $2 run, $3 comment, $4 "own" when the script names its output, "tasks" of an
// array's, $5 the script; the rest is the environment. A file for --export-file replaces the
// login's environment, so that it holds that too.
constexpr std::string_view kSubmit = R"sh(
umask 077
set -C
PATH= printf '\0' || exit 73
jobs=${HOME:?}/.sluice/jobs
down=
read -r here 2>/dev/null </proc/sys/kernel/hostname || here=$(uname -n)

submit() {
  object=$jobs/$1
  run=$jobs/$1/$2
  if [ ! -d "$run" ]; then
    [ -n "$unmade" ] || return 76
    text=$(mkdir -p "$run" 2>&1) || return 73
  fi
  is_wanted || return 76
  if [ -s "$run/job" ]; then
    read -r text <"$run/job"
    return
  fi
  if [ -n "$down" ]; then
    text=$down
    return 1
  fi
  last=
  claim=claim
  count=1
  while [ -e "$run/$claim" ]; do
    last=$claim
    count=$((count + 1))
    claim=claim-$count
  done
  if [ -n "$last" ]; then
    if [ -z "$(find "$run/$last" -mmin +5)" ]; then
      { read -r host process <"$run/$last"; } 2>/dev/null || return 75
      case $host in
      over) ;;
      "$here") ! kill -0 "$process" 2>/dev/null || return 75 ;;
      *) return 75 ;;
      esac
    fi
    text=$(squeue --noheader --all --states=all --user="$user" --name="$1" --format='%F %k' 2>&1) || {
      ! is_away || return 1
      return 75
    }
    text=$(printf '%s\n' "$text" | while read -r number comment; do
      if [ "$comment" = "$3" ]; then echo "$number"; break; fi
    done)
    if [ -n "$text" ]; then
      { echo "$text" >|"$run/job"; } 2>/dev/null
      return 0
    fi
  fi
  { printf '' >"$run/$claim"; } 2>/dev/null ||
    text=$({ printf '' >"$run/$claim"; } 2>&1) || {
    [ -e "$run/$claim" ] || return 73
    text=
    return 75
  }
  store "$run" "$@" || {
    rm -f "$run/$claim"
    return 73
  }
  output=
  case $4 in
  ours) output=--output=$run/output ;;
  tasks) output=--output=$run/output-%a ;;
  esac
  environment=
  [ $# = 5 ] || environment=--export-file=$run/environment
  text=$(sbatch --parsable --job-name="$1" --comment="$3" ${output:+"$output"} \
    ${environment:+"$environment"} "$run/script" 2>|"$run/error") || {
    text=$(cat "$run/error" 2>&1)
    echo over >|"$run/$claim"
    is_away
    return 1
  }
  text=${text%%;*}
  { echo "$text" >|"$run/job"; } 2>/dev/null
  [ -n "$output" ] ||
    scontrol show job "$text" | sed -n 's/^ *StdOut=//p' >|"$run/place"
  [ -d "$run" ] && is_wanted || scancel "$text"
  return 0
}

is_wanted() {
  [ ! -e "$object/deleted" ] && [ ! -e "$run/deleted" ]
}

# Nobody needs to ask again for the runs that follow. All of these words may pass for
# slurm::refusal too: what squeue says must refuse no job.
is_away() {
  case $text in
  *'nable to contact slurm controller'* | *'ocket timed out'* | *'onnection timed out'*) ;;
  *) return 1 ;;
  esac
  down=$text
}

# What a shell says of a disk that is full is no help; programs know better.
store() {
  {
    echo "$here $$" >|"$1/$claim" && printf %s "$6" >|"$1/script"
  } 2>/dev/null || text=$(printf %s "$6" | cat 2>&1 >|"$1/script") || return
  [ $# != 6 ] || return 0
  environment=$1/environment
  shift 6
  text=$({ env -0 && printf '%s\0' "$@"; } | cat 2>&1 >|"$environment")
}

answer() {
  text=
  submit "$@"
  printf '%s\0' $? "$text"
}
)sh";

std::string output_of(const std::string& script) {
  return option_value(script, "output", 'o')  ? "own"
         : option_value(script, "array", 'a') ? "tasks"
                                              : "ours";
}

// "answer 'uid' '1' …"
std::string call_of(const Submission& wanted) {
  std::vector<std::string> words{"answer",
                                 shell_quote(wanted.run.uid),
                                 std::to_string(wanted.run.number),
                                 shell_quote(comment_of(wanted.run)),
                                 output_of(wanted.batch.script),
                                 shell_quote(wanted.batch.script)};
  for (const auto& [name, value] : wanted.batch.environment) {
    words.push_back(shell_quote(name + "=" + value));
  }
  return join(words, " ") + "\n";
}

Result<slurm::JobId> outcome(std::string_view exit, std::string_view text) {
  text = trim(text);
  switch (parse_int(exit).value_or(1)) {
    case 0:
      break;
    case ends::kUnderWay:
      return fail(Code::kUnavailable, "it is not yet known whether the job was submitted" +
                                          (text.empty() ? "" : ": " + std::string(text)));
    case ends::kDeleted:
      return object_deleted();
    case ends::kFilesFail:
      return fail(Code::kUnavailable,
                  "the script cannot be stored in ~/.sluice/jobs: " + std::string(text));
    default:
      return tl::unexpected(as_refusal(slurm::refusal(text)));
  }
  const auto id = parse_int(text);
  if (!id || *id <= 0 || *id > std::numeric_limits<slurm::JobId>::max()) {
    return fail(Code::kUnavailable,
                "sbatch printed \"" + std::string(text.substr(0, 200)) + "\" instead of a job id");
  }
  return static_cast<slurm::JobId>(*id);
}

}  // namespace

Command submission(const std::vector<const Submission*>& runs, const std::string& user) {
  std::string directories = "unmade=$(mkdir -p";
  std::string calls;
  for (const Submission* run : runs) {
    directories +=
        " \"$jobs\"/" + shell_quote(run->run.uid + "/" + std::to_string(run->run.number));
    calls += call_of(*run);
  }
  return {.argv = {"/bin/sh", "-c", "eval \"$(cat)\"", "slurmjob"},
          .input = "{" + std::string(kSubmit) + "user=" + shell_quote(user) + "\n" + directories +
                   " 2>&1)\n" + calls + "}\n",
          .timeout = std::chrono::seconds(25) + std::chrono::seconds(5) * runs.size()};
}

Submitted read_submission(const CommandOutput& output, std::size_t runs) {
  const auto fields = split(output.out, '\0');  // what a login prints of itself, then the answers
  Submitted all;
  for (std::size_t i = 0; i < runs; ++i) {
    const std::size_t at = 1 + 2 * i;
    if (at + 2 >= fields.size()) {
      all.outcomes.push_back(outcome(std::to_string(ends::kUnderWay), output.err));
      continue;
    }
    all.outcomes.push_back(outcome(fields[at], fields[at + 1]));
    const auto& last = all.outcomes.back();
    if (!last && last.error().code == Code::kUnavailable && fields[at] == kSbatchFailed) {
      all.away = last.error();
    }
  }
  return all;
}

}  // namespace sluice::jobs
