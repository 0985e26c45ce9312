// SPDX-License-Identifier: Apache-2.0
//
// One round: take in what has arrived, look at what has changed (handlers that finished, streams
// with news, deadlines, the server's stop), write what the socket takes; then wait for a notice.
// Bodies are pulled frame by frame as the windows allow: a stream whose reader is slow is simply
// not asked, and the others go on.
//
// ThreadSanitizer does not know fences and g++ warns of them; Asio's queues are locked besides.
#pragma GCC diagnostic ignored "-Wtsan"

#include "http/http2_session.h"

#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

#include "http/wire.h"

// g++ 12 takes the coroutine frame's own operator delete for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace sluice::http {

namespace {

constexpr std::uint64_t kIdleSeconds = 180;
constexpr std::uint64_t kReadSeconds = 30;
constexpr std::uint64_t kWriteSeconds = 30;
constexpr std::uint64_t kStopSeconds = 5;
constexpr std::size_t kMaxAbandoned = 250;
constexpr std::size_t kWriteBatch = 32 * 1024;
constexpr int kReadsPerRound = 16;

}  // namespace

Http2Session::Http2Session(Channel& channel)
    : channel_(channel),
      loop_(channel.loop()),
      codec_(*this, {.body = channel.service().max_body}) {}

std::uint64_t Http2Session::in_seconds(std::uint64_t seconds) const {
  return loop_.tick() + seconds + 1;
}

bool Http2Session::overdue(std::uint64_t deadline) const {
  return deadline != 0 && loop_.tick() >= deadline;
}

Awaitable<void> Http2Session::run() {
  channel_.set_phase(Channel::Phase::kHandling);  // this session stops by itself
  channel_.clear_deadline();
  while (true) {
    auto received = take_input();
    look_around();
    auto flushed = flush();
    CO_TRY(flushed);
    if (codec_.finished() && output_.empty()) {
      break;
    }
    CO_TRY(received);
    auto prepared = await_events();
    CO_TRY(prepared);
    auto noticed = co_await channel_.await_notice();
    CO_TRY(noticed);
  }
  auto lingered = co_await channel_.linger();
  co_return lingered;
}

// At most some reads in a row, so that one connection does not keep the thread to itself.
Result<void> Http2Session::take_input() {
  if (std::exchange(forgiven_, loop_.tick()) != loop_.tick()) {
    codec_.forgive();
  }
  std::string& input = channel_.input();
  for (int reads = 0; reads < kReadsPerRound; ++reads) {
    TRY_ASSIGN(const auto next, channel_.receive());
    if (next == TlsSocket::Next::kClosed) {
      return closed_by_peer();
    }
    if (next != TlsSocket::Next::kDone) {
      channel_.watch_readable();
      std::string().swap(input);
      return {};
    }
    TRY(codec_.receive(input));
    input.clear();
  }
  channel_.wakeup()->wake();
  return {};
}

void Http2Session::on_arriving(StreamId id) {
  dialogues_[id].deadline = in_seconds(kReadSeconds);
}

void Http2Session::on_request(StreamId id, Http2Codec::Incoming incoming) {
  Dialogue& dialogue = dialogues_[id];
  dialogue.deadline = 0;
  if (incoming.refusal != 0) {
    answer(id, dialogue, channel_.service().refuse(incoming.refusal, std::move(incoming.why)));
    return;
  }
  auto target = parse_target(incoming.target);
  if (!target) {
    answer(id, dialogue, plain_response(400, std::move(target).error().message));
    return;
  }
  if (abandoned_.size() >= kMaxAbandoned) {
    codec_.reset(id, Http2Codec::Reset::kRefused);
    return;
  }
  dialogue.head_only = incoming.method == "HEAD";
  dialogue.exchange = begin_exchange(channel_, Request{.method = std::move(incoming.method),
                                                       .target = std::move(*target),
                                                       .headers = std::move(incoming.headers),
                                                       .body = std::move(incoming.body),
                                                       .peer = channel_.peer()});
}

void Http2Session::on_closed(StreamId id) {
  const auto found = dialogues_.find(id);
  if (found == dialogues_.end()) {
    return;
  }
  if (found->second.exchange != nullptr && !found->second.exchange->done) {
    abandoned_.push_back(std::move(found->second.exchange));
  }
  dialogues_.erase(found);
}

void Http2Session::look_around() {
  std::erase_if(abandoned_, [](const auto& exchange) { return exchange->done.load(); });
  for (auto& [id, dialogue] : dialogues_) {
    look_at(id, dialogue);
  }
  if (!dialogues_.empty()) {
    idle_deadline_ = 0;
  } else if (idle_deadline_ == 0) {
    idle_deadline_ = in_seconds(kIdleSeconds);
  }
  if (loop_.draining() || overdue(idle_deadline_)) {
    stop_politely();
  }
}

void Http2Session::look_at(StreamId id, Dialogue& dialogue) {
  if (dialogue.exchange != nullptr && dialogue.exchange->done) {
    const auto exchange = std::move(dialogue.exchange);
    answer(id, dialogue, std::move(exchange->response));
  }
  const bool ended = loop_.draining() && dialogue.stream != nullptr && !dialogue.last;
  dialogue.last = dialogue.last || ended;
  if (ended || (dialogue.news != nullptr && dialogue.news->exchange(false))) {
    dialogue.pending = false;
    codec_.resume(id);
  }
  if (overdue(dialogue.deadline)) {
    dialogue.deadline = 0;
    codec_.reset(id, Http2Codec::Reset::kCancelled);
  }
}

