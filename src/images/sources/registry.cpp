// SPDX-License-Identifier: Apache-2.0
//
// OCI distribution specification v1.1 and Docker's token authentication. A question goes to the
// registry; 401 makes us fetch a token, or show the password, and ask again; a redirect leads to
// storage elsewhere, which must not see either.
#include "images/sources/registry.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "json/text.h"

namespace sluice::images {
namespace {

constexpr Duration kPatience = std::chrono::seconds(60);  // for an answer to begin
constexpr Duration kTick = std::chrono::seconds(1);       // between looks at the stop token
constexpr int kMaxSilence = 60;                           // ticks without a byte
constexpr int kMaxBreaks = 5;                             // of a transfer, without progress
constexpr int kMaxRedirects = 5;
constexpr std::size_t kMaxManifest = std::size_t{4} << 20;
constexpr std::size_t kMaxToken = std::size_t{1} << 20;
constexpr std::size_t kMaxQuoted = 200;

constexpr std::string_view kManifestTypes =
    "application/vnd.oci.image.index.v1+json, application/vnd.oci.image.manifest.v1+json, "
    "application/vnd.docker.distribution.manifest.list.v2+json, "
    "application/vnd.docker.distribution.manifest.v2+json";

bool is_this_machine(const std::string& host) {
  return host == "localhost" || host.starts_with("127.") || host == "::1";
}

// What the registry says about it: {"errors":[{"code":…,"message":…}]}. Shown to people.
std::string said(const std::string& body) {
  const auto document = json::parse(body);
  if (!document || document->at("errors").as_array().empty()) {
    return "";
  }
  std::string text = document->at("errors").as_array()[0].at("message").as_string();
  text.resize(std::min(text.size(), kMaxQuoted));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text.empty() ? "" : " (it says: " + text + ")";
}

}  // namespace

// A blob as it arrives. When the connection breaks it asks for the rest.
class Transfer final : public ByteSource {
 public:
  Transfer(Repository& repository, Repository::Question question, std::int64_t size)
      : repository_(repository), question_(std::move(question)), size_(size) {}

  // So that a blob that is missing is known before anybody reads it.
  Result<void> open() {
    question_.from = done_;
    TRY_ASSIGN(auto download, repository_.ask(question_));
    body_ = std::move(download.body);
    // A server may ignore the wish for a part: then what is known already comes again.
    skip_ = download.response.status == 206 ? 0 : done_;
    return {};
  }

  Result<std::size_t> read(std::span<char> into) override {
    while (true) {
      auto got = read_once(into);
      if (got && *got > 0) {
        breaks_ = 0;
        return got;
      }
      if (got && (size_ == 0 || done_ == size_)) {
        return got;
      }
      if (!got && got.error().code != Code::kUnavailable && got.error().code != Code::kTimeout) {
        return got;
      }
      if (++breaks_ > kMaxBreaks) {
        return tl::unexpected(repository_.unreachable(
            got ? Error{Code::kUnavailable, "the transfer ends early"} : got.error()));
      }
      TRY(open());
    }
  }

 private:
  Result<std::size_t> read_once(std::span<char> into) {
    while (true) {
      TRY_ASSIGN(std::size_t got, wait(into));
      const auto again = std::min(skip_, static_cast<std::int64_t>(got));
      skip_ -= again;
      if (again > 0 && again == static_cast<std::int64_t>(got)) {
        continue;
      }
      std::copy(into.begin() + again, into.begin() + static_cast<std::ptrdiff_t>(got),
                into.begin());
      got -= static_cast<std::size_t>(again);
      done_ += static_cast<std::int64_t>(got);
      if (size_ > 0 && done_ > size_) {
        return fail(Code::kInvalid, "a blob is longer than the manifest says");
      }
      return got;
    }
  }

  Result<std::size_t> wait(std::span<char> into) {
    for (int silence = 0;; ++silence) {
      TRY(repository_.check_stop());
      auto got = body_->read(into, kTick);
      if (got || got.error().code != Code::kTimeout || silence >= kMaxSilence) {
        return got;
      }
    }
  }

