/* Put before the C library (LD_PRELOAD): what a process asks of the disk below the folder POWER_FOLDER, and what it sends over
   TCP, is appended to the file POWER_RECORD, call by call, in the one order in which all processes did it: each call and
   its note are made under one lock. A call that fails is not noted. The index of a WAL (-shm) is left out: SQLite makes
   it anew. tests/power/record.py reads it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ({ static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name); real; })

struct __attribute__((packed)) head { /* then the first path, the second, the bytes */
    uint32_t data;
    uint16_t first, second;
    uint8_t kind;
    uint64_t inode;
    int64_t at;
};

static const char *folder, *record;

__attribute__((constructor)) static void begin(void) { folder = getenv("POWER_FOLDER"); record = getenv("POWER_RECORD"); }

static int lock(void) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, record, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) while (flock(file, LOCK_EX) && errno == EINTR) {}
    return file;
}

/* Append a note and let the next one in; errno is the caller's. */
static void note(int file, char kind, uint64_t inode, int64_t at, const char *first, const char *second, const struct iovec *data, int parts, size_t size) {
    int before = errno;
    struct head head = {(uint32_t)size, (uint16_t)strlen(first), (uint16_t)strlen(second), (uint8_t)kind, inode, at};
    size_t names = sizeof head + head.first + head.second;
    char *whole = malloc(names + size), *to = whole + names;
    memcpy(whole, &head, sizeof head);
    memcpy(whole + sizeof head, first, head.first);
    memcpy(whole + sizeof head + head.first, second, head.second);
    for (size_t left = size; parts-- && left; data++) {
        size_t some = data->iov_len < left ? data->iov_len : left;
        memcpy(to, data->iov_base, some);
        to += some, left -= some;
    }
    if (syscall(SYS_write, file, whole, names + size) != (long)(names + size)) abort();
    free(whole);
    syscall(SYS_close, file);
    errno = before;
}

static int is_ours(const char *path) {
    size_t length = folder ? strlen(folder) : 0, all = strlen(path);
    if (!length || strncmp(path, folder, length) || (path[length] && path[length] != '/')) return 0;
    return all < 4 || strcmp(path + all - 4, "-shm");
}

/* The absolute path behind a folder and a name; whether it is to be noted. */
static int named(int at, const char *name, char *path) {
    char link[64];
    ssize_t length = 0;
    if (!folder || !name) return 0;
    if (name[0] != '/') {
        snprintf(link, sizeof link, at == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", at);
        if ((length = readlink(link, path, PATH_MAX - 2)) < 0) return 0;
        path[length++] = '/';
    }
    snprintf(path + length, PATH_MAX - (size_t)length, "%s", name);
    return is_ours(path);
}

static int opened(int file, char *path, struct stat *found) {
    char link[64];
    if (!folder) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_ours(path) && !fstat(file, found);
}

static int open_noted(int at, const char *name, int flags, mode_t mode) {
    char path[PATH_MAX];
    struct stat found;
    if (!(flags & (O_CREAT | O_TRUNC)) || !named(at, name, path)) return (int)syscall(SYS_openat, at, name, flags, mode);
    int file = lock(), is_new = fstatat(at, name, &found, 0), done = (int)syscall(SYS_openat, at, name, flags, mode);
    if (done < 0 || fstat(done, &found)) { int why = errno; syscall(SYS_close, file); errno = why; return done; }
    if (is_new) note(file, 'C', found.st_ino, 0, path, "", NULL, 0, 0);
    else if (flags & O_TRUNC) note(file, 'T', found.st_ino, 0, "", "", NULL, 0, 0);
    else syscall(SYS_close, file);
    return done;
}

#define MODE(flags) ({ mode_t mode = 0; if ((flags) & (O_CREAT | __O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } mode; })
int open(const char *name, int flags, ...) { return open_noted(AT_FDCWD, name, flags, MODE(flags)); }
int open64(const char *name, int flags, ...) { return open_noted(AT_FDCWD, name, flags | O_LARGEFILE, MODE(flags)); }
int openat(int at, const char *name, int flags, ...) { return open_noted(at, name, flags, MODE(flags)); }
int openat64(int at, const char *name, int flags, ...) { return open_noted(at, name, flags | O_LARGEFILE, MODE(flags)); }
int creat(const char *name, mode_t mode) { return open_noted(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *name, mode_t mode) { return creat(name, mode); }

/* Bytes into a file at an offset, where the file itself stands if that is negative. */
static ssize_t written(int file, const struct iovec *data, int parts, off_t at) {
    char path[PATH_MAX];
    struct stat found;
    int is_noted = opened(file, path, &found) && S_ISREG(found.st_mode), notes = is_noted ? lock() : -1;
    ssize_t done = at < 0 ? REAL(writev)(file, data, parts) : REAL(pwritev)(file, data, parts, at);
    if (is_noted && done > 0) note(notes, 'W', found.st_ino, at < 0 ? lseek(file, 0, SEEK_CUR) - done : at, "", "", data, parts, (size_t)done);
    else if (is_noted) syscall(SYS_close, notes);
    return done;
}

ssize_t write(int file, const void *data, size_t size) { struct iovec one = {(void *)data, size}; return written(file, &one, 1, -1); }
ssize_t writev(int file, const struct iovec *data, int parts) { return written(file, data, parts, -1); }
ssize_t pwrite(int file, const void *data, size_t size, off_t at) { struct iovec one = {(void *)data, size}; return written(file, &one, 1, at); }
ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) { return pwrite(file, data, size, at); }
ssize_t pwritev(int file, const struct iovec *data, int parts, off_t at) { return written(file, data, parts, at); }
ssize_t pwritev64(int file, const struct iovec *data, int parts, off64_t at) { return written(file, data, parts, at); }

/* A call about an open file: done, and noted as KIND. */
#define ON_FILE(KIND, AT, call) \
    char path[PATH_MAX]; \
    struct stat found; \
    int is_noted = opened(file, path, &found), notes = is_noted ? lock() : -1, done = call; \
    if (is_noted && !done) note(notes, KIND, found.st_ino, AT, "", "", NULL, 0, 0); \
    else if (is_noted) syscall(SYS_close, notes); \
    return done

int ftruncate(int file, off_t size) { ON_FILE('T', size, (int)syscall(SYS_ftruncate, file, size)); }
int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }
int fsync(int file) { ON_FILE('S', 0, (int)syscall(SYS_fsync, file)); }
int fdatasync(int file) { ON_FILE('S', 0, (int)syscall(SYS_fdatasync, file)); }

