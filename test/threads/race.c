/* SPDX-License-Identifier: Apache-2.0 */
/*
 * race [ROUNDS [NUMBER]]: many threads make the first call at once, through different functions.
 * All get an answer and see the same platforms, and the loader asks each driver once. With 0 rounds
 * only round NUMBER runs, in this process, for checkers that follow one process.
 */
#include "drivers.h"
#include "first_calls.h"
#include "rounds.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 64, MOST = 16 };

static pthread_barrier_t barrier;
static struct racer {
    pthread_t thread;
    unsigned number, delay;
    bool answered;
    cl_uint count;
    cl_platform_id list[MOST];
    char names[MOST][100];
} racers[THREADS];

/* Each thread starts at another moment, and the distances differ from round to round. */
static void delay(unsigned turns)
{
    static atomic_uint turn;
    for (unsigned i = 0; i < turns; i++) atomic_fetch_add(&turn, 1);
}

static void *race(void *argument)
{
    struct racer *racer = argument;
    pthread_barrier_wait(&barrier);
    delay(racer->delay);
    racer->answered = first_calls[racer->number % FIRST_CALLS].answers();
    if (clGetPlatformIDs(MOST, racer->list, &racer->count) != CL_SUCCESS) racer->count = 0;
    for (cl_uint i = 0; i < racer->count && i < MOST; i++)
        clGetPlatformInfo(racer->list[i], CL_PLATFORM_NAME, sizeof racer->names[i], racer->names[i],
                          NULL);
    return NULL;
}

static void check_racer(const struct racer *racer, unsigned platforms)
{
    const struct racer *first = &racers[0];
    if (!racer->answered)
        test_report(__FILE__, __LINE__, "%s had no answer",
                    first_calls[racer->number % FIRST_CALLS].name);
    CHECK_INT(racer->count, platforms);
    CHECK(!memcmp(racer->list, first->list, sizeof racer->list));
    CHECK(!memcmp(racer->names, first->names, sizeof racer->names));
}

static void round_of(unsigned number)
{
    static const unsigned distances[] = { 0, 1, 20, 400, 5000 };
    const struct machine *machine = &machines[number % MACHINES];
    unsigned distance = distances[number / MACHINES % 5], seed = number;
    machine_use(machine, "/dev/null");
    if (pthread_barrier_init(&barrier, NULL, THREADS)) TEST_STOP("no barrier");
    for (unsigned i = 0; i < THREADS; i++) {
        racers[i].number = i + number;
        racers[i].delay = distance ? (unsigned)rand_r(&seed) % distance : 0;
        if (pthread_create(&racers[i].thread, NULL, race, &racers[i])) TEST_STOP("no thread");
    }
    for (unsigned i = 0; i < THREADS; i++) pthread_join(racers[i].thread, NULL);
    for (unsigned i = 0; i < THREADS; i++) check_racer(&racers[i], machine->platforms);
    for (size_t i = 0; i < MACHINE_DRIVERS; i++)
        CHECK_INT(drivers_open(machine_drivers[i])->listed(), 1);
}

int main(int count, char **argument)
{
    unsigned rounds = rounds_wanted(count, argument, 200);
    if (!rounds) round_of(count > 2 ? (unsigned)strtoul(argument[2], NULL, 10) : 0);
    for (unsigned i = 0; i < rounds; i++) rounds_run(round_of, i);
    return test_end();
}
