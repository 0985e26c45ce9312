// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <vector>

namespace {

// Says once more at the end what failed: what real daemons log and tests that skip may be hundreds
// of lines, and who reads the end of a log should find there what is wrong.
class FailuresLast final : public testing::EmptyTestEventListener {
 public:
  void OnTestStart(const testing::TestInfo& test) override {
    test_ = std::string(test.test_suite_name()) + "." + test.name();
  }

  // GoogleTest holds a lock meanwhile: asking it anything would wait for ever.
  void OnTestPartResult(const testing::TestPartResult& part) override {
    if (part.failed()) {
      failures_.push_back(test_ + "\n  " + (part.file_name() == nullptr ? "" : part.file_name()) +
                          ":" + std::to_string(part.line_number()) + ": " + part.message());
    }
  }

  void OnTestProgramEnd(const testing::UnitTest& /*all*/) override {
    for (const std::string& failure : failures_) {
      std::cout << "FAILED: " << failure << '\n';
    }
    std::cout.flush();
  }

 private:
  std::string test_ = "outside of tests";
  std::vector<std::string> failures_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  // The listeners own it.
  testing::UnitTest::GetInstance()->listeners().Append(new FailuresLast);
  return RUN_ALL_TESTS();
}