void sync(void) {
    int notes = folder ? lock() : -1;
    syscall(SYS_sync);
    if (folder) note(notes, 'A', 0, 0, "", "", NULL, 0, 0);
}

/* A call about names: done, and noted as KIND with the inode of what bears the last of them. */
#define ON_NAMES(KIND, at, name, to, other, call) \
    char first[PATH_MAX] = "", second[PATH_MAX] = ""; \
    int is_noted = named(at, name, first) | named(to, other, second); \
    if (!is_noted) return call; \
    int notes = lock(), done = call, why = errno; \
    struct stat found = {0}; \
    if (!done) lstat(*second ? second : first, &found); \
    errno = why; \
    if (!done) note(notes, KIND, found.st_ino, 0, first, second, NULL, 0, 0); \
    else syscall(SYS_close, notes); \
    return done

int renameat2(int at, const char *name, int to, const char *other, unsigned flags) { ON_NAMES('R', at, name, to, other, (int)syscall(SYS_renameat2, at, name, to, other, flags)); }
int renameat(int at, const char *name, int to, const char *other) { return renameat2(at, name, to, other, 0); }
int rename(const char *name, const char *other) { return renameat2(AT_FDCWD, name, AT_FDCWD, other, 0); }
int linkat(int at, const char *name, int to, const char *other, int flags) { ON_NAMES('L', at, name, to, other, (int)syscall(SYS_linkat, at, name, to, other, flags)); }
int link(const char *name, const char *other) { return linkat(AT_FDCWD, name, AT_FDCWD, other, 0); }
int unlinkat(int at, const char *name, int flags) { ON_NAMES('U', at, name, AT_FDCWD, NULL, (int)syscall(SYS_unlinkat, at, name, flags)); }
int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }
int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }
int mkdirat(int at, const char *name, mode_t mode) { ON_NAMES('D', at, name, AT_FDCWD, NULL, (int)syscall(SYS_mkdirat, at, name, mode)); }
int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

/* What is sent over TCP is noted with the port of whoever gets it. */
static ssize_t sent(int socket, const struct iovec *data, int parts, ssize_t (*act)(int, const void *, size_t, int), int flags, const struct msghdr *message) {
    struct sockaddr_in peer;
    socklen_t length = sizeof peer;
    int is_noted = folder && !getpeername(socket, (struct sockaddr *)&peer, &length) && peer.sin_family == AF_INET;
    int notes = is_noted ? lock() : -1;
    ssize_t done = message ? REAL(sendmsg)(socket, message, flags) : act(socket, data->iov_base, data->iov_len, flags);
    if (is_noted && done > 0) note(notes, 'M', 0, ntohs(peer.sin_port), "", "", data, parts, (size_t)done);
    else if (is_noted) syscall(SYS_close, notes);
    return done;
}

ssize_t send(int socket, const void *data, size_t size, int flags) { struct iovec one = {(void *)data, size}; return sent(socket, &one, 1, REAL(send), flags, NULL); }
ssize_t sendmsg(int socket, const struct msghdr *message, int flags) { return sent(socket, message->msg_iov, (int)message->msg_iovlen, NULL, flags, message); }
