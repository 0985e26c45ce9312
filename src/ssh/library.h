// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>

#include "base/result.h"

namespace sluice::ssh {

// The functions of libssh that are used here. The library is loaded when the first connection is
// made: the program starts without it, and no pod's runner pays for what it pulls in.
struct Library {
  // NotFound says what to install.
  static Result<const Library*> load();

  decltype(&::ssh_new) new_session = nullptr;
  decltype(&::ssh_free) free_session = nullptr;
  decltype(&::ssh_options_set) options_set = nullptr;
  decltype(&::ssh_connect) connect = nullptr;
  decltype(&::ssh_disconnect) disconnect = nullptr;
  decltype(&::ssh_is_connected) is_connected = nullptr;
  decltype(&::ssh_get_error) get_error = nullptr;
  decltype(&::ssh_set_blocking) set_blocking = nullptr;
  decltype(&::ssh_set_counters) set_counters = nullptr;
  decltype(&::ssh_send_keepalive) send_keepalive = nullptr;

  decltype(&::ssh_get_server_publickey) get_server_key = nullptr;
  decltype(&::ssh_known_hosts_parse_line) parse_known_host = nullptr;
  decltype(&::ssh_knownhosts_entry_free) free_known_host = nullptr;
  decltype(&::ssh_key_free) free_key = nullptr;
  decltype(&::ssh_key_cmp) compare_keys = nullptr;
  decltype(&::ssh_key_type) key_type = nullptr;
  decltype(&::ssh_key_type_to_char) key_type_name = nullptr;
  decltype(&::ssh_get_publickey_hash) key_hash = nullptr;
  decltype(&::ssh_clean_pubkey_hash) free_key_hash = nullptr;
  decltype(&::ssh_get_fingerprint_hash) fingerprint = nullptr;
  decltype(&::ssh_string_free_char) free_text = nullptr;

  decltype(&::ssh_userauth_none) auth_none = nullptr;
  decltype(&::ssh_userauth_list) auth_methods = nullptr;
  decltype(&::ssh_userauth_password) auth_password = nullptr;
  decltype(&::ssh_userauth_kbdint) auth_interactive = nullptr;
  decltype(&::ssh_userauth_kbdint_getnprompts) interactive_prompts = nullptr;
  decltype(&::ssh_userauth_kbdint_setanswer) interactive_answer = nullptr;
  decltype(&::ssh_pki_import_privkey_base64) import_key = nullptr;
  decltype(&::ssh_userauth_publickey) auth_key = nullptr;

  decltype(&::ssh_channel_new) new_channel = nullptr;
  decltype(&::ssh_channel_free) free_channel = nullptr;
  decltype(&::ssh_set_channel_callbacks) set_channel_callbacks = nullptr;
  decltype(&::ssh_channel_open_session) open_channel = nullptr;
  decltype(&::ssh_channel_request_exec) request_exec = nullptr;
  decltype(&::ssh_channel_write) write = nullptr;
  decltype(&::ssh_channel_send_eof) send_eof = nullptr;
  decltype(&::ssh_channel_open_forward) open_forward = nullptr;
  decltype(&::ssh_channel_read_nonblocking) read_nonblocking = nullptr;
  decltype(&::ssh_channel_is_eof) is_eof = nullptr;
  decltype(&::ssh_get_fd) get_fd = nullptr;
  decltype(&::ssh_get_poll_flags) poll_flags = nullptr;
  decltype(&::ssh_blocking_flush) flush = nullptr;

  decltype(&::ssh_event_new) new_event = nullptr;
  decltype(&::ssh_event_free) free_event = nullptr;
  decltype(&::ssh_event_add_session) event_add_session = nullptr;
  decltype(&::ssh_event_remove_session) event_remove_session = nullptr;
  decltype(&::ssh_event_add_fd) event_add_fd = nullptr;
  decltype(&::ssh_event_remove_fd) event_remove_fd = nullptr;
  decltype(&::ssh_event_dopoll) event_poll = nullptr;
};

}  // namespace sluice::ssh
