// SPDX-License-Identifier: Apache-2.0
#include "mutations.h"

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

namespace sluice::fuzz {
namespace {

constexpr std::size_t kMostSmall = 1U << 16U;
constexpr std::size_t kLeastLarge = 1U << 14U;
constexpr std::size_t kMostLarge = 1U << 19U;
constexpr std::size_t kMostLevels = 600;

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

class Maker {
 public:
  Maker(std::mt19937 random, const std::vector<std::string>& seeds)
      : random_(random), seeds_(seeds), text_(seeds[below(seeds.size())]) {}

  std::string small() {
    change(1 + below(6));
    return text_.substr(0, kMostSmall);
  }

  std::string large() {
    const std::size_t size = kLeastLarge << below(6);
    const auto way = below(4);
    if (way == 0) {
      repeat_piece(piece_between("\n", "\n"), size);
    } else if (way == 1) {
      repeat_piece(piece_between(",[{", ",]}"), size);
    } else if (way == 2) {
      repeat_piece({below(text_.size() + 1), 1 + below(40)}, size);
    } else {
      nest(size);
    }
    if (below(2) == 0) {
      change(1 + below(2));
    }
    return text_.substr(0, kMostLarge);
  }

 private:
  struct Piece {
    std::size_t at;
    std::size_t length;
  };

  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

  void change(std::size_t times) {
    for (; times > 0; --times) {
      change_once();
    }
  }

  void change_once() {
    const std::size_t at = below(text_.size() + 1);
    switch (below(5)) {
      case 0:
        text_.insert(at, 1, static_cast<char>(random_()));
        break;
      case 1:
        text_.erase(at, below(8));
        break;
      case 2:
        text_.insert(at, text_.substr(below(text_.size() + 1), below(32)));
        break;
      case 3:
        if (!text_.empty()) {
          text_[below(text_.size())] = static_cast<char>(random_());
        }
        break;
      default: {
        const std::string& other = seeds_[below(seeds_.size())];
        text_.insert(at, other.substr(below(other.size() + 1), below(64)));
      }
    }
  }

  // From behind one of `starts` to the next of `ends`, and with that one where it is no bracket: a
  // line, a member of an object, an item of a list.
  Piece piece_between(std::string_view starts, std::string_view ends) {
    const std::size_t start = text_.find_first_of(starts, below(text_.size() + 1));
    const std::size_t at = start == std::string::npos ? 0 : start + 1;
    const std::size_t end = std::min(text_.find_first_of(ends, at), text_.size());
    return {at, end - at};
  }

  // Inserts the piece again and again where it is. Half of the time each is a little different, so
  // that they count as different keys, without changing how long they are.
  void repeat_piece(Piece piece, std::size_t size) {
    piece.at = std::min(piece.at, text_.size());
    std::string part = text_.substr(piece.at, piece.length);
    if (part.empty()) {
      part = "a";
    }
    const bool separate = piece.at > 0 && std::string_view(",[{").find(text_[piece.at - 1]) !=
                                              std::string_view::npos;
    part += separate ? "," : piece.at > 0 && text_[piece.at - 1] == '\n' ? "\n" : "";
    const bool numbered = below(2) == 0;
    const Piece word = first_word(part);
    std::string repeated;
    for (std::size_t i = 0; repeated.size() < size; ++i) {
      repeated += numbered ? with_number(part, word, i) : part;
    }
    text_.insert(piece.at, repeated);
  }

  static Piece first_word(std::string_view part) {
    const auto begin = std::find_if(part.begin(), part.end(), is_word);
    const auto end = std::find_if_not(begin, part.end(), is_word);
    return {static_cast<std::size_t>(begin - part.begin()), static_cast<std::size_t>(end - begin)};
  }

  // Its word, or what there is in place of one, as a number: of the same length where that is long
  // enough to tell hundreds apart, since many formats count bytes.
  static std::string with_number(const std::string& part, Piece word, std::size_t number) {
    std::string digits;
    const std::size_t width = word.length < 3 ? 4 : std::min<std::size_t>(word.length, 6);
    for (std::size_t i = 0; i < width; ++i, number /= 36) {
      digits += "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36];
    }
    std::string result = part;
    const std::size_t replaced = word.length < 3 ? word.length : width;
    return result.replace(std::min(word.at, result.size()), replaced, digits);
  }

  // Something up to an opening bracket, in itself, around many small values.
  void nest(std::size_t size) {
    const std::size_t found = text_.find_first_of("[{", below(text_.size() + 1));
    const std::size_t open = found == std::string::npos ? text_.find_first_of("[{") : found;
    const std::size_t before = std::min(open, below(8));
    const std::string part = open == std::string::npos ? std::string(1, "[{"[below(2)])
                                                       : text_.substr(open - before, before + 1);
    const std::size_t levels = 1 + below(kMostLevels);
    const bool numbered = below(2) == 0;
    const Piece word = first_word(part);
    std::string nested;
    for (std::size_t i = 0; i < levels; ++i) {
      nested += numbered ? with_number(part, word, i) : part;
    }
    static constexpr std::array<std::string_view, 3> kValues{"x,", "1,", "\"x\":1,"};
    const std::string_view value = kValues[below(kValues.size())];
    while (nested.size() + levels < size) {
      nested += value;
    }
    nested.pop_back();
    for (std::size_t i = levels; i > 0; --i) {
      nested += part.back() == '[' ? ']' : '}';
    }
    text_ = below(2) == 0 ? nested : text_.insert(below(text_.size() + 1), nested);
  }

  std::mt19937 random_;
  const std::vector<std::string>& seeds_;
  std::string text_;
};

}  // namespace

std::string make_input(const Choice& choice, const std::vector<std::string>& seeds) {
  const std::uint32_t form = choice.form == Form::kLarge ? 1 : 0;
  std::seed_seq sequence{choice.seed, form, choice.number};
  Maker maker(std::mt19937(sequence), seeds);
  return choice.form == Form::kLarge ? maker.large() : maker.small();
}

}  // namespace sluice::fuzz
