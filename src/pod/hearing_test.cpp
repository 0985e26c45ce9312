// SPDX-License-Identifier: Apache-2.0
#include "pod/hearing.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

namespace sluice::pod {
namespace {

std::string status(const std::string& numbers, const std::string& blocked,
                   const std::string& ignored, const std::string& caught) {
  return "Name:\tsh\nNSpid:\t" + numbers + "\nSigBlk:\t" + blocked + "\nSigIgn:\t" + ignored +
         "\nSigCgt:\t" + caught + "\n";
}

const std::string kNone = "0000000000000000";
const std::string kTerm = "0000000000004000";  // bit 14

TEST(Hearing, TheFirstOfANamespaceHearsWhatItHasAskedFor) {
  EXPECT_FALSE(hears(status("812\t1", kNone, kNone, kNone), SIGTERM));
  EXPECT_TRUE(hears(status("812\t1", kNone, kNone, kTerm), SIGTERM));
  EXPECT_FALSE(hears(status("812\t1", kNone, kNone, kTerm), SIGUSR1));
  EXPECT_TRUE(hears(status("812\t1", kTerm, kNone, kNone), SIGTERM)) << "it waits for it";
  EXPECT_TRUE(hears(status("812\t1", kNone, kTerm, kNone), SIGTERM)) << "its own will";
}

TEST(Hearing, EveryOtherProcessHears) {
  EXPECT_TRUE(hears(status("812", kNone, kNone, kNone), SIGTERM));
  EXPECT_TRUE(hears(status("812\t11", kNone, kNone, kNone), SIGTERM));
  EXPECT_TRUE(hears(::getpid(), SIGTERM));
}

}  // namespace
}  // namespace sluice::pod
