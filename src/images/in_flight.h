// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result.h"

namespace sluice::images {

// Makes work that several threads ask for at the same time happen once: the first does it, the
// others wait and get its result. Thread-safe.
template <class Value>
class InFlight {
 public:
  // A waiter that is asked to stop gets Cancelled; when the worker is, a waiter takes over.
  Result<Value> once(const std::string& key, const std::stop_token& stop,
                     const std::function<Result<Value>()>& work) {
    while (true) {
      std::unique_lock lock(mutex_);
      auto& slot = flights_[key];
      if (slot == nullptr) {
        slot = std::make_shared<Flight>();
        lock.unlock();
        return lead(key, work);
      }
      const auto flight = slot;  // shared: it outlives its place in the map for those who wait
      landed_.wait(lock, stop, [&] { return flight->result.has_value(); });
      if (!flight->result) {
        return fail(Code::kCancelled, "the pull was cancelled");
      }
      if (*flight->result || flight->result->error().code != Code::kCancelled) {
        return *flight->result;
      }
    }
  }

 private:
  struct Flight {
    std::optional<Result<Value>> result;
  };

  Result<Value> lead(const std::string& key, const std::function<Result<Value>()>& work) {
    Result<Value> result = work();
    const std::scoped_lock lock(mutex_);
    flights_[key]->result = result;
    flights_.erase(key);
    landed_.notify_all();
    return result;
  }

  std::mutex mutex_;
  std::condition_variable_any landed_;
  std::map<std::string, std::shared_ptr<Flight>> flights_;
};

}  // namespace sluice::images
