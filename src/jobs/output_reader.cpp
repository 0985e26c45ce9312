// SPDX-License-Identifier: Apache-2.0
#include "jobs/output_reader.h"

#include <algorithm>
#include <optional>

#include "base/log.h"

namespace sluice::jobs {
namespace {

constexpr int kThreads = 4;
constexpr std::int64_t kPiece = 1 << 20;
constexpr Duration kAskAgain = std::chrono::seconds(1);
// A login host that is restarted is back by then.
constexpr Duration kGiveUpAfter = std::chrono::minutes(2);

// Whether the same question may be answered later.
bool may_pass(const Error& error) {
  return error.code == Code::kUnavailable || error.code == Code::kTimeout ||
         error.code == Code::kTooManyRequests;
}

}  // namespace

// What a stream and the threads share; ends with the stream.
struct OutputReader::Fetch {
  client::LogQuery query;
  OutputSource source;
  // Used by the one thread that has it.
  std::optional<std::int64_t> offset = {};
  std::optional<std::int64_t> left = {};         // bytes that may still be sent
  std::optional<SteadyTime> failing_since = {};  // no answer since then

  std::mutex mutex = {};
  std::string piece = {};
  bool ended = false;
  bool broken = false;  // at its end
  bool under_way = false;
  std::function<void()> ready = {};
};

class OutputReader::Output final : public Stream {
 public:
  Output(OutputReader& reader, std::shared_ptr<Fetch> fetch)
      : reader_(reader), fetch_(std::move(fetch)) {}

  State poll(std::string& chunk) override {
    bool wanted = false;
    State state = State::kPending;
    {
      const std::scoped_lock lock(fetch_->mutex);
      if (!fetch_->piece.empty()) {
        chunk = std::exchange(fetch_->piece, {});
        state = State::kData;
      } else if (fetch_->ended) {
        return fetch_->broken ? State::kBroken : State::kEnd;
      }
      wanted = !fetch_->ended && !std::exchange(fetch_->under_way, true);
    }
    if (wanted) {
      reader_.schedule(fetch_, Duration(0));
    }
    return state;
  }

  void set_ready(std::function<void()> ready) override {
    const std::scoped_lock lock(fetch_->mutex);
    fetch_->ready = std::move(ready);
  }

 private:
  OutputReader& reader_;
  const std::shared_ptr<Fetch> fetch_;
};

OutputReader::OutputReader(Clock& clock) : clock_(clock), threads_(clock) {}

OutputReader::~OutputReader() {
  request_stop();
}

Result<void> OutputReader::start() {
  for (int i = 0; i < kThreads; ++i) {
    threads_.run("job output", [this] { work(); });
  }
  return {};
}

void OutputReader::request_stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
}

std::unique_ptr<Stream> OutputReader::open(const client::LogQuery& query, OutputSource source) {
  auto fetch = std::make_shared<Fetch>();
  fetch->query = query;
  fetch->source = std::move(source);
  fetch->left = query.limit_bytes;
  return std::make_unique<Output>(*this, std::move(fetch));
}

void OutputReader::schedule(const std::shared_ptr<Fetch>& fetch, Duration after) {
  {
    const std::scoped_lock lock(mutex_);
    due_.emplace(clock_.steady() + after, fetch);
  }
  changed_.notify_one();
}

void OutputReader::work() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (due_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto first = due_.begin();
    if (clock_.steady() < first->first) {
      clock_.wait_until(lock, changed_, first->first);
      continue;
    }
    const std::shared_ptr<Fetch> wanted = first->second.lock();
    due_.erase(first);
    if (wanted == nullptr) {
      continue;  // nobody reads it any more
    }
    lock.unlock();
    fetch(wanted);
    lock.lock();
  }
}

void OutputReader::fetch(const std::shared_ptr<Fetch>& wanted) {
  const bool over = wanted->source.is_over();
  auto piece = read(*wanted);
  if (piece) {
    wanted->failing_since.reset();
    const bool more = !piece->empty() || (wanted->query.follow && !over);
    const bool ended = !more || (wanted->left && *wanted->left <= 0);
    hand_over(wanted, std::move(*piece), ended ? Then::kEnd : Then::kMore);
    return;
  }
  log::debug("output of a job is not available", {{"error", piece.error().message}});
  const SteadyTime now = clock_.steady();
  wanted->failing_since = wanted->failing_since.value_or(now);
  if (may_pass(piece.error()) && now < *wanted->failing_since + kGiveUpAfter) {
    hand_over(wanted, "", Then::kMore);  // goes on where it was
    return;
  }
  hand_over(wanted,
            "sluice: the rest of the output cannot be read: " + piece.error().message + "\n",
            Then::kBroken);
}

// The next bytes, counted as sent.
Result<std::string> OutputReader::read(Fetch& f) {
  if (!f.offset) {
    TRY_ASSIGN(f.offset, f.query.tail_lines ? f.source.find_tail(*f.query.tail_lines)
                                            : Result<std::int64_t>(0));
  }
  TRY_ASSIGN(std::string piece,
             f.source.read(*f.offset, std::min(kPiece, f.left.value_or(kPiece))));
  const auto size = static_cast<std::int64_t>(piece.size());
  *f.offset += size;
  if (f.left) {
    *f.left -= size;
  }
  return piece;
}

// Nothing now and more to come: asks again after a while.
void OutputReader::hand_over(const std::shared_ptr<Fetch>& wanted, std::string piece, Then then) {
  const bool again = piece.empty() && then == Then::kMore;
  std::function<void()> ready;
  {
    const std::scoped_lock lock(wanted->mutex);
    wanted->piece = std::move(piece);
    wanted->ended = then != Then::kMore;
    wanted->broken = then == Then::kBroken;
    wanted->under_way = again;
    ready = wanted->ready;
  }
  if (again) {
    schedule(wanted, kAskAgain);
  } else if (ready) {
    ready();
  }
}

}  // namespace sluice::jobs
