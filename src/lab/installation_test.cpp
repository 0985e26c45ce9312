// SPDX-License-Identifier: Apache-2.0
#include "lab/installation.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"

namespace sluice::lab {
namespace {

TEST(LabInstallation, VersionIsReadFromBothSpellings) {
  EXPECT_EQ(version_in("slurm-wlm 22.05.8\n"), "22.05.8");
  EXPECT_EQ(version_in("slurm 24.11.5\n"), "24.11.5");
  EXPECT_EQ(version_in("something else entirely"), "");
}

void program(const std::filesystem::path& path, std::string_view output) {
  ASSERT_TRUE(make_directory(path.parent_path(), 0755).has_value());
  ASSERT_TRUE(write_file_replacing(path, "#!/bin/sh\necho " + std::string(output) + "\n", 0755)
                  .has_value());
}

TEST(LabInstallation, APrefixIsUsedInsteadOfTheSystemsSlurm) {
  const TemporaryDirectory root("prefix");
  for (const char* name :
       {"sbin/munged", "sbin/slurmctld", "sbin/slurmd", "bin/srun", "bin/sinfo"}) {
    program(root.path() / name, "slurm 23.02.1");
  }
  const auto found = Installation::find({.slurm_root = root.path().string()});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_EQ(found->major(), 23);
  EXPECT_EQ(found->argv("srun", {"x"}),
            (std::vector<std::string>{(root.path() / "bin/srun").string(), "x"}));
  EXPECT_EQ(found->path_additions().front(), (root.path() / "bin").string());
}

// `sluice` here only answers the question for the version; what it would enter is not executed.
TEST(LabInstallation, ProgramsOfATreeAreEnteredAndPeopleGetWrappers) {
  const TemporaryDirectory scratch("tree");
  const std::filesystem::path root = scratch.path() / "tree";
  program(root / "etc/passwd", "");
  ASSERT_TRUE(make_directory(root / "usr/sbin", 0755).has_value());
  for (const char* name : {"munged", "slurmctld", "slurmd"}) {
    std::filesystem::create_symlink("/etc/alternatives/elsewhere", root / "usr/sbin" / name);
  }
  program(root / "usr/bin/srun", "");
  program(root / "usr/bin/sinfo", "");
  const std::string sluice = (scratch.path() / "sluice").string();
  program(sluice, "slurm 24.11.5");
  const auto found = Installation::find({.slurm_root = root.string()}, {sluice, "/lab/bin"});
  ASSERT_TRUE(found.has_value()) << found.error().message;
  EXPECT_EQ(found->version(), "24.11.5");
  EXPECT_EQ(found->argv("slurmd", {"-D"}),
            (std::vector<std::string>{sluice, "lab", "enter", "--root", root.string(), "--commands",
                                      "/lab/bin", "--", "/usr/sbin/slurmd", "-D"}));
  EXPECT_EQ(found->path_additions(), std::vector<std::string>{"/lab/bin"});
  ASSERT_EQ(found->wrappers().size(), 2U);
  EXPECT_EQ(found->wrappers().front().first, "sinfo");
  EXPECT_NE(found->wrappers().front().second.find("/usr/bin/sinfo"), std::string::npos);
  EXPECT_NE(found->wrappers().front().second.find("\"$@\"\n"), std::string::npos);
}

TEST(LabInstallation, APrefixNeedsNoWrappers) {
  EXPECT_TRUE(Installation().wrappers().empty());
}

TEST(LabInstallation, WhatIsMissingIsNamedWithItsPackage) {
  const auto found = Installation::find({.accounting = true, .slurm_root = "/nonexistent"});
  ASSERT_FALSE(found.has_value());
  EXPECT_NE(found.error().message.find("slurmdbd (Debian package slurmdbd)"), std::string::npos);
}

}  // namespace
}  // namespace sluice::lab
