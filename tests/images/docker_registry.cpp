// SPDX-License-Identifier: Apache-2.0
#include "docker_registry.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/command.h"
#include "base/text.h"
#include "http/sockets.h"

namespace sluice::images {
namespace {

constexpr std::chrono::seconds kPatience{30};
// "p:w" as `htpasswd -B` keeps it.
constexpr std::string_view kPasswords =
    "u:$2y$05$wBrHJqecC1wf1j/L.XLPG.lj1mCSPiY/I6UmpocQKxjlVhXM/HVrS\n";

Result<void> expect(const Result<http::ClientResponse>& response, int status) {
  if (!response) {
    return tl::unexpected(response.error());
  }
  if (response->status != status) {
    return fail(Code::kInternal, "docker-registry answers " + std::to_string(response->status) +
                                     ": " + response->body);
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<DockerRegistry>> DockerRegistry::start(Access access) {
  std::unique_ptr<DockerRegistry> registry(new DockerRegistry());
  const auto& directory = registry->directory_.path();
  std::string config =
      "version: 0.1\nlog: {level: info}\nhttp: {addr: \"127.0.0.1:0\"}\n"
      "storage: {filesystem: {rootdirectory: " +
      directory.string() + "/data}}\n";
  if (access == Access::kPassword) {
    TRY(write_file_atomic(directory / "passwords", kPasswords));
    config += "auth: {htpasswd: {realm: test, path: " + directory.string() + "/passwords}}\n";
  }
  TRY(write_file_atomic(directory / "config.yml", config));
  TRY(registry->launch());
  TRY(registry->await_port());
  return registry;
}

Result<void> DockerRegistry::launch() {
  const auto program = find_program("docker-registry");
  if (!program) {
    return fail(Code::kNotFound, "docker-registry is not installed; tools/setup does it");
  }
  int ends[2] = {-1, -1};
  CHECK(::pipe2(ends, O_CLOEXEC) == 0);
  output_.reset(ends[0]);
  const UniqueFd child_end(ends[1]);
  const std::string config = (directory_.path() / "config.yml").string();
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(child_end.get(), 1);
    ::dup2(child_end.get(), 2);
    ::execl(program->c_str(), "docker-registry", "serve", config.c_str(), nullptr);
    ::_exit(127);
  }
  return {};
}

// Its log says which port it got.
Result<void> DockerRegistry::await_port() {
  const SteadyTime deadline = RealClock().steady() + kPatience;
  const std::string mark = "listening on 127.0.0.1:";
  std::string log;
  while (true) {
    TRY(http::wait_for(output_.get(), POLLIN, deadline));
    char buffer[4096];
    const ssize_t got = ::read(output_.get(), buffer, sizeof(buffer));
    if (got <= 0) {
      return fail(Code::kUnavailable, "docker-registry ended: " + log);
    }
    log.append(buffer, static_cast<std::size_t>(got));
    const std::size_t at = log.find(mark);
    const std::size_t end = at == std::string::npos ? at : log.find('"', at);
    if (end != std::string::npos) {
      const auto port = parse_int(log.substr(at + mark.size(), end - at - mark.size()));
      CHECK(port.has_value());
      host_ = "127.0.0.1:" + std::to_string(*port);
      TRY_ASSIGN(client_, http::make_client({.host = "127.0.0.1",
                                             .port = static_cast<std::uint16_t>(*port),
                                             .plain = true}));
      reader_ = std::jthread([fd = output_.get()] {
        char rest[4096];
        while (::read(fd, rest, sizeof(rest)) > 0) {
        }
      });
      return {};
    }
  }
}

DockerRegistry::~DockerRegistry() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
}

Result<http::ClientResponse> DockerRegistry::ask(http::ClientRequest request) {
  request.headers.add("Authorization", "Basic " + base64_encode("u:p:w"));
  return client_->send(request, kPatience);
}

Result<void> DockerRegistry::push_blob(const std::string& content, const std::string& repository) {
  const auto begun = ask({.method = "POST", .target = "/v2/" + repository + "/blobs/uploads/"});
  TRY(expect(begun, 202));
  std::string target(begun->headers.get("Location"));
  target = target.substr(target.find("/v2/"));
  return expect(ask({.method = "PUT",
                     .target = target + "&digest=" + digest_of(content),
                     .content_type = "application/octet-stream",
                     .body = content}),
                201);
}

Result<void> DockerRegistry::push_manifest(const std::string& manifest, std::string_view type,
                                           const std::string& repository, const std::string& tag) {
  return expect(ask({.method = "PUT",
                     .target = "/v2/" + repository + "/manifests/" + tag,
                     .content_type = std::string(type),
                     .body = manifest}),
                201);
}

Result<void> DockerRegistry::push(const TestImage& image, const std::string& repository,
                                  const std::string& tag) {
  for (const auto& [digest, content] : image.blobs) {
    TRY(push_blob(content, repository));
  }
  return push_manifest(image.manifest, kTestManifestType, repository, tag);
}

Result<void> DockerRegistry::damage(const std::string& digest, const std::string& content) {
  const std::string digits = digest.substr(7);
  return write_file_atomic(directory_.path() / "data/docker/registry/v2/blobs/sha256" /
                               digits.substr(0, 2) / digits / "data",
                           content);
}

}  // namespace sluice::images
