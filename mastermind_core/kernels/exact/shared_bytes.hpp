// Memory that processes of one machine have in common: a file without a name, which all of them map.
#pragma once

#include <cerrno>
#include <cstddef>
#include <new>
#include <stdexcept>

#ifdef __linux__
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace mmc::exact {

// Takes over an open file of the length that it may need. It is all zeros at first; what is written to is reserved
// before, as a page that the system has not got would end the process.
class SharedBytes {
public:
#ifdef __linux__
    explicit SharedBytes(int file) : file_(file) {
        struct stat about {};
        if (fstat(file, &about) != 0) throw std::invalid_argument("file: expected the number of an open file");
        size_ = static_cast<size_t>(about.st_size);
        void* mapped = size_ ? mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
        if (mapped == MAP_FAILED) {
            close(file);
            throw std::bad_alloc();
        }
        data_ = mapped;
    }
    ~SharedBytes() {
        munmap(data_, size_);
        close(file_);
    }
    bool reserve(size_t begin, size_t end) {
        if (end > size_) return false;
        int said;
        do said = posix_fallocate(file_, static_cast<off_t>(begin), static_cast<off_t>(end - begin));
        while (said == EINTR);
        return said == 0;
    }
#else
    explicit SharedBytes(int file) : file_(file) { throw std::bad_alloc(); }
    bool reserve(size_t, size_t) { return false; }
#endif
    SharedBytes(const SharedBytes&) = delete;

    int file() const { return file_; }
    void* data() const { return data_; }
    size_t size() const { return size_; }

private:
    int file_;
    void* data_ = nullptr;
    size_t size_ = 0;
};

}  // namespace mmc::exact
