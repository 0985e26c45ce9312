// SPDX-License-Identifier: Apache-2.0
#include "apiserver/worker_stream.h"

#include <atomic>
#include <deque>
#include <mutex>
#include <utility>

namespace sluice::apiserver {

namespace {

constexpr std::size_t kAhead = std::size_t{64} * 1024;  // bytes polled before they are asked for

}  // namespace

struct WorkerStream::Shared {
  explicit Shared(std::unique_ptr<Stream> stream) : slow(std::move(stream)) {}

  const std::unique_ptr<Stream> slow;  // of the one worker while `working`
  std::function<void()> ready;         // set before there is one
  // Of its own, for the slow stream to hold on to: what rings must not be the last to hold that
  // stream itself.
  const std::shared_ptr<std::atomic<bool>> news = std::make_shared<std::atomic<bool>>(true);
  std::atomic<bool> abandoned = false;

  std::mutex mutex;
  std::deque<std::string> chunks;  // polled and not yet asked for; as they came: some are messages
  State state = State::kPending;   // after them
  bool working = false;
};

WorkerStream::WorkerStream(std::unique_ptr<Stream> slow, WorkerPool& workers)
    : shared_(std::make_shared<Shared>(std::move(slow))), workers_(workers) {}

WorkerStream::~WorkerStream() {
  shared_->abandoned = true;
}

void WorkerStream::set_ready(std::function<void()> ready) {
  shared_->ready = ready;
  shared_->slow->set_ready([news = shared_->news, ready = std::move(ready)] {
    *news = true;
    ready();
  });
}

Stream::State WorkerStream::poll(std::string& chunk) {
  const std::scoped_lock lock(shared_->mutex);
  if (!shared_->chunks.empty()) {
    chunk = std::move(shared_->chunks.front());
    shared_->chunks.pop_front();
    return State::kData;
  }
  const bool over = shared_->state == State::kEnd || shared_->state == State::kBroken;
  if (over || shared_->working || !shared_->news->exchange(false)) {
    return over ? shared_->state : State::kPending;
  }
  shared_->working = workers_.submit([shared = shared_] { work(*shared); });
  shared_->state = shared_->working ? State::kPending : State::kEnd;
  return shared_->state;
}

void WorkerStream::work(Shared& shared) {
  std::deque<std::string> chunks;
  std::size_t bytes = 0;
  State state = State::kData;
  while (state == State::kData && bytes < kAhead && !shared.abandoned) {
    std::string chunk;
    state = shared.slow->poll(chunk);
    bytes += chunk.size();
    if (!chunk.empty()) {
      chunks.push_back(std::move(chunk));
    }
  }
  if (state == State::kData) {
    *shared.news = true;
  }
  {
    const std::scoped_lock lock(shared.mutex);
    shared.chunks = std::move(chunks);
    shared.state = state == State::kData ? State::kPending : state;
    shared.working = false;
  }
  shared.ready();
}

}  // namespace sluice::apiserver
