// The border between Python objects and the kernels: buffers, checks, errors, interruption.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "shared/clock.hpp"
#include "shared/code_table.hpp"
#include "shared/pulse.hpp"

namespace mmc {

namespace nb = nanobind;

// An argument that the kernels reject; raised in Python as mastermind_core.errors.BadArgument.
struct BadArgument : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

inline void require(bool good, const std::string& message) {
    if (!good) throw BadArgument(message);
}

inline std::string text(size_t n) { return std::to_string(n); }

// Python arguments and results, with the types that the stub declares.
#define MMC_PYTHON_TYPE(NAME, IN_STUB)                 \
    class NAME : public nb::object {                   \
        NB_OBJECT(NAME, nb::object, IN_STUB, accept)   \
        static bool accept(PyObject*) { return true; } \
    }
MMC_PYTHON_TYPE(Bytes, "bytes");
MMC_PYTHON_TYPE(Ints, "collections.abc.Sequence[int]");
MMC_PYTHON_TYPE(IntArray, "array.array[int]");
MMC_PYTHON_TYPE(Callback, "collections.abc.Callable[..., None]");

inline void translate_errors() {
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const std::invalid_argument& bad) {
            nb::object type = nb::module_::import_("mastermind_core.errors").attr("BadArgument");
            PyErr_SetString(type.ptr(), bad.what());
        } catch (const std::bad_cast&) {
            PyErr_SetString(PyExc_TypeError,
                            "an argument, or a field of one, has another type or size than the kernels take");
        }
    });
}

// A contiguous buffer that is held for the lifetime of this object. Created and destroyed with the GIL.
class Buffer {
public:
    Buffer(nb::handle object, const char* name) {
        if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
            PyErr_Clear();
            throw BadArgument(std::string(name) + ": expected a contiguous buffer, got " +
                              Py_TYPE(object.ptr())->tp_name);
        }
    }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { PyBuffer_Release(&view_); }

    size_t item_size() const { return static_cast<size_t>(view_.itemsize); }
    size_t size() const { return static_cast<size_t>(view_.len) / item_size(); }
    // Whether it is a view of bytes, which nobody can change.
    bool constant() const {
        nb::object owner = nb::getattr(nb::handle(view_.obj), "obj", nb::none());
        return view_.readonly && nb::isinstance<nb::bytes>(owner);
    }

    template <class T>
    std::span<const T> as(const char* name) const {
        require(view_.len == 0 || item_size() == sizeof(T), std::string(name) + ": expected items of " +
                                                                std::to_string(sizeof(T)) + " bytes, got " +
                                                                std::to_string(item_size()));
        return {static_cast<const T*>(view_.buf), size()};
    }

private:
    Py_buffer view_{};
};

// A size within its limits.
inline size_t in_range(const char* name, size_t value, size_t least, size_t most) {
    require(value >= least && value <= most,
            std::string(name) + ": expected " + text(least) + " to " + text(most) + ", got " + text(value));
    return value;
}

// Codes of a number of holes, one byte per hole, in a held buffer.
class HeldCodes {
public:
    HeldCodes(nb::handle object, const char* name, size_t holes)
        : holes_(holes), buffer_(object, name), bytes_(buffer_.as<uint8_t>(name)) {
        require(bytes_.size() % holes == 0, std::string(name) + ": expected codes of " + text(holes) +
                                                " bytes, got " + text(bytes_.size()) + " bytes");
    }
    operator std::span<const uint8_t>() const { return bytes_; }
    size_t size() const { return bytes_.size() / holes_; }
    std::span<const uint8_t> operator[](size_t at) const { return bytes_.subspan(at * holes_, holes_); }
    CodeTable table() const { return {holes_, bytes_.data(), size(), holes_}; }

private:
    size_t holes_;
    Buffer buffer_;
    std::span<const uint8_t> bytes_;
};

