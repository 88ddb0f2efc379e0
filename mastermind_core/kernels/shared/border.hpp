// What stands between Python objects and the kernels: buffers, checks, errors, interruption.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "shared/clock.hpp"
#include "shared/pulse.hpp"

namespace mmc {

namespace nb = nanobind;

// An argument that the kernels refuse; arrives in Python as mastermind_core.errors.BadArgument.
struct BadArgument : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

inline void require(bool good, const std::string& message) {
    if (!good) throw BadArgument(message);
}

inline void translate_errors() {
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const std::invalid_argument& bad) {
            nb::object type = nb::module_::import_("mastermind_core.errors").attr("BadArgument");
            PyErr_SetString(type.ptr(), bad.what());
        }
    });
}

// A contiguous buffer that is held for as long as this lives. Created and destroyed with the GIL.
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

    template <class T>
    std::span<const T> as(const char* name) const {
        require(view_.len == 0 || item_size() == sizeof(T),
                std::string(name) + ": expected items of " + std::to_string(sizeof(T)) +
                    " bytes, got " + std::to_string(item_size()));
        return {static_cast<const T*>(view_.buf), size()};
    }

private:
    Py_buffer view_{};
};

// Lets Ctrl-C in, and a progress callback out, while the GIL is released.
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
    // What a budget of time may be over by: a small part of a tenth of a second.
    static constexpr std::chrono::milliseconds kPause{20};

    nb::object progress_;
    Clock::time_point last_ = Clock::now();
};

}  // namespace mmc
