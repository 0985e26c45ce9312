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

TEST(LabInstallation, AWholeSystemIsRefusedByName) {
  const TemporaryDirectory root("tree");
  ASSERT_TRUE(make_directory(root.path() / "etc").has_value());
  ASSERT_TRUE(write_file_replacing(root.path() / "etc/passwd", "").has_value());
  EXPECT_EQ(Installation::find({.slurm_root = root.path().string()}).error().code,
            Code::kUnsupported);
}

TEST(LabInstallation, WhatIsMissingIsNamedWithItsPackage) {
  const auto found = Installation::find({.accounting = true, .slurm_root = "/nonexistent"});
  ASSERT_FALSE(found.has_value());
  EXPECT_NE(found.error().message.find("slurmdbd (Debian package slurmdbd)"), std::string::npos);
}

}  // namespace
}  // namespace sluice::lab
