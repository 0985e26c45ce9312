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

}  // namespace

// What a stream and the threads share; ends with the stream.
struct OutputReader::Fetch {
  client::LogQuery query;
  OutputSource source;
  // Used by the one thread that has it.
  std::optional<std::int64_t> offset = {};
  std::optional<std::int64_t> left = {};  // bytes that may still be sent

  std::mutex mutex = {};
  std::string piece = {};
  bool ended = false;
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
        return State::kEnd;
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
  Fetch& f = *wanted;
  const bool over = f.source.is_over();
  Result<std::string> piece = std::string();
  if (!f.offset) {
    const auto begin =
        f.query.tail_lines ? f.source.find_tail(*f.query.tail_lines) : Result<std::int64_t>(0);
    if (begin) {
      f.offset = *begin;
    } else {
      piece = tl::unexpected(begin.error());
    }
  }
  if (piece) {
    piece = f.source.read(*f.offset, std::min(kPiece, f.left.value_or(kPiece)));
  }
  if (!piece) {
    log::debug("output of a job is not available", {{"error", piece.error().message}});
  }
  const auto size = static_cast<std::int64_t>(piece ? piece->size() : 0);
  f.offset = f.offset.value_or(0) + size;
  if (f.left) {
    *f.left -= size;
  }
  std::function<void()> ready;
  bool again = false;
  {
    const std::scoped_lock lock(f.mutex);
    f.piece = piece ? std::move(*piece) : "";
    const bool all = size == 0 && (over || !f.query.follow);
    f.ended = all || (f.left && *f.left <= 0);
    again = size == 0 && !f.ended;
    f.under_way = again;
    ready = f.ready;
  }
  if (again) {
    schedule(wanted, kAskAgain);
  } else if (ready) {
    ready();
  }
}

}  // namespace sluice::jobs
