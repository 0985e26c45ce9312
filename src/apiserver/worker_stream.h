// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/stream.h"
#include "base/worker_pool.h"

namespace sluice::apiserver {

// A stream whose poll() may wait, for readers that must not: workers poll it ahead, a part at a
// time, and wake the reader. The stream may end on a worker's thread, after its reader has gone.
// When the workers have no room for it, it ends. They outlive it.
class WorkerStream final : public Stream {
 public:
  WorkerStream(std::unique_ptr<Stream> slow, WorkerPool& workers);
  ~WorkerStream() override;
  WorkerStream(const WorkerStream&) = delete;
  WorkerStream& operator=(const WorkerStream&) = delete;

  State poll(std::string& chunk) override;
  void set_ready(std::function<void()> ready) override;

 private:
  struct Shared;
  static void work(Shared& shared);

  const std::shared_ptr<Shared> shared_;  // with the worker that polls
  WorkerPool& workers_;
};

}  // namespace sluice::apiserver
