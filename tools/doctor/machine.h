/* SPDX-License-Identifier: Apache-2.0 */
/* Problems of the machine rather than of a driver. */
#ifndef CLRELAY_TOOLS_DOCTOR_MACHINE_H
#define CLRELAY_TOOLS_DOCTOR_MACHINE_H

#include "../report/loader.h"
#include "findings.h"

/* Why drivers can't reach their devices: on Linux, device nodes that this user may not use, and
 * nodes that do not open, of drivers without a device. `running`: the process whose view of
 * the machine this one has taken on, or NULL. `missed`: a driver has not found its device. */
struct running;
void machine_check_devices(struct findings *findings, const struct options *options,
                           const struct probed *probed, const struct running *running, bool missed);

/* What is wrong with a process alone, of the one that was asked for, or of another user's that runs
 * the program: as whom it runs, or since when. Returns whether anything is. */
struct program;
bool machine_check_process(struct findings *findings, const struct options *options,
                           const struct probed *probed, const struct program *program);

/* Which drivers a program of Flatpak's does not get that the system has. Returns whether there are
 * such. */
bool machine_check_flatpak(struct findings *findings, const struct options *options,
                           const struct report *report, const struct program *program);

/* The rows of causes.h. Variables (`report`: NULL if the loader gives none): returns whether one
 * hides the drivers of the default directories. Platforms without devices: returns whether one is
 * why no program gets any. GPUs that no platform lists: returns their number; `explained`: a row
 * also says why there is no driver. No driver at all: returns the identifier of the row that fits,
 * or NULL. */
bool machine_check_variables(struct findings *findings, const struct options *options,
                             const struct report *report);
bool machine_check_platforms(struct findings *findings, const struct options *options,
                             const struct report *report, bool any_device);
/* Drivers that lack a folder or files of their own: returns whether one has no device therefore. */
bool machine_check_caches(struct findings *findings, const struct options *options,
                          const struct probed *probed);
/* The same for the driver of a platform without devices, in words and with a remedy; or NULL. The
 * caller frees it. `library` is the driver's, or NULL. */
char *machine_explain_platform(const struct options *options, const char *library,
                               const struct platform *platform);
struct trial;
/* If a row says why a trial failed: its words and remedy, for the caller to free, and as the value
 * its identifier; or NULL. */
const char *machine_explain_trial(const struct trial *trial, const struct probed *probed,
                                  char **text, char **remedy);
size_t machine_check_gpus(struct findings *findings, const struct options *options,
                          const struct probed *probed, bool *explained);
const char *machine_check_no_driver(struct findings *findings, const struct options *options,
                                    const struct probed *probed);

/* Whether a driver is in the loader's place. */
bool machine_is_driver(const struct loader *loader);

/* All drivers are off, or for another architecture. */
void machine_add_all_off(struct findings *findings, const struct options *options,
                         const struct report *report);

/* There are drivers, but not one device. `works`: one of them does. */
void machine_add_no_device(struct findings *findings, const struct options *options,
                           const struct report *report, bool works);

/* If a row fits a driver that fails: adds to the reason, replaces the remedy, and returns the
 * row's identifier. `answer`: how the process ended that opened it, or NULL. */
const char *machine_explain_driver(const struct options *options, const struct report *report,
                                   const struct candidate *driver, const struct answer *answer,
                                   char **reason, char **remedy);

/* What to do if a driver (or NULL) has crashed in a library that is not its own, or NULL: nothing
 * is known of that. The caller frees it. */
char *machine_crash_remedy(const struct options *options, const struct candidate *driver,
                           const struct answer *answer);

/* Limits of this process that may be why drivers fail. Returns whether there is one. */
bool machine_check_limits(struct findings *findings);

/* Watches, while a loader lists its platforms, whether it opens files that name drivers.
 * machine_unwatch() frees it. */
struct unread;
struct unread *machine_watch(const struct options *options);
void machine_unwatch(struct unread *unread);
/* The files that it has not opened; only for a loader without a report. `works`: it has devices all
 * the same. Returns whether one is a problem. */
bool machine_check_unread(struct findings *findings, const struct options *options,
                          struct unread *unread, bool works);

/* Whose GPUs a driver is for, as bits. 0: of none, or not known. */
unsigned machine_vendors(const struct candidate *driver);
/* Whether a driver is for GPUs of which there is certainly none here. */
bool machine_lacks_gpu(const struct options *options, const struct candidate *driver);

/* Device nodes that this user may not use, all of one group. */
struct rights {
    const char *nodes, *group, *user;
    const char *who;   /* has no right, as "you have" */
    const char *again; /* what to do when the user has the right */
    bool named;        /* the group has a name here */
    bool helps;        /* its members may use them */
    bool joined;       /* the user joined it after this session began */
    bool video;        /* the user is in the group video */
};
/* Device nodes that this user may use, and that do not open. */
struct unopened {
    char *nodes; /* separated by commas */
    int error;   /* as node_open() says */
};
/* Whether a driver has no device that may need such a node. */
bool machine_misses(const struct probed *probed, const char *node);
void machine_add_unopened(struct findings *findings, const struct options *options,
                          const struct unopened *unopened);
void machine_add_rights(struct findings *findings, const struct options *options,
                        const struct rights *rights, enum urgency urgency);

/* The libOpenCL.so.1 that programs get, and others: this command's, and what programs would get
 * without LD_LIBRARY_PATH, each NULL if there is none. `variable`: the folder in LD_LIBRARY_PATH
 * that has the file. `beside`: only this command gets it. */
struct libraries {
    const char *file, *own, *usual, *variable;
    bool beside;
};
void machine_add_library(struct findings *findings, const struct options *options,
                         const struct probed *probed, const struct libraries *libraries);
/* The loader can't be opened. `error`: the system's message, or NULL: that ends the process.
 * Returns whether a row fits. */
bool machine_add_no_loader(struct findings *findings, const struct options *options,
                           const char *error);

/* A libOpenCL.so.1 in one of the system's folders that is another one, or NULL. The caller frees
 * it. */
char *machine_other_library(const struct options *options);

/* Libraries with the loader's name that hide the one that programs should get. */
void machine_check_libraries(struct findings *findings, const struct options *options,
                             const struct probed *probed);

/* Facts about the machine, for people. NULL as a name ends the list. The caller frees the
 * values. */
struct fact {
    const char *name;
    char *value;
};
enum { MOST_FACTS = 4 };
void machine_facts(struct fact facts[MOST_FACTS + 1]);

/* What to install if there is no driver, judged by the hardware. The caller frees it. */
char *machine_advice(const struct options *options);

#endif
