// SPDX-License-Identifier: Apache-2.0
#include "images/sources/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/server.h"
#include "http/test_pki.h"
#include "images/sources/test_registry.h"

namespace sluice::images {
namespace {

using testing::HasSubstr;
using testing::Not;
using Access = TestRegistry::Access;

class RegistryTest : public testing::Test {
 protected:
  RegistryTest() { registry_.add(image_, "v1"); }

  std::unique_ptr<Repository> repository(std::optional<Login> login = {},
                                         std::stop_token stop = {}) {
    return Repository::open(registries_,
                            {parse_reference(registry_.host() + "/a/b:v1").value(), login, stop})
        .value();
  }
  Result<std::string> blob(Repository& from, const std::string& content) {
    TRY_ASSIGN(const auto source, from.blob({.digest = digest_of(content),
                                             .size = static_cast<std::int64_t>(content.size())}));
    return read_all(*source, std::size_t{64} << 20);
  }
  Error failure(std::optional<Login> login = {}) {
    return repository(login)->manifest("v1").error();
  }

  TestRegistry registry_;
  Registries registries_{{}};
  TestImage image_ =
      make_image({TarWriter().file("a", std::string(100'000, 'a')).text()}, {.form = "tar"});
  const Login login_{"u", "p"};
};

TEST_F(RegistryTest, GivesManifestsAndBlobs) {
  const auto from = repository();
  EXPECT_EQ(from->manifest("v1").value(), image_.manifest);
  EXPECT_EQ(from->manifest(image_.digest()).value(), image_.manifest);
  EXPECT_EQ(blob(*from, image_.layers[0]).value(), image_.layers[0]);
}

TEST_F(RegistryTest, ShowsThePasswordOnlyWhenAsked) {
  EXPECT_TRUE(repository(login_)->manifest("v1"));
  EXPECT_EQ(registry_.count("Basic"), 0);
  registry_.access = Access::kBasic;
  EXPECT_TRUE(repository(login_)->manifest("v1"));
  EXPECT_EQ(registry_.count("Basic " + base64_encode("u:p")), 1);
}

TEST_F(RegistryTest, FetchesATokenWithCredentialsOrWithout) {
  registry_.access = Access::kToken;
  const auto from = repository(login_);
  EXPECT_EQ(from->manifest("v1").value(), image_.manifest);
  EXPECT_TRUE(blob(*from, image_.layers[0]));
  EXPECT_EQ(registry_.count("/token?service=s&scope=repository%3Aa%2Fb%3Apull"), 1);
  EXPECT_EQ(registry_.count("Bearer t0ken"), 2);
  EXPECT_FALSE(repository()->manifest("v1"));
  registry_.tokens_for_nobody = true;
  EXPECT_TRUE(repository()->manifest("v1"));
}

TEST_F(RegistryTest, NoAccessIsToldFromNotFoundAndNeverNamesThePassword) {
  for (const Access access : {Access::kBasic, Access::kToken}) {
    registry_.access = access;
    for (const auto& login : {std::optional<Login>(), std::optional<Login>({"u", "hunter2"})}) {
      const Error error = failure(login);
      EXPECT_EQ(error.code, Code::kUnauthorized);
      EXPECT_THAT(error.message, HasSubstr(registry_.host() +
                                           "/a/b:v1: pull access denied, "
                                           "repository does not exist or may require authorization "
                                           "at registry " +
                                           registry_.host()));
      EXPECT_THAT(error.message, Not(HasSubstr("hunter2")));
    }
  }
  registry_.access = Access::kEverybody;
  registry_.remove("v1");
  EXPECT_EQ(failure().code, Code::kNotFound);
  EXPECT_EQ(failure().message, registry_.host() + "/a/b:v1: not found at registry " +
                                   registry_.host() + " (it says: manifest unknown)");
}

TEST_F(RegistryTest, FailuresOfTheRegistryAreTransient) {
  registry_.failure = 503;
  EXPECT_EQ(failure().code, Code::kUnavailable);
  EXPECT_THAT(failure().message, HasSubstr("status 503"));
  EXPECT_THAT(failure().message, HasSubstr("out of order"));
  registry_.failure = 429;
  EXPECT_EQ(failure().code, Code::kTooManyRequests);
  registry_.failure = 403;
  EXPECT_EQ(failure().code, Code::kForbidden);
}

TEST_F(RegistryTest, ARegistryThatIsNotThereIsUnreachable) {
  const auto from = Repository::open(registries_, {parse_reference("127.0.0.1:1/a").value()});
  const auto manifest = (*from)->manifest("latest");
  ASSERT_FALSE(manifest);
  EXPECT_EQ(manifest.error().code, Code::kUnavailable);
  EXPECT_THAT(manifest.error().message,
              HasSubstr("127.0.0.1:1/a:latest: registry 127.0.0.1:1 cannot be reached"));
}

TEST_F(RegistryTest, ABrokenTransferIsResumed) {
  for (const bool ranges : {true, false}) {
    registry_.knows_ranges = ranges;
    registry_.breaks = 3;
    const auto content = blob(*repository(), image_.layers[0]);
    ASSERT_TRUE(content) << content.error().message;
    EXPECT_EQ(*content, image_.layers[0]);
  }
}

TEST_F(RegistryTest, ATransferThatNeverEndsWellIsGivenUp) {
  registry_.knows_ranges = false;
  registry_.breaks = 1000;
  const auto content = blob(*repository(), image_.layers[0]);
  ASSERT_FALSE(content);
  EXPECT_EQ(content.error().code, Code::kUnavailable);
}

TEST_F(RegistryTest, MoreThanTheManifestSaysIsRefused) {
  const auto from = repository();
  const auto source = from->blob({.digest = digest_of(image_.layers[0]), .size = 5});
  EXPECT_EQ(read_all(**source, 1 << 20).error().code, Code::kInvalid);
}

TEST_F(RegistryTest, APullCanBeCancelled) {
  std::stop_source stop;
  const auto from = repository({}, stop.get_token());
  stop.request_stop();
  EXPECT_EQ(from->manifest("v1").error().code, Code::kCancelled);
}

TEST_F(RegistryTest, StorageElsewhereIsAskedOverTlsWithoutTheToken) {
  const http::TestPki pki;
  std::atomic<bool> saw_token = false;
  const auto storage = http::serve(pki.server_options(), [&](const http::Request& request) {
    saw_token = !request.headers.get("Authorization").empty();
    http::Response response;
    const auto found = image_.blobs.find(request.target.path.substr(1));
    response.status = found == image_.blobs.end() ? 404 : 200;
    response.body = found == image_.blobs.end() ? "" : found->second;
    return response;
  });
  ASSERT_TRUE(storage);
  registry_.access = Access::kToken;
  registry_.redirect = "https://127.0.0.1:" + std::to_string((*storage)->port()) + "/";
  Registries trusting({.ca_pem = pki.ca_pem()});
  const auto from =
      Repository::open(trusting, {parse_reference(registry_.host() + "/a/b:v1").value(), login_});
  const auto content = blob(**from, image_.layers[0]);
  ASSERT_TRUE(content) << content.error().message;
  EXPECT_EQ(*content, image_.layers[0]);
  EXPECT_FALSE(saw_token);
  EXPECT_FALSE(blob(*repository(login_), image_.layers[0]));  // an authority nobody knows
}

TEST_F(RegistryTest, StorageElsewhereGetsNoPassword) {
  TestRegistry elsewhere;
  elsewhere.access = Access::kToken;
  registry_.redirect = "http://" + elsewhere.host() + "/v2/a/b/blobs/";
  EXPECT_EQ(blob(*repository(login_), image_.layers[0]).error().code, Code::kUnauthorized);
  EXPECT_EQ(elsewhere.count("Basic"), 0);
}

TEST_F(RegistryTest, RedirectsInCirclesEnd) {
  registry_.redirect = "/v2/a/b/blobs/";
  EXPECT_THAT(blob(*repository(), image_.layers[0]).error().message, HasSubstr("circles"));
}

TEST(Registries, KnowWhoSpeaksPlainHttp) {
  const Registries registries({.insecure = {"reg.local:5000", "old.local"}});
  const auto server = [&](const std::string& name) { return registries.server(name)->server(); };
  EXPECT_EQ(server("docker.io"), "https://registry-1.docker.io:443");
  EXPECT_EQ(server("quay.io"), "https://quay.io:443");
  EXPECT_EQ(server("quay.io:8443"), "https://quay.io:8443");
  EXPECT_EQ(server("localhost:5000"), "http://localhost:5000");
  EXPECT_EQ(server("[::1]:5000"), "http://[::1]:5000");
  EXPECT_EQ(server("reg.local:5000"), "http://reg.local:5000");
  EXPECT_EQ(server("reg.local"), "https://reg.local:443");
  EXPECT_EQ(server("old.local"), "http://old.local:80");
}

}  // namespace
}  // namespace sluice::images