  Repository& repository_;
  Repository::Question question_;
  std::int64_t size_;      // 0: not known
  std::int64_t done_ = 0;  // given to the reader
  std::int64_t skip_ = 0;  // of the current body: known already
  int breaks_ = 0;
  std::unique_ptr<http::BodyStream> body_;
};

bool Registries::may_be_plain(const http::Url& url) const {
  if (is_this_machine(url.host)) {
    return true;
  }
  return std::any_of(options_.insecure.begin(), options_.insecure.end(), [&](const auto& entry) {
    const auto where = http::parse_host_port(entry, 0);
    return where && where->host == url.host && (where->port == 0 || where->port == url.port);
  });
}

Result<http::Url> Registries::server(const std::string& registry) const {
  TRY_ASSIGN(const http::HostPort where,
             http::parse_host_port(registry == "docker.io" ? "registry-1.docker.io" : registry, 0));
  http::Url url{.host = where.host, .port = where.port};
  url.plain = may_be_plain(url);
  url.port = url.port != 0 ? url.port : url.plain ? 80 : 443;
  return url;
}

Result<std::shared_ptr<http::Client>> Registries::client(const http::Url& url) {
  const std::scoped_lock lock(mutex_);
  auto& client = clients_[url.server()];
  if (client == nullptr) {
    TRY_ASSIGN(auto proxy, http::proxy_for(options_.proxies, url));
    TRY_ASSIGN(client, http::make_client({.host = url.host,
                                          .port = url.port,
                                          .ca_pem = options_.ca_pem,
                                          .plain = url.plain,
                                          .system_authorities = true,
                                          .proxy = std::move(proxy)}));
  }
  return client;
}

Result<std::unique_ptr<Repository>> Repository::open(Registries& registries, Options options) {
  TRY_ASSIGN(http::Url server, registries.server(options.reference.registry));
  return std::unique_ptr<Repository>(
      new Repository(registries, std::move(options), std::move(server)));
}

Result<void> Repository::check_stop() const {
  if (options_.stop.stop_requested()) {
    return fail(Code::kCancelled, options_.reference.text() + ": the pull was cancelled");
  }
  return {};
}

Error Repository::unreachable(Error error) const {
  const Code code = error.code == Code::kTimeout ? Code::kTimeout : Code::kUnavailable;
  return {code, options_.reference.text() + ": registry " + options_.reference.registry +
                    " cannot be reached: " + error.message};
}

Error Repository::refusal(const http::ClientResponse& response) const {
  const std::string image = options_.reference.text();
  const std::string at = " at registry " + options_.reference.registry + said(response.body);
  switch (response.status) {
    case 404:
      return {Code::kNotFound, image + ": not found" + at};
    case 401:
    case 403:
      return {response.status == 401 ? Code::kUnauthorized : Code::kForbidden,
              image + ": pull access denied, repository does not exist or may require " +
                  "authorization" + at};
    case 429:
      return {Code::kTooManyRequests, image + ": too many requests" + at};
    default:
      return {Code::kUnavailable,
              image + ": answered with status " + std::to_string(response.status) + at};
  }
}

Result<http::Client::Download> Repository::ask_once(const Question& question,
                                                    const http::Url& url) {
  TRY(check_stop());
  TRY_ASSIGN(const auto client, registries_.client(url));
  http::ClientRequest request{.target = url.target, .accept = question.accept};
  if (!authorization_.empty() && url.server() == server_.server()) {
    request.headers.add("Authorization", authorization_);
  }
  if (question.from > 0) {
    request.headers.add("Range", "bytes=" + std::to_string(question.from) + "-");
  }
  auto download = client->download(request, kPatience);
  if (!download) {
    return tl::unexpected(unreachable(std::move(download).error()));
  }
  return download;
}

Result<http::Client::Download> Repository::ask(const Question& question) {
  http::Url url = server_;
  url.target = question.target;
  bool authenticated = false;
  for (int redirects = 0; redirects <= kMaxRedirects;) {
    TRY_ASSIGN(auto download, ask_once(question, url));
    const http::ClientResponse& response = download.response;
    if (response.status / 100 == 2) {
      return download;
    }
    const auto challenge = find_challenge(response.headers);
    // Only the registry itself may ask who we are, not storage it sends us to.
    const bool may_ask = url.server() == server_.server() && !authenticated;
    if (response.status == 401 && challenge && may_ask) {
      TRY(authenticate(*challenge));
      authenticated = true;
      continue;
    }
    if (!http::is_redirect(response.status)) {
      return tl::unexpected(refusal(response));
    }
    auto next = http::resolve_url(url, response.headers.get("Location"));
    if (!next || (next->plain && !url.plain && !registries_.may_be_plain(*next))) {
      return tl::unexpected(
          unreachable({Code::kUnavailable, "it redirects to a place without TLS"}));
    }
    url = *std::move(next);
    ++redirects;
  }
  return tl::unexpected(unreachable({Code::kUnavailable, "it redirects in circles"}));
}

Result<void> Repository::authenticate(const Challenge& challenge) {
  if (challenge.scheme == Challenge::Scheme::kBearer) {
    return fetch_token(challenge);
  }
  if (!options_.login) {
    return tl::unexpected(refusal({.status = 401}));
  }
  authorization_ =
      "Basic " + base64_encode(options_.login->username + ":" + options_.login->password);
  return {};
}

Result<void> Repository::fetch_token(const Challenge& challenge) {
  auto url = http::parse_url(challenge.realm);
  if (!url || (url->plain && !registries_.may_be_plain(*url))) {
    return tl::unexpected(
        unreachable({Code::kUnavailable, "its tokens come from a place without TLS"}));
  }
  const std::string scope =
      challenge.scope.empty() ? "repository:" + options_.reference.path + ":pull" : challenge.scope;
  url->target += url->target.find('?') == std::string::npos ? "?" : "&";
  if (!challenge.service.empty()) {
    url->target += "service=" + http::percent_encode(challenge.service) + "&";
  }
  url->target += "scope=" + http::percent_encode(scope);
  http::ClientRequest request{.target = url->target};
  if (options_.login) {
    request.headers.add("Authorization", "Basic " + base64_encode(options_.login->username + ":" +
                                                                  options_.login->password));
  }
  TRY_ASSIGN(const auto client, registries_.client(*url));
  const auto response = client->send(request, kPatience);
  if (!response) {
    return tl::unexpected(unreachable(response.error()));
  }
  if (response->status != 200 || response->body.size() > kMaxToken) {
    return tl::unexpected(refusal(*response));
  }
  const auto document = json::parse(response->body).value_or(json::Value());
  const std::string& token = document.at("token").as_string();
  const std::string& other = document.at("access_token").as_string();
  if (token.empty() && other.empty()) {
    return tl::unexpected(
        unreachable({Code::kUnavailable, url->server() + " answers without a token"}));
  }
  authorization_ = "Bearer " + (token.empty() ? other : token);
  return {};
}

Result<std::string> Repository::manifest(const std::string& tag_or_digest) {
  Transfer transfer(*this,
                    {.target = "/v2/" + options_.reference.path + "/manifests/" + tag_or_digest,
                     .accept = std::string(kManifestTypes)},
                    0);
  TRY(transfer.open());
  return read_all(transfer, kMaxManifest);
}

Result<std::unique_ptr<ByteSource>> Repository::blob(const Descriptor& descriptor) {
  auto transfer = std::make_unique<Transfer>(
      *this, Question{.target = "/v2/" + options_.reference.path + "/blobs/" + descriptor.digest},
      descriptor.size);
  TRY(transfer->open());
  return transfer;
}

}  // namespace sluice::images
