// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "base/stream.h"
#include "client/pod_access.h"
#include "runtime/runnable.h"
#include "runtime/thread_group.h"

namespace sluice::jobs {

// Where a job's output comes from: bytes of a file that may still grow. Called on the reader's
// threads; may block.
struct OutputSource {
  // From that byte on, at most so many; empty: no more for now.
  std::function<Result<std::string>(std::int64_t offset, std::int64_t most)> read;
  // Where the last so many lines begin.
  std::function<Result<std::int64_t>(std::int64_t lines)> find_tail;
  // What is in the file is all there will be. Asked before the read that decides.
  std::function<bool()> is_over;
};

// Streams what jobs elsewhere print, in pieces and by few threads, whatever the number of those who
// read: a piece is fetched when the one before it was taken. A stream that is followed asks again
// once in a while. While the cluster does not answer, it is tried again from the byte that was
// reached; after two minutes, or when trying again is of no use, the stream breaks with a last line
// that says why. Thread-safe.
class OutputReader final : public runtime::Runnable {
 public:
  explicit OutputReader(Clock& clock);
  ~OutputReader() override;

  std::unique_ptr<Stream> open(const client::LogQuery& query, OutputSource source);

  std::string name() const override { return "job output"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override { return threads_.await(deadline); }

 private:
  struct Fetch;
  class Output;
  enum class Then { kMore, kEnd, kBroken };

  void work();
  void fetch(const std::shared_ptr<Fetch>& wanted);
  static Result<std::string> read(Fetch& fetch);
  void hand_over(const std::shared_ptr<Fetch>& wanted, std::string piece, Then then);
  void schedule(const std::shared_ptr<Fetch>& fetch, Duration after);

  Clock& clock_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::multimap<SteadyTime, std::weak_ptr<Fetch>> due_;
  bool stopping_ = false;
  runtime::ThreadGroup threads_;
};

}  // namespace sluice::jobs
