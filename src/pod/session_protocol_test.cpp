// SPDX-License-Identifier: Apache-2.0
#include "pod/session_protocol.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

TEST(SessionProtocol, RequestsAreReadAsTheyWereWritten) {
  const SessionRequest command{.container = "main",
                               .command = {"sh", "-c", "echo \"$x\"\n"},
                               .in = true,
                               .out = true,
                               .tty = true};
  EXPECT_EQ(session_request_from_text(to_text(command)).value(), command);
  const SessionRequest port{.purpose = SessionRequest::Purpose::kPort, .port = 8080};
  EXPECT_EQ(session_request_from_text(to_text(port)).value(), port);
}

TEST(SessionProtocol, OtherDocumentsAreRefused) {
  for (const char* text :
       {"", "[]", "{}", R"({"purpose":"dance"})", R"({"purpose":"port","port":65536})",
        R"({"purpose":"port","port":-1})"}) {
    EXPECT_FALSE(session_request_from_text(text)) << text;
  }
}

TEST(SessionProtocol, SizesAreReadAsTheyWereWritten) {
  EXPECT_EQ(session_size_from_text(to_text(SessionSize{80, 24})).value(), (SessionSize{80, 24}));
  EXPECT_FALSE(session_size_from_text(R"({"width":70000})"));
}

TEST(SessionProtocol, AnExitIsACodeOrAReason) {
  EXPECT_EQ(exit_from_text(exit_text(7)).value(), 7);
  EXPECT_EQ(exit_from_text(exit_text(fail(Code::kInvalid, "no"))).error().message, "no");
}

TEST(SessionProtocol, KeysAreHexadecimal) {
  EXPECT_EQ(session_key_bytes("00ff41").value(), std::string("\0\xFF"
                                                             "A",
                                                             3));
  EXPECT_FALSE(session_key_bytes(""));
  EXPECT_FALSE(session_key_bytes("zz"));
}

}  // namespace
}  // namespace sluice::pod
