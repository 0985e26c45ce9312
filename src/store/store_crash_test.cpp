// SPDX-License-Identifier: Apache-2.0
//
// A child writes and tells over a pipe what was acknowledged; it is killed at arbitrary moments.
// After each kill: every acknowledged write is there, and the revision never went back.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "base/files.h"
#include "base/unique_fd.h"
#include "store/store.h"

namespace sluice::store {
namespace {

constexpr int kKeys = 40;

struct Acknowledged {
  int key = 0;
  Revision revision = 0;  // 0: the key was removed
  Revision at = 0;
};

void write_forever(Store& store, int out, unsigned seed) {
  std::mt19937 random(seed);
  while (true) {
    const int key = static_cast<int>(random() % kKeys);
    const std::string name = "/" + std::to_string(key);
    const bool remove = random() % 4 == 0;
    const Encode encode = [size = random() % 9000](Revision revision) {
      return std::to_string(revision) + std::string(size, ' ');
    };
    const auto record = remove ? store.remove(name, Expect::anything(), encode)
                               : store.put(name, Expect::anything(), encode);
    if (record.has_value()) {
      const Acknowledged done{key, remove ? 0 : (*record)->modified, (*record)->modified};
      (void)!::write(out, &done, sizeof(done));
    }
  }
}

[[noreturn]] void run_child(const std::string& path, int out, unsigned seed) {
  auto backend = sqlite_backend(path);
  if (!backend.has_value()) {
    ::_exit(1);
  }
  auto store = std::move(open_store(std::move(*backend))).value();
  std::jthread second([&] { write_forever(*store, out, seed + 1); });
  write_forever(*store, out, seed);
  ::_exit(0);
}

// What the parent heard since the last start; two threads of the child report, so per key the
// highest revision counts.
class Ledger {
 public:
  void note(const Acknowledged& done) {
    Acknowledged& last = last_[done.key];
    if (done.at > last.at) {
      last = done;
    }
    heard_.insert(done.at);
  }

  // A write that was in flight when the child died may have happened: newer is fine, older is not.
  void check(const Store& store) const {
    EXPECT_GE(store.revision(), heard_.empty() ? start_ : *heard_.rbegin());
    for (const auto& [key, last] : last_) {
      const auto found = store.get("/" + std::to_string(key));
      if (found.has_value()) {
        EXPECT_GE((*found)->modified, last.at);
        EXPECT_EQ((*found)->value.find(std::to_string((*found)->modified)), 0u);
      } else if (last.revision != 0) {
        EXPECT_TRUE(unheard_after(last.at, store.revision())) << "lost key " << key;
      }
    }
  }

  // What the store shows now is the truth that the next run starts from.
  void start_over(const Store& store) {
    start_ = store.revision();
    heard_.clear();
    last_.clear();
    for (int key = 0; key < kKeys; ++key) {
      const auto found = store.get("/" + std::to_string(key));
      last_[key] = {key, found.has_value() ? (*found)->modified : 0, start_};
      if (found.has_value()) {
        last_[key].at = (*found)->modified;
      }
    }
  }

 private:
  bool unheard_after(Revision at, Revision until) const {
    for (Revision revision = std::max(at, start_) + 1; revision <= until; ++revision) {
      if (!heard_.contains(revision)) {
        return true;
      }
    }
    return false;
  }

  std::map<int, Acknowledged> last_;
  std::set<Revision> heard_;
  Revision start_ = 0;
};

void run_and_kill(const std::string& path, Ledger& ledger, std::mt19937& random) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  UniqueFd in(ends[0]);
  UniqueFd out(ends[1]);
  const unsigned seed = static_cast<unsigned>(random());
  const unsigned kill_after = static_cast<unsigned>(random() % 120);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    run_child(path, out.get(), seed);
  }
  out.reset();
  Acknowledged done;
  for (unsigned heard = 0;
       ::read(in.get(), &done, sizeof(done)) == static_cast<ssize_t>(sizeof(done)); ++heard) {
    ledger.note(done);
    if (heard == kill_after) {
      ::kill(child, SIGKILL);
    }
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status)) << "exit status " << WEXITSTATUS(status);
}

TEST(StoreCrash, AcknowledgedWritesSurviveKills) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "store.db";
  std::mt19937 random(20300101);
  Ledger ledger;
  for (int round = 0; round < 25 && !testing::Test::HasFailure(); ++round) {
    run_and_kill(path, ledger, random);
    auto backend = sqlite_backend(path);
    ASSERT_TRUE(backend.has_value()) << backend.error().message;
    const auto store = std::move(open_store(std::move(*backend))).value();
    ledger.check(*store);
    ledger.start_over(*store);
  }
}

}  // namespace
}  // namespace sluice::store
