// SPDX-License-Identifier: Apache-2.0
#include "lab/tree.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "base/files.h"

namespace sluice::lab {
namespace {

namespace fs = std::filesystem;

// Enough of a system to be entered; its programs are not executed.
class LabTreeTest : public testing::Test {
 protected:
  void SetUp() override {
    file("etc/passwd", "tree:x:1:1::/:/bin/sh\n");
    file("etc/release", "another\n");
    file("usr/bin/sbatch", "of the tree");
    ASSERT_TRUE(make_directory(wrappers(), 0755).has_value());
    ASSERT_TRUE(write_file_replacing(wrappers() / "sbatch", "of the lab", 0755).has_value());
    fs::create_directory_symlink("usr/bin", root() / "bin");
  }
  void file(const std::string& path, std::string_view text) {
    ASSERT_TRUE(make_directory((root() / path).parent_path(), 0755).has_value());
    ASSERT_TRUE(write_file_replacing(root() / path, text, 0644).has_value());
  }
  fs::path root() const { return scratch.path() / "tree"; }
  fs::path wrappers() const { return scratch.path() / "wrappers"; }

  // Whether `check` holds in a process of its own that has entered; `forbidden` when it cannot.
  void expect_inside(Entrance entrance, const std::function<bool()>& check) {
    constexpr int kForbidden = 77;
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const auto entered = enter(entrance);
      if (!entered) {
        (void)!::write(STDERR_FILENO, entered.error().message.c_str(),
                       entered.error().message.size());
        ::_exit(entered.error().code == Code::kForbidden ? kForbidden : 1);
      }
      ::_exit(check() ? 0 : 2);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kForbidden) {
      GTEST_SKIP() << "this machine forbids namespaces";
    }
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "status " << status;
  }

  TemporaryDirectory scratch{"tree"};
};

TEST_F(LabTreeTest, IsAWholeSystemAndNotAPrefix) {
  EXPECT_TRUE(is_tree(root()));
  EXPECT_FALSE(is_tree(scratch.path()));
  EXPECT_FALSE(is_tree(""));
}

TEST_F(LabTreeTest, PathsOfTheSystemAreHiddenInsideAndOthersAreNot) {
  EXPECT_TRUE(is_visible_inside("/tmp/lab"));
  EXPECT_TRUE(is_visible_inside("/home/me/lab"));
  EXPECT_TRUE(is_visible_inside("/usr/local/bin"));
  EXPECT_TRUE(is_visible_inside("/var/tmp/lab"));
  EXPECT_FALSE(is_visible_inside("/usr/bin"));
  EXPECT_FALSE(is_visible_inside("/usr/locale"));
  EXPECT_FALSE(is_visible_inside("/var/lib/lab"));
  EXPECT_FALSE(is_visible_inside("/lib64"));
}

TEST_F(LabTreeTest, SystemIsTheTreesAndTheRestIsTheMachines) {
  const std::string machine_users = read_file("/etc/passwd").value();
  const fs::path mine = scratch.path() / "mine";
  expect_inside({.root = root()}, [&] {
    return read_file("/etc/release").value_or("") == "another\n" &&
           read_file("/bin/sbatch").value_or("") == "of the tree" &&
           read_file("/etc/passwd").value_or("") == machine_users && fs::exists("/proc/self") &&
           !fs::exists("/usr/bin/env") && write_file_replacing(mine, "written inside").has_value();
  });
  EXPECT_EQ(read_file(mine).value_or(""), "written inside");
}

TEST_F(LabTreeTest, WorkingDirectoryAndUserStayAndUserNamespacesAreAllowed) {
  const std::string here = fs::current_path().string();
  const uid_t user = ::geteuid();
  expect_inside({.root = root(), .as_nobody = true}, [&] {
    return fs::current_path().string() == here && ::geteuid() == 65534 && ::getegid() == 65534;
  });
  expect_inside({.root = root()}, [&] { return ::geteuid() == user; });
}

TEST_F(LabTreeTest, WrappersAreTheTreesOwnCommandsInside) {
  expect_inside({.root = root(), .commands = wrappers()},
                [&] { return read_file(wrappers() / "sbatch").value_or("") == "of the tree"; });
  EXPECT_EQ(read_file(wrappers() / "sbatch").value_or(""), "of the lab");
}

TEST_F(LabTreeTest, NothingStaysMounted) {
  expect_inside({.root = root()}, [] { return true; });
  const std::string mounts = read_file("/proc/self/mountinfo").value();
  EXPECT_EQ(mounts.find(scratch.path().string()), std::string::npos);
  EXPECT_TRUE(fs::exists(root() / "etc/release"));
}

TEST(LabTree, EnteringWordsEndBeforeTheProgram) {
  EXPECT_EQ(entering_words("/opt/sluice", {.root = "/t", .commands = "/lab/bin"}),
            (std::vector<std::string>{"/opt/sluice", "lab", "enter", "--root", "/t", "--commands",
                                      "/lab/bin", "--"}));
  EXPECT_EQ(entering_words("/opt/sluice", {.as_nobody = true}),
            (std::vector<std::string>{"/opt/sluice", "lab", "enter", "--as-nobody", "--"}));
}

}  // namespace
}  // namespace sluice::lab
