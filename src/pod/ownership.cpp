// SPDX-License-Identifier: Apache-2.0
#include "pod/ownership.h"

#include <poll.h>
#include <signal.h>

#include <cerrno>

#include "pod/status_file.h"

namespace sluice::pod {
namespace {

constexpr int kLookAgainMilliseconds = 500;

bool is_gone(const Claim& claim, const Claim& ours) {
  return claim.host == ours.host && claim.pid > 0 &&
         ::kill(static_cast<pid_t>(claim.pid), 0) != 0 && errno == ESRCH;
}

bool told_to_end(const Patience& patience) {
  pollfd signals{patience.signals, POLLIN, 0};
  return ::poll(&signals, 1, kLookAgainMilliseconds) > 0;
}

// For how long nothing was heard of the run before ours.
class Listener {
 public:
  explicit Listener(const Clock& clock) : clock_(clock), heard_(clock.steady()) {}

  Duration silence(const std::optional<PodReport>& report) {
    const std::int64_t sequence = report ? report->sequence : 0;
    if (sequence != sequence_) {
      sequence_ = sequence;
      heard_ = clock_.steady();
    }
    return clock_.steady() - heard_;
  }

 private:
  const Clock& clock_;
  SteadyTime heard_;
  std::int64_t sequence_ = 0;
};

}  // namespace

Result<Ownership> own_attempt(const std::filesystem::path& attempt_dir, Claim claim,
                              const Patience& patience) {
  Listener listener(patience.clock);
  std::optional<PodReport> before;
  while (true) {
    const auto won = write_claim(attempt_dir, claim);
    if (won) {
      return Ownership{claim.place, std::move(before)};
    }
    if (won.error().code != Code::kAlreadyExists) {
      return tl::unexpected(won.error());
    }
    TRY_ASSIGN(const std::optional<Claim> last, read_claim(attempt_dir));
    before = read_status(attempt_dir);
    if (!last || last->owner != claim.owner || last->restarts >= claim.restarts ||
        (before && is_settled(*before))) {
      return tl::unexpected(won.error());
    }
    while (!(before && before->finished) && !is_gone(*last, claim) &&
           listener.silence(before) < patience.silence) {
      if (told_to_end(patience)) {
        return fail(Code::kAlreadyExists, "told to end while an earlier run may go on");
      }
      before = read_status(attempt_dir);
    }
    if (before && is_settled(*before)) {
      return tl::unexpected(won.error());
    }
    claim.place = last->place + 1;
  }
}

}  // namespace sluice::pod
