// The lines of a certificate: JSON of the kinds that one has.
#pragma once

#include <iostream>

#include "game.hpp"

// A value of JSON, of the kinds that a certificate has.
struct Value {
    enum Kind { null, number, word, list, object } kind = null;
    Number n = 0;
    std::string s;
    std::vector<Value> items;                   // of a list, or of an object in the order of its names
    std::vector<std::string> names;

    Number whole(Number least, Number below) const {
        require(kind == number && n >= least && n < below, "a number is missing or out of its range");
        return n;
    }
    const std::vector<Value>& list_of(size_t most) const {
        require(kind == list && items.size() <= most, "a list is missing or too long");
        return items;
    }
    // The fields of an object that has these, maybe those, and no other: nothing where one is left out.
    std::vector<const Value*> fields(std::vector<std::string> wanted, const std::vector<std::string>& maybe = {}) const {
        const size_t needed = wanted.size();
        wanted.insert(wanted.end(), maybe.begin(), maybe.end());
        require(kind == object, "no object");
        std::vector<const Value*> found(wanted.size(), nullptr);
        for (size_t i = 0; i < names.size(); ++i) {
            const auto at = static_cast<size_t>(std::find(wanted.begin(), wanted.end(), names[i]) - wanted.begin());
            require(at < wanted.size() && found[at] == nullptr, "the field " + names[i] + " is not known, or comes twice");
            found[at] = &items[i];
        }
        require(std::find(found.begin(), found.begin() + static_cast<ptrdiff_t>(needed), nullptr) == found.begin() + static_cast<ptrdiff_t>(needed), "a field is missing");
        return found;
    }
};

class Reader {
public:
    Value line() {
        text_.clear();
        require(static_cast<bool>(std::getline(std::cin, text_)), "the file is cut off");
        ++number, at_ = 0;
        Value value = read(0);
        space();
        require(at_ == text_.size(), "something comes after the value");
        return value;
    }
    bool over() { return std::cin.peek() == EOF; }
    size_t number = 0;

private:
    void space() { at_ = std::min(text_.find_first_not_of(" \t\r", at_), text_.size()); }
    char next() { space(); require(at_ < text_.size(), "the line is cut off"); return text_[at_]; }
    bool take(char c) { const bool there = next() == c; at_ += there; return there; }

    Value read(int depth) {
        require(depth < 8, "lists in lists in lists");
        Value value;
        const char c = next();
        if (c == '[' || c == '{') {
            value.kind = c == '[' ? Value::list : Value::object;
            const char close = c == '[' ? ']' : '}';
            ++at_;
            if (take(close)) return value;
            do {
                if (c == '{') value.names.push_back(read(depth + 1).s), require(take(':'), "no colon");
                value.items.push_back(read(depth + 1));
            } while (take(','));
            require(take(close), "a list has no end");
        } else if (c == '"') {
            value.kind = Value::word;
            const size_t end = text_.find('"', at_ + 1);
            require(end != std::string::npos, "a text has no end");
            value.s = text_.substr(at_ + 1, end - at_ - 1);
            require(value.s.find('\\') == std::string::npos, "no text of a certificate has a backslash");
            at_ = end + 1;
        } else if (text_.compare(at_, 4, "null") == 0) {
            at_ += 4;
        } else {
            value.kind = Value::number;
            const bool negative = take('-');
            const size_t begin = at_;
            for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
                const Number digit = text_[at_] - '0';
                require(value.n <= (kMost - 1 - digit) / 10, "a huge number");
                value.n = 10 * value.n + digit;
            }
            const bool padded = at_ - begin > 1 && text_[begin] == '0';
            require(at_ > begin && !padded, "no whole number");
            if (negative) value.n = -value.n;
        }
        return value;
    }
    std::string text_;
    size_t at_ = 0;
};
