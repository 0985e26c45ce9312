// SPDX-License-Identifier: Apache-2.0
#include "apiserver/audit_log.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/files.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::apiserver {
namespace {

class AuditLogTest : public testing::Test {
 protected:
  AuditLogTest() {
    request.headers.add("User-Agent", "kubectl/v1.35");
    request.headers.add("Authorization", "Bearer secret");
    request.peer.address = "127.0.0.1:50412";
    admission.requestor = auth::certificate_user("alice", {});
    admission.decision = {true, "RBAC: allowed by X"};
  }
  AuditRecord record() {
    return {.id = id,
            .request = request,
            .info = info,
            .admission = admission,
            .response = response,
            .received = clock.now(),
            .answered = clock.now()};
  }

  FakeClock clock;
  const std::string id = "42";
  http::Request request{.method = "GET",
                        .target = http::parse_target("/api/v1/namespaces/a/pods?limit=5").value()};
  const RequestInfo info = request_info(request);
  Admission admission;
  http::Response response;
};

TEST_F(AuditLogTest, EventSaysWhoDidWhatWhenAndHowItEnded) {
  EXPECT_EQ(json::write(to_audit_event(record())),
            R"({"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata","auditID":"42",)"
            R"("stage":"ResponseComplete","requestURI":"/api/v1/namespaces/a/pods?limit=5",)"
            R"("verb":"list","user":{"username":"alice","groups":["system:authenticated"]},)"
            R"("sourceIPs":["127.0.0.1"],"userAgent":"kubectl/v1.35",)"
            R"("objectRef":{"resource":"pods","namespace":"a","apiVersion":"v1"},)"
            R"("responseStatus":{"metadata":{},"code":200},)"
            R"("requestReceivedTimestamp":"2030-01-01T00:00:00.000000Z",)"
            R"("stageTimestamp":"2030-01-01T00:00:00.000000Z",)"
            R"("annotations":{"authorization.k8s.io/decision":"allow",)"
            R"("authorization.k8s.io/reason":"RBAC: allowed by X"}})");
}

TEST_F(AuditLogTest, ImpersonationShowsBothUsers) {
  admission.acting_as = auth::certificate_user("bob", {});
  const json::Value event = to_audit_event(record());
  EXPECT_EQ(event.at("user", "username").as_string(), "alice");
  EXPECT_EQ(event.at("impersonatedUser", "username").as_string(), "bob");
}

TEST_F(AuditLogTest, FileIsPrivateAndGrowsByALineARequest) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "audit.log";
  for (int i = 0; i < 2; ++i) {
    auto log = AuditLog::open(path);
    ASSERT_TRUE(log.has_value()) << log.error().message;
    (*log)->write(record());
  }
  const std::string text = read_file(path).value();
  EXPECT_EQ(split(text, '\n').size(), 3u);
  EXPECT_EQ(text.find("secret"), std::string::npos);
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(AuditLogTest, MissingDirectoryIsNamed) {
  const auto log = AuditLog::open("/nowhere/audit.log");
  ASSERT_FALSE(log.has_value());
  EXPECT_NE(log.error().message.find("/nowhere/audit.log"), std::string::npos);
}

}  // namespace
}  // namespace sluice::apiserver
