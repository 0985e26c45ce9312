// SPDX-License-Identifier: Apache-2.0
//
// A watcher reads the group's records at its place. One that starts in the past, or whose place was
// dropped, is behind: it reads history piece by piece, without the group's mutex, until a piece ends
// where the group's records begin or later.
#include "store/watch_group.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sluice::store {

namespace {

// So far a mark may be from the one before it; how many there may be.
constexpr Revision kBetweenMarks = 1'000;
constexpr std::size_t kMarks = 200;

}  // namespace

void WatchGroup::append(const RecordPtr& change) {
  newest = change->modified;
  if (watchers == 0) {
    dropped = newest;
    return;
  }
  if (records.empty()) {
    marks.clear();  // all are at this very place
  }
  if (marks.empty() || change->modified - marks.back().read > kBetweenMarks) {
    marks.push_back({end(), change->modified - 1});
    if (marks.size() > kMarks) {
      marks.pop_front();
    }
  }
  records.push_back(change);
  if (records.size() > buffer) {
    dropped = records.front()->modified;
    records.pop_front();
    ++begin;
  }
  up_to_date = 0;
}

void WatchGroup::forget_read() {
  if (up_to_date == watchers) {
    begin = end();
    records.clear();
    dropped = newest;
  }
}

Revision WatchGroup::read_before(std::uint64_t place) const {
  const auto after =
      std::upper_bound(marks.begin(), marks.end(), place,
                       [](std::uint64_t wanted, const Mark& mark) { return wanted < mark.place; });
  return after == marks.begin() ? 0 : std::prev(after)->read;
}

std::uint64_t WatchGroup::place_after(Revision revision) const {
  const auto first = std::upper_bound(
      records.begin(), records.end(), revision,
      [](Revision read, const RecordPtr& record) { return read < record->modified; });
  return begin + static_cast<std::uint64_t>(first - records.begin());
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
  GroupWatcher(std::shared_ptr<WatchGroup> group, Changes backlog, Revision progress,
               std::shared_ptr<const std::atomic<Revision>> offered)
      : group_(std::move(group)), offered_(std::move(offered)), start_(progress) {
    const std::scoped_lock lock(group_->mutex);
    ++group_->watchers;
    behind_ = true;
    take_piece(std::move(backlog));
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
    while (!end_.has_value() && next_backlog_ == backlog_.size() && is_behind()) {
      read_history(lock);
    }
    if (next_backlog_ < backlog_.size()) {
      return take_backlog();
    }
    if (end_.has_value()) {
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
        last_revision_ = group_->newest;
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

  Revision last_revision() const {
    return finished_.has_value() ? last_revision_ : group_->newest;
  }

  bool is_behind() const {
    return behind_ || (place_ < group_->begin && place_ < last_place());
  }

  bool has_news() const {
    return next_backlog_ < backlog_.size() || behind_ || place_ < last_place() ||
           end_.has_value() || finished_.has_value() || group_->closed.has_value();
  }

  // Releases the lock meanwhile, so that who writes does not wait.
  void read_history(std::unique_lock<std::mutex>& lock) {
    if (!behind_) {
      behind_ = true;
      read_ = std::max({read_, handed_out_, group_->read_before(place_)});
    }
    const Revision until = last_revision();
    lock.unlock();
    auto piece = (*group_->history)(group_->prefix, read_, until);
    lock.lock();
    if (end_.has_value()) {
      return;
    }
    if (!piece.has_value()) {
      end(std::move(piece).error());
      return;
    }
    take_piece(*std::move(piece));
  }

  void take_piece(Changes piece) {
    backlog_ = std::move(piece.records);
    next_backlog_ = 0;
    read_ = piece.through;
    if (read_ >= last_revision()) {
      join(last_place());
    } else if (read_ >= group_->dropped) {
      join(group_->place_after(read_));
    }
  }

  void join(std::uint64_t place) {
    behind_ = false;
    place_ = place;
    if (place_ == group_->end()) {
      ++group_->up_to_date;
      group_->forget_read();
    }
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
      group_->up_to_date -= !behind_ && place_ == group_->end() ? 1 : 0;
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
  std::vector<RecordPtr> backlog_;  // a piece of history
  std::size_t next_backlog_ = 0;
  Revision read_ = 0;        // the revision up to which history was read
  bool behind_ = false;      // more of it follows; then there is no place
  std::uint64_t place_ = 0;  // in the group's records, of the next one to read
  const Revision start_;     // nothing at or before this is owed
  Revision handed_out_ = 0;
  std::optional<Error> end_;       // stopped or too slow: hands out nothing more
  std::optional<Error> finished_;  // hands out what is before last_place_, up to last_revision_
  std::uint64_t last_place_ = 0;
  Revision last_revision_ = 0;
  Ready ready_;
  Call call_ = Call::kAtOnce;
  std::optional<std::size_t> bed_;  // its place in the group's `asleep`, that night
  std::uint64_t night_ = 0;
  bool left_ = false;
};

std::unique_ptr<Watcher> watch_group(std::shared_ptr<WatchGroup> group, Changes backlog,
                                     Revision progress,
                                     std::shared_ptr<const std::atomic<Revision>> offered) {
  return std::make_unique<GroupWatcher>(std::move(group), std::move(backlog), progress,
                                        std::move(offered));
}

}  // namespace sluice::store
