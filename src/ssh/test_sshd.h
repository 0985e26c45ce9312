// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/command.h"
#include "base/files.h"
#include "base/text.h"
#include "base/unique_fd.h"
#include "ssh/endpoint.h"

namespace sluice::ssh {

// A real sshd of the user who runs the test, in a scratch directory, on loopback, for one key. For
// tests only; it ends with the object.
class TestSshd {
 public:
  static constexpr const char* kPassphrase = "una frase secreta";

  static bool possible() { return find_program("sshd") && find_program("ssh-keygen"); }

  TestSshd() {
    if (::geteuid() == 0) {
      EXPECT_TRUE(make_directory("/run/sshd", 0755).has_value());  // its privilege separation
    }
    make_key("user_key");
    make_key("other_key");
    make_key("locked_key", kPassphrase);
    EXPECT_TRUE(write_file_replacing(dir() / "authorized_keys",
                                     read("user_key.pub") + read("locked_key.pub"), 0600));
    new_host_key();
    port_ = free_port();
    start();
  }
  ~TestSshd() { stop(); }
  TestSshd(const TestSshd&) = delete;
  TestSshd& operator=(const TestSshd&) = delete;

  Endpoint endpoint() const {
    return {.host = "127.0.0.1",
            .port = port_,
            .user = user_name(),
            .private_key = read("user_key"),
            .known_hosts = "[127.0.0.1]:" + std::to_string(port_) + " " + read("host_key.pub")};
  }
  std::string wrong_key() const { return read("other_key"); }
  void accept_wrong_key() {
    EXPECT_TRUE(write_file_replacing(dir() / "authorized_keys", read("other_key.pub"), 0600));
  }
  std::string locked_key() const { return read("locked_key"); }  // with kPassphrase

  void new_host_key() {
    std::filesystem::remove(dir() / "host_key");
    std::filesystem::remove(dir() / "host_key.pub");
    make_key("host_key");
  }

  void start() {
    const std::string config =
        "ListenAddress 127.0.0.1\nPort " + std::to_string(port_) + "\nHostKey " + path("host_key") +
        "\nPidFile " + path("pid") + "\nAuthorizedKeysFile " + path("authorized_keys") +
        "\nUsePAM " + (::geteuid() == 0 ? "yes" : "no") +
        "\nPasswordAuthentication no\nKbdInteractiveAuthentication no\nPermitRootLogin yes\n"
        "StrictModes no\nMaxStartups 100\nPrintMotd no\nMaxSessions 4\n";
    EXPECT_TRUE(write_file_replacing(dir() / "config", config, 0600));
    std::filesystem::remove(dir() / "pid");
    run({*find_program("sshd"), "-f", path("config"), "-E", path("log")});
    // It goes into the background before it writes its number.
    for (int i = 0; i < 5000 && listener_ <= 0; ++i) {
      listener_ = static_cast<pid_t>(parse_int(trim(read("pid"))).value_or(0));
      ::poll(nullptr, 0, 2);
    }
    ASSERT_GT(listener_, 1);
  }

  // With all its sessions.
  void stop() {
    signal(SIGKILL);
    while (listener_ > 0 && is_alive(listener_)) {
      ::poll(nullptr, 0, 2);
    }
    listener_ = 0;
  }

  // To sshd's processes of sessions, and to sshd itself.
  void signal(int number) {
    signal_sessions(number);
    send(listener_, number);
  }
  void signal_sessions(int number) {
    const std::string listener = std::to_string(listener_);
    const auto children =
        read_file("/proc/" + listener + "/task/" + listener + "/children").value_or("");
    for (const std::string_view child : split(trim(children), ' ')) {
      send(static_cast<pid_t>(parse_int(child).value_or(0)), number);
    }
  }

 private:
  const std::filesystem::path& dir() const { return scratch_.path(); }
  std::string path(const std::string& name) const { return (dir() / name).string(); }
  std::string read(const std::string& name) const { return read_file(dir() / name).value_or(""); }

  static bool is_alive(pid_t process) {
    const auto stat = read_file("/proc/" + std::to_string(process) + "/stat");
    return stat && stat->find(") Z") == std::string::npos;
  }

  // Never to a number that stands for many processes.
  static void send(pid_t process, int number) {
    if (process > 1) {
      ::kill(process, number);
    }
  }

  void make_key(const std::string& name, const std::string& passphrase = "") {
    run({"ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", "test", "-f", path(name)});
  }
  void run(const std::vector<std::string>& argv) {
    const auto output = runner_.run({.argv = argv});
    ASSERT_TRUE(output && output->exit_code == 0) << argv.front() << (output ? output->err : "");
  }
  std::string user_name() const {
    const auto output = runner_.run({.argv = {"id", "-un"}});
    return output ? std::string(trim(output->out)) : "";
  }
  static std::uint16_t free_port() {
    const UniqueFd socket(::socket(AF_INET, SOCK_STREAM, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    EXPECT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
    return ntohs(address.sin_port);
  }

  TemporaryDirectory scratch_{"sshd"};
  mutable ProcessRunner runner_;
  std::uint16_t port_ = 0;
  pid_t listener_ = 0;
};

}  // namespace sluice::ssh
