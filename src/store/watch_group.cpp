// SPDX-License-Identifier: Apache-2.0
#include "store/watch_group.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sluice::store {

void WatchGroup::append(const RecordPtr& change) {
  if (watchers == 0) {
    return;
  }
  records.push_back(change);
  if (records.size() > buffer) {
    records.pop_front();
    ++begin;
  }
  up_to_date = 0;
}

void WatchGroup::forget_read() {
  if (up_to_date == watchers) {
    begin = end();
    records.clear();
  }
}

// Those who block at once; who is to be called is added to `woken`.
void WatchGroup::wake_all(std::vector<Sleeper>& woken) {
  woken.insert(woken.end(), std::make_move_iterator(asleep.begin()),
               std::make_move_iterator(asleep.end()));
  asleep.clear();
  ++nights;
  changed.notify_all();
}

class GroupWatcher final : public Watcher {
 public:
  GroupWatcher(std::shared_ptr<WatchGroup> group, std::vector<RecordPtr> backlog, Revision progress,
               std::shared_ptr<const std::atomic<Revision>> offered)
      : group_(std::move(group)),
        offered_(std::move(offered)),
        backlog_(std::move(backlog)),
        start_(progress) {
    const std::scoped_lock lock(group_->mutex);
    place_ = group_->end();
    ++group_->watchers;
    ++group_->up_to_date;
  }

  ~GroupWatcher() override {
    const std::scoped_lock lock(group_->mutex);
    leave();
  }

  Result<RecordPtr> try_next() override { return next(Duration::zero()); }

  Result<RecordPtr> next(Duration timeout) override {
    std::unique_lock lock(group_->mutex);
    if (timeout > Duration::zero()) {
      group_->changed.wait_for(lock, timeout, [&] { return has_news(); });
    }
    if (next_backlog_ < backlog_.size()) {
      return take_backlog();
    }
    if (end_.has_value()) {
      return tl::unexpected(*end_);
    }
    if (place_ < group_->begin) {
      end(Error{Code::kExpired, "the watcher fell more than " + std::to_string(group_->buffer) +
                                    " changes behind"});
      return tl::unexpected(*end_);
    }
    if (place_ < last_place()) {
      return take_live();
    }
    if (finished_.has_value() || group_->closed.has_value()) {
      return tl::unexpected(finished_.has_value() ? *finished_ : *group_->closed);
    }
    go_to_sleep();
    return RecordPtr();
  }

  void set_ready(std::function<void()> ready, Call call) override {
    Ready call_now;
    {
      const std::scoped_lock lock(group_->mutex);
      wake_up();
      ready_ = ready == nullptr ? nullptr
                                : std::make_shared<const std::function<void()>>(std::move(ready));
      call_ = call;
      if (has_news()) {
        call_now = ready_;
      } else {
        go_to_sleep();
      }
    }
    if (call_now != nullptr) {
      (*call_now)();
    }
  }

  void stop() override {
    end_and_call([&] {
      end(Error{Code::kCancelled, "the watch was stopped"});
      backlog_.clear();
      next_backlog_ = 0;
    });
  }

  // What happened before is still handed out, nothing later.
  void finish() override {
    end_and_call([&] {
      if (!finished_.has_value()) {
        finished_ = Error{Code::kCancelled, "the watch is over"};
        last_place_ = group_->end();
      }
    });
  }

  Revision progress() const override {
    const Revision offered = offered_->load();  // before looking: up to it all is there or read
    const std::scoped_lock lock(group_->mutex);
    return std::max({start_, handed_out_, has_news() ? 0 : offered});
  }

 private:
  // All of these with the group's mutex held.

  std::uint64_t last_place() const { return finished_.has_value() ? last_place_ : group_->end(); }

  bool has_news() const {
    return next_backlog_ < backlog_.size() || place_ < last_place() || end_.has_value() ||
           finished_.has_value() || group_->closed.has_value();
  }

  RecordPtr take_backlog() {
    RecordPtr record = std::move(backlog_[next_backlog_++]);
    if (next_backlog_ == backlog_.size()) {
      backlog_ = {};
      next_backlog_ = 0;
    }
    handed_out_ = record->modified;
    return record;
  }

  RecordPtr take_live() {
    RecordPtr record = group_->records[place_++ - group_->begin];
    handed_out_ = record->modified;
    if (place_ == group_->end()) {
      ++group_->up_to_date;
      group_->forget_read();
    }
    return record;
  }

  void go_to_sleep() {
    if (ready_ != nullptr && !sleeps()) {
      night_ = group_->nights;
      bed_ = group_->asleep.size();
      group_->asleep.push_back({this, ready_, call_});
    }
  }

  bool sleeps() const { return bed_.has_value() && night_ == group_->nights; }

  void wake_up() {
    if (sleeps()) {
      Sleeper& last = group_->asleep.back();
      last.watcher->bed_ = bed_;
      group_->asleep[*bed_] = std::move(last);
      group_->asleep.pop_back();
    }
    bed_.reset();
  }

  // The group does not count on it any more.
  void leave() {
    if (!left_) {
      left_ = true;
      wake_up();
      --group_->watchers;
      group_->up_to_date -= place_ == group_->end() ? 1 : 0;
      group_->forget_read();
    }
  }

  void end(Error why) {
    if (!end_.has_value()) {
      end_ = std::move(why);
      leave();
    }
  }

  template <class Ending>
  void end_and_call(const Ending& ending) {
    Ready ready;
    {
      const std::scoped_lock lock(group_->mutex);
      ending();
      ready = ready_;
    }
    group_->changed.notify_all();
    if (ready != nullptr) {
      (*ready)();
    }
  }

  const std::shared_ptr<WatchGroup> group_;
  const std::shared_ptr<const std::atomic<Revision>> offered_;
  std::vector<RecordPtr> backlog_;  // from history; not counted against the buffer
  std::size_t next_backlog_ = 0;
  std::uint64_t place_ = 0;  // in the group's records, of the next one to read
  const Revision start_;     // nothing at or before this is owed
  Revision handed_out_ = 0;
  std::optional<Error> end_;       // stopped or too slow: hands out nothing more
  std::optional<Error> finished_;  // hands out what is before last_place_
  std::uint64_t last_place_ = 0;
  Ready ready_;
  Call call_ = Call::kAtOnce;
  std::optional<std::size_t> bed_;  // its place in the group's `asleep`, that night
  std::uint64_t night_ = 0;
  bool left_ = false;
};

std::unique_ptr<Watcher> watch_group(std::shared_ptr<WatchGroup> group,
                                     std::vector<RecordPtr> backlog, Revision progress,
                                     std::shared_ptr<const std::atomic<Revision>> offered) {
  return std::make_unique<GroupWatcher>(std::move(group), std::move(backlog), progress,
                                        std::move(offered));
}

}  // namespace sluice::store
