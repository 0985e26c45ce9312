// SPDX-License-Identifier: Apache-2.0
//
// libssh's sessions are for one thread, so one thread serves all callers: it takes their calls,
// advances every open channel and sleeps in libssh's poll until something arrives or a caller
// wakes it. A call is always answered: by its end, its deadline or the loss of the line.
#include "ssh/connection.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <list>

#include "base/log.h"
#include "base/worker_pool.h"
#include "ssh/command_text.h"
#include "ssh/remote_process.h"
#include "ssh/session.h"

namespace sluice::ssh {
namespace {

constexpr int kNotFound = 127;

int to_milliseconds(Duration time) {
  const auto count = std::chrono::ceil<std::chrono::milliseconds>(time).count();
  return static_cast<int>(std::clamp<std::int64_t>(count, 0, 60'000));
}

}  // namespace

struct Connection::Call {
  const Command& command;
  std::string input;
  SteadyTime deadline;
  std::optional<Result<CommandOutput>> result = {};
  std::unique_ptr<RemoteProcess> process = {};
  std::uint64_t heard_before = 0;  // bytes, when it was started
};

Error Connection::timed_out(const Call& call) {
  const auto limit = std::chrono::duration_cast<std::chrono::seconds>(call.command.timeout);
  return {Code::kTimeout, call.command.argv.front() + " did not finish within " +
                              std::to_string(limit.count()) + " s"};
}

class Connection::Line {
 public:
  static Result<std::unique_ptr<Line>> open(Connection& owner) {
    TRY_ASSIGN(const Library* library, Library::load());
    TRY_ASSIGN(Session session, Session::login(*library, owner.endpoint_, owner.limits_.login));
    auto line = std::unique_ptr<Line>(new Line(owner, *library, std::move(session)));
    line->event_ = library->new_event();
    if (line->event_ == nullptr ||
        library->event_add_session(line->event_, line->session_.get()) != SSH_OK ||
        library->event_add_fd(line->event_, owner.wake_.get(), POLLIN, on_wake, &owner) != SSH_OK) {
      return fail(Code::kInternal, "libssh cannot watch a session");
    }
    return line;
  }

  ~Line() {
    calls_.clear();
    if (event_ != nullptr) {
      library_.event_remove_session(event_, session_.get());
      library_.event_remove_fd(event_, owner_.wake_.get());  // free_event() forgets what it holds
      library_.free_event(event_);
    }
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  bool has_room() const { return calls_.size() < channels_; }

  void start(Call& call) {
    call.heard_before = session_.received();
    call.process =
        std::make_unique<RemoteProcess>(library_, session_, call.input, owner_.limits_.output);
    calls_.push_back(&call);
  }

  // Calls that this line could not start and is done with.
  std::deque<Call*> take_refused() { return std::exchange(refused_, {}); }

  // As far as everything goes now. What arrives for one channel while another is advanced makes for
  // another round. An error: the line is dead.
  Result<void> advance() {
    std::uint64_t before = 0;
    do {
      before = session_.received();
      for (auto it = calls_.begin(); it != calls_.end();) {
        it = advance(**it) ? calls_.erase(it) : std::next(it);
      }
    } while (session_.received() != before);
    note_signs();
    if (!session_.connected()) {
      return fail(Code::kUnavailable, "the connection to " + to_string(owner_.endpoint_) +
                                          " was lost: " + session_.error());
    }
    if (deaf_) {
      return fail(Code::kUnavailable, to_string(owner_.endpoint_) + " does not answer any more");
    }
    return {};
  }

  // Until something arrives, a caller wakes us or a deadline comes.
  void wait() {
    SteadyTime until = heard_at_ + (asked_ ? 2 : 1) * keepalive();
    for (const Call* call : calls_) {
      until = std::min(until, call->deadline);
    }
    library_.event_poll(event_, to_milliseconds(until - owner_.clock_.steady()));
  }

  void fail_all(const Error& why) {
    for (Call* call : std::exchange(calls_, {})) {
      call->process.reset();
      owner_.answer(*call, tl::unexpected(why));
    }
  }

 private:
  Line(Connection& owner, const Library& library, Session session)
      : owner_(owner),
        library_(library),
        session_(std::move(session)),
        channels_(owner.limits_.channels),
        heard_at_(owner.clock_.steady()) {}

  static int on_wake(socket_t, int, void* owner) {
    static_cast<Connection*>(owner)->drain_wakes();
    return 0;
  }

  // True when this call is over.
  bool advance(Call& call) {
    const auto progress = call.process->advance();
    if (progress == RemoteProcess::Progress::kGoesOn) {
      return expire(call);
    }
    if (progress == RemoteProcess::Progress::kRefused && calls_.size() > 1) {
      channels_ = std::max<std::size_t>(1, calls_.size() - 1);
      call.process.reset();
      refused_.push_back(&call);
      return true;
    }
    Result<CommandOutput> result = std::move(call.process->output());
    if (progress != RemoteProcess::Progress::kEnded) {
      const std::string why = progress == RemoteProcess::Progress::kRefused
                                  ? "the host opens no channel: " + session_.error()
                                  : call.process->error();
      result = fail(Code::kUnavailable,
                    to_string(owner_.endpoint_) + ": " + call.command.argv.front() + ": " + why);
    }
    call.process.reset();
    owner_.answer(call, std::move(result));
    return true;
  }

  // A host that has not said anything since the call began is taken for dead.
  bool expire(Call& call) {
    if (owner_.clock_.steady() < call.deadline) {
      return false;
    }
    deaf_ = deaf_ || session_.received() == call.heard_before;
    call.process.reset();
    owner_.answer(call, tl::unexpected(timed_out(call)));
    return true;
  }

  Duration keepalive() const {
    return calls_.empty() ? owner_.limits_.keepalive
                          : std::min(owner_.limits_.keepalive, owner_.limits_.busy_keepalive);
  }

  void note_signs() {
    const SteadyTime now = owner_.clock_.steady();
    if (session_.received() != heard_) {
      heard_ = session_.received();
      heard_at_ = now;
      asked_ = false;
    } else if (now >= heard_at_ + 2 * keepalive()) {
      deaf_ = true;
    } else if (!asked_ && now >= heard_at_ + keepalive()) {
      // The first call may do no more than take the answer to the last question.
      library_.send_keepalive(session_.get());
      library_.send_keepalive(session_.get());
      asked_ = true;
    }
  }

  Connection& owner_;
  const Library& library_;
  Session session_;
  ssh_event event_ = nullptr;
  std::list<Call*> calls_;
  std::deque<Call*> refused_;
  std::size_t channels_;
  std::uint64_t heard_ = 0;
  SteadyTime heard_at_;
  bool asked_ = false;
  bool deaf_ = false;
};

Connection::Connection(Endpoint endpoint, Clock& clock, ConnectionLimits limits)
    : endpoint_(std::move(endpoint)),
      clock_(clock),
      limits_(limits),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      thread_([this] { serve(); }) {}

Connection::~Connection() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  ::eventfd_write(wake_.get(), 1);
}

Result<CommandOutput> Connection::run(const Command& command) {
  TRY_ASSIGN(std::string input, input_for(command));
  Call call{command, std::move(input), clock_.steady() + command.timeout};
  std::unique_lock lock(mutex_);
  if (stopping_) {
    return fail(Code::kCancelled, "the connection to " + to_string(endpoint_) + " is given up");
  }
  if (trying_ && outage_) {
    return tl::unexpected(*outage_);
  }
  waiting_.push_back(&call);
  ::eventfd_write(wake_.get(), 1);
  answered_.wait(lock, [&] { return call.result.has_value(); });
  if (*call.result && (*call.result)->exit_code == kNotFound &&
      (*call.result)->err.starts_with("env: ")) {
    return fail(Code::kNotFound, command.argv.front() + " is not on the PATH that logins to " +
                                     to_string(endpoint_) + " have");
  }
  return std::move(*call.result);
}

void Connection::answer(Call& call, Result<CommandOutput> result) {
  {
    const std::scoped_lock lock(mutex_);
    call.result = std::move(result);
  }
  answered_.notify_all();
}

bool Connection::stopping() const {
  const std::scoped_lock lock(mutex_);
  return stopping_;
}

void Connection::drain_wakes() {
  eventfd_t count = 0;
  ::eventfd_read(wake_.get(), &count);
}

void Connection::wait_for_calls() {
  while (true) {
    {
      const std::scoped_lock lock(mutex_);
      if (stopping_ || !waiting_.empty()) {
        return;
      }
    }
    pollfd wake{wake_.get(), POLLIN, 0};
    ::poll(&wake, 1, -1);
    drain_wakes();
  }
}

void Connection::serve() {
  name_this_thread("ssh " + endpoint_.host);
  while (!stopping()) {
    if (line_ == nullptr) {
      wait_for_calls();
      if (stopping()) {
        break;
      }
      if (const auto in = log_in(); !in) {
        refuse_waiting(in.error());
        continue;
      }
    }
    take_calls(*line_);
    if (const auto alive = line_->advance(); !alive) {
      drop_line(alive.error());
      continue;
    }
    for (Call* call : line_->take_refused()) {
      const std::scoped_lock lock(mutex_);
      waiting_.push_front(call);
    }
    line_->wait();
  }
  const Error gone{Code::kCancelled, "the connection to " + to_string(endpoint_) + " is given up"};
  if (line_ != nullptr) {
    drop_line(gone);
  }
  refuse_waiting(gone);
}

bool Connection::tries() const {
  const std::scoped_lock lock(mutex_);
  return trying_;
}

std::optional<Error> Connection::outage() const {
  const std::scoped_lock lock(mutex_);
  return outage_;
}

void Connection::set_outage(std::optional<Error> outage) {
  const std::scoped_lock lock(mutex_);
  outage_ = std::move(outage);
  trying_ = false;
}

// Hosts are spared: after a failure the same answer is given for a while.
Result<void> Connection::log_in() {
  if (const auto before = outage(); before && clock_.steady() < next_login_) {
    return tl::unexpected(*before);
  }
  {
    const std::scoped_lock lock(mutex_);
    trying_ = true;
  }
  auto line = Line::open(*this);
  set_outage(line ? std::nullopt : std::optional(line.error()));
  if (line) {
    ++logins_;
    log::info("logged in", {{"to", to_string(endpoint_)}});
    line_ = std::move(*line);
    retry_ = Duration(0);
    return {};
  }
  const Error& why = line.error();
  const bool unheard = why.code == Code::kUnavailable;
  const Duration least =
      unheard ? limits_.first_retry : std::max(limits_.first_retry, limits_.after_refusal);
  const Duration most = unheard ? limits_.longest_retry : limits_.longest_after_refusal;
  retry_ = std::max(least, std::min(2 * retry_, most));
  next_login_ = clock_.steady() + retry_;
  log::warning("cannot log in", {{"to", to_string(endpoint_)}, {"error", why.message}});
  return tl::unexpected(why);
}

void Connection::take_calls(Line& line) {
  std::deque<Call*> late;
  {
    const std::scoped_lock lock(mutex_);
    while (!waiting_.empty() && line.has_room()) {
      Call* call = waiting_.front();
      waiting_.pop_front();
      if (clock_.steady() < call->deadline) {
        line.start(*call);
      } else {
        late.push_back(call);
      }
    }
  }
  for (Call* call : late) {
    answer(*call, tl::unexpected(timed_out(*call)));
  }
}

void Connection::drop_line(const Error& why) {
  if (why.code != Code::kCancelled) {
    log::warning("connection lost", {{"to", to_string(endpoint_)}, {"error", why.message}});
  }
  for (Call* call : line_->take_refused()) {
    answer(*call, tl::unexpected(why));
  }
  line_->fail_all(why);
  line_.reset();
  set_outage(why);
}

void Connection::refuse_waiting(const Error& why) {
  std::deque<Call*> all;
  {
    const std::scoped_lock lock(mutex_);
    all.swap(waiting_);
  }
  for (Call* call : all) {
    answer(*call, tl::unexpected(why));
  }
}

}  // namespace sluice::ssh