void Http2Session::answer(StreamId id, Dialogue& dialogue, Response response) {
  if (response.upgrade != nullptr) {
    response = plain_response(400, "a connection is upgraded with HTTP/1.1 only");
  }
  const bool has_body =
      !dialogue.head_only && (response.stream != nullptr || !response.body.empty());
  codec_.respond(id, response, has_body ? Http2Codec::Body::kFollows : Http2Codec::Body::kNone);
  if (!has_body) {
    return;
  }
  if (response.stream == nullptr) {
    dialogue.chunk = std::move(response.body);
    dialogue.last = true;
    dialogue.deadline = in_seconds(kWriteSeconds);
    return;
  }
  dialogue.stream = std::move(response.stream);
  dialogue.news = std::make_shared<std::atomic<bool>>(false);
  dialogue.stream->set_ready([news = dialogue.news, wakeup = channel_.wakeup()] {
    *news = true;
    wakeup->wake();
  });
}

// True: `chunk` holds something new, or there will never be more.
bool Http2Session::poll_stream(Dialogue& dialogue) {
  dialogue.sent = 0;
  dialogue.chunk.clear();
  if (dialogue.pending) {
    return false;
  }
  switch (dialogue.stream->poll(dialogue.chunk)) {
    case Stream::State::kData:
      return true;
    case Stream::State::kBroken:
      dialogue.broken = true;
      [[fallthrough]];
    case Stream::State::kEnd:
      dialogue.last = true;
      return true;
    case Stream::State::kPending:
      break;
  }
  dialogue.pending = true;
  std::string().swap(dialogue.chunk);
  return false;
}

Http2Codec::Piece Http2Session::read_body(StreamId id, std::span<char> into) {
  using Then = Http2Codec::Piece::Then;
  const auto found = dialogues_.find(id);
  if (found == dialogues_.end()) {
    return {.then = Then::kEnd};
  }
  Dialogue& dialogue = found->second;
  if (dialogue.deadline != 0) {
    dialogue.deadline = in_seconds(kWriteSeconds);  // it moves
  }
  std::size_t filled = 0;
  while (filled < into.size()) {
    if (dialogue.sent == dialogue.chunk.size()) {
      if (dialogue.last) {
        // What is filled goes out first: a reset takes with it what was not sent.
        const bool broken = dialogue.broken && filled == 0;
        return {.bytes = filled,
                .then = broken            ? Then::kBroken
                        : dialogue.broken ? Then::kMore
                                          : Then::kEnd};
      }
      if (!poll_stream(dialogue)) {
        return {.bytes = filled, .then = Then::kPending};
      }
    }
    const std::size_t size = std::min(into.size() - filled, dialogue.chunk.size() - dialogue.sent);
    std::copy_n(dialogue.chunk.data() + dialogue.sent, size, into.data() + filled);
    dialogue.sent += size;
    filled += size;
  }
  return {.bytes = filled};
}

void Http2Session::stop_politely() {
  if (!std::exchange(stopping_, true)) {
    codec_.go_away();
  }
  const bool handling = std::any_of(dialogues_.begin(), dialogues_.end(), [](const auto& entry) {
    return entry.second.exchange != nullptr;
  });
  if (handling) {
    stop_deadline_ = 0;
  } else if (stop_deadline_ == 0) {
    stop_deadline_ = in_seconds(kStopSeconds);
  }
}

Result<void> Http2Session::flush() {
  blocked_ = TlsSocket::Next::kDone;
  while (true) {
    while (output_.size() < kWriteBatch && codec_.produce(output_)) {
    }
    if (output_.empty()) {
      std::string().swap(output_);  // an idle connection keeps no buffer
      write_deadline_ = 0;
      return {};
    }
    TRY_ASSIGN(const auto progress,
               channel_.socket().write(std::string_view(output_).substr(written_)));
    if (progress.next == TlsSocket::Next::kClosed) {
      return closed_by_peer();
    }
    if (progress.next != TlsSocket::Next::kDone) {
      blocked_ = progress.next;
      write_deadline_ = write_deadline_ == 0 ? in_seconds(kWriteSeconds) : write_deadline_;
      return {};
    }
    write_deadline_ = 0;
    written_ += progress.bytes;
    if (written_ == output_.size()) {
      output_.clear();
      written_ = 0;
    }
  }
}

// Asks to be noticed of everything that may happen next.
Result<void> Http2Session::await_events() {
  if (overdue(write_deadline_) || overdue(stop_deadline_)) {
    return fail(Code::kTimeout, "given up by the server");
  }
  if (blocked_ == TlsSocket::Next::kWaitWrite) {
    channel_.watch_writable();
  }
  std::uint64_t nearest = 0;
  const auto consider = [&](std::uint64_t deadline) {
    if (deadline != 0 && (nearest == 0 || deadline < nearest)) {
      nearest = deadline;
    }
  };
  consider(write_deadline_);
  consider(stop_deadline_);
  consider(stopping_ ? 0 : idle_deadline_);
  for (const auto& [id, dialogue] : dialogues_) {
    consider(dialogue.deadline);
  }
  if (nearest == 0) {
    channel_.clear_deadline();
  } else {
    const std::uint64_t now = loop_.tick();
    channel_.set_deadline(nearest > now ? nearest - now - 1 : 0, Channel::Missed::kIsNoticed);
  }
  return {};
}

}  // namespace sluice::http