// Integers: read in place from a buffer of their type, or copied from any other sequence.
template <class T>
class Numbers {
public:
    Numbers(nb::handle object, const char* name) {
        if (PyObject_CheckBuffer(object.ptr())) {
            held_ = PyObject_GetBuffer(object.ptr(), &view_, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) == 0;
            const std::string_view kinds = std::is_signed_v<T> ? "bhilq" : "?BHILQ";
            if (held_ && view_.ndim == 1 && view_.itemsize == sizeof(T) &&
                kinds.find(view_.format[0]) != kinds.npos) {
                items_ = {static_cast<const T*>(view_.buf), static_cast<size_t>(view_.len) / sizeof(T)};
                return;
            }
            PyErr_Clear();
        }
        copy(object, name);
        items_ = copied_;
    }
    Numbers(const Numbers&) = delete;
    Numbers& operator=(const Numbers&) = delete;
    ~Numbers() {
        if (held_) PyBuffer_Release(&view_);
    }

    operator std::span<const T>() const { return items_; }
    const std::span<const T>& operator*() const { return items_; }
    const std::span<const T>* operator->() const { return &items_; }
    std::vector<T> list() const { return {items_.begin(), items_.end()}; }

private:
    void copy(nb::handle object, const char* name) {
        const nb::object items = nb::steal(PySequence_Fast(object.ptr(), ""));
        const Py_ssize_t size = items.is_valid() ? PySequence_Fast_GET_SIZE(items.ptr()) : 0;
        bool good = items.is_valid();
        for (Py_ssize_t at = 0; good && at < size; ++at) {
            const nb::object number = nb::steal(PyNumber_Index(PySequence_Fast_GET_ITEM(items.ptr(), at)));
            good = number.is_valid() && nb::try_cast(number, copied_.emplace_back(), false);
        }
        PyErr_Clear();
        require(good, std::string(name) + ": expected integers" + (std::is_signed_v<T> ? "" : " from 0") + " of " +
                          text(8 * sizeof(T)) + " bits");
    }

    Py_buffer view_{};
    bool held_ = false;
    std::vector<T> copied_;
    std::span<const T> items_;
};

template <class T>
nb::bytes raw(const std::vector<T>& items) {
    return nb::bytes(items.data(), items.size() * sizeof(T));
}

// Numbers as a Python array.
template <class T>
IntArray array_of(const nb::bytes& items) {
    const char code[] = {(std::is_signed_v<T> ? " bh i   q" : " BH I   Q")[sizeof(T)], 0};
    return nb::borrow<IntArray>(nb::module_::import_("array").attr("array")(code, items));
}

template <class T>
IntArray array_of(const std::vector<T>& items) {
    return array_of<T>(raw(items));
}

// Checks for Ctrl-C and calls a progress callback while the GIL is released.
class PythonPulse final : public Pulse {
public:
    explicit PythonPulse(nb::object progress) : progress_(std::move(progress)) {}

protected:
    void check() override {
        const auto now = Clock::now();
        if (now - last_ < kPause) return;
        last_ = now;
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!progress_.is_none()) progress_(done, total);
    }

private:
    // The maximum overrun of a time budget: a small part of a tenth of a second.
    static constexpr std::chrono::milliseconds kPause{20};

    nb::object progress_;
    Clock::time_point last_ = Clock::now();
};

// Does work without Python's lock, with a progress callback, and interruptible by Ctrl-C.
template <class Work>
auto released(nb::object progress, Work work) {
    PythonPulse pulse(std::move(progress));
    nb::gil_scoped_release release;
    return work(static_cast<Pulse&>(pulse));
}

template <class Work>
auto released(Work work) {
    return released(nb::none(), std::move(work));
}

// A progress callback, or else the registered listener.
inline nb::object or_listener(nb::object progress) {
    if (!progress.is_none()) return progress;
    return nb::module_::import_("mastermind_core.kernels.shared.listening").attr("listener")();
}

}  // namespace mmc
