/* Put before the C library (LD_PRELOAD): the wall clock of a process is off by the seconds that lie in the file LEAPS,
   as a 64-bit number; every other clock goes as it does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *leap;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("LEAPS");
    int file = path ? open(path, O_RDONLY) : -1;
    if (file < 0) return;
    void *there = mmap(NULL, sizeof *leap, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (there != MAP_FAILED) leap = there;
}

static int64_t off(void) { return leap ? *leap : 0; }

int clock_gettime(clockid_t which, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int failed = real(which, at);
    if (!failed && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) at->tv_sec += off();
    return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int failed = clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return failed;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}
