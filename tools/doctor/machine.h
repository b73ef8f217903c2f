/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for problems of the machine rather than of a driver. */
#ifndef CLRELAY_TOOLS_DOCTOR_MACHINE_H
#define CLRELAY_TOOLS_DOCTOR_MACHINE_H

#include "../report/loader.h"
#include "findings.h"

/* Says why drivers can't reach their devices. On Linux: this user may not use device nodes, or the
 * nodes of a driver without a device do not open. `running`: the process whose view of the machine
 * this process has taken on, or NULL. `missed`: a driver has not found its device. */
struct running;
void machine_check_devices(struct findings *findings, const struct options *options,
                           const struct probed *probed, const struct running *running, bool missed);

/* Says what is wrong with a process of the program and with nothing else: its user, or when it
 * started. The process is the one that was asked for, or another user's that runs the program.
 * Returns whether anything is wrong. */
struct program;
bool machine_check_process(struct findings *findings, const struct options *options,
                           const struct probed *probed, const struct program *program);

/* Says which of the system's drivers a program of Flatpak's or a snap does not get, or all programs
 * of Flatpak's (`program` is NULL). Returns whether the program lacks drivers. */
bool machine_check_packed(struct findings *findings, const struct options *options,
                          const struct report *report, const struct program *program);

/* The functions from here to machine_check_no_driver() look for rows of causes.h that fit. This one
 * looks at variables that name drivers or layers. Returns whether a variable keeps the loader from
 * the drivers of the default directories. */
bool machine_check_variables(struct findings *findings, const struct options *options,
                             const struct probed *probed);
/* Looks at platforms without devices, and at those whose driver has a successor. Returns whether one
 * of them is why no program gets any device. */
bool machine_check_platforms(struct findings *findings, const struct options *options,
                             const struct probed *probed, bool any_device);
/* Looks for drivers that lack a folder or files of their own. Returns whether a driver has no
 * device for that reason. */
bool machine_check_caches(struct findings *findings, const struct options *options,
                          const struct probed *probed);
/* Says what the driver of a platform without devices lacks, and what to do, or returns NULL.
 * `library`: the driver's, or NULL. The caller frees the text. */
char *machine_explain_platform(const struct options *options, const char *library,
                               const struct platform *platform);
struct trial;
/* Returns the identifier of the row that says why a trial failed, or NULL. If there is one, sets its
 * remedy, and its words unless the kernel has run. The caller frees both. */
const char *machine_explain_trial(const struct trial *trial, const struct probed *probed,
                                  char **text, char **remedy);
/* Looks for GPUs that no platform lists. Returns their number, not counting GPUs that a container
 * did not get. `usual`: what other programs get, which may have a report if `probed` has none.
 * *explained becomes true if a row also says why there is no driver. */
size_t machine_check_gpus(struct findings *findings, const struct options *options,
                          const struct probed *probed, const struct probed *usual, bool *explained);
/* Says why there is no driver at all. Returns the identifier of the row that fits, or NULL. */
const char *machine_check_no_driver(struct findings *findings, const struct options *options,
                                    const struct probed *probed);

/* Whether a driver is in the loader's place. */
bool machine_is_driver(const struct loader *loader);

/* Adds that all drivers are off, or for another architecture. */
void machine_add_all_off(struct findings *findings, const struct options *options,
                         const struct report *report);

/* Adds that there are drivers, but not one device. `works`: a driver works. */
void machine_add_no_device(struct findings *findings, const struct options *options,
                           const struct report *report, bool works);

/* Whether a row, by its identifier or NULL, has what matters of the driver's output in its text. */
bool machine_has_quoted(const char *cause);

/* Looks for a row that fits a driver that fails. If there is one, adds to the reason, replaces the
 * remedy, and returns the row's identifier. `answer`: how the process ended that opened the driver,
 * or NULL. */
const char *machine_explain_driver(const struct options *options, const struct report *report,
                                   const struct candidate *driver, const struct answer *answer,
                                   char **reason, char **remedy);

/* Looks for a row that fits the end of a process with all drivers, any of which may have ended it.
 * If there is one, replaces the remedy, and returns the row's identifier. */
const char *machine_explain_crash(const struct options *options, const struct answer *answer,
                                  char **remedy);

/* Says what to do if a driver (or NULL) has crashed or hung in a library that is not its own. NULL:
 * nothing is known about that. The caller frees the text. */
char *machine_crash_remedy(const struct options *options, const struct candidate *driver,
                           const struct answer *answer);

/* Whether the process has crashed as one does that needs more stack. */
bool machine_may_lack_stack(const struct answer *answer);
/* Looks for limits of this process that may be why drivers fail. `crashes`: one may lack stack.
 * Returns whether there is one. */
bool machine_check_limits(struct findings *findings, bool crashes);
/* Such limits in words, for a driver that fails so; or NULL: there is none. The caller frees them. */
char *machine_limit_words(const struct answer *answer);

/* Starts to watch which files that name drivers a loader opens. machine_unwatch() frees the
 * result. */
struct unread;
struct unread *machine_watch(const struct options *options);
void machine_unwatch(struct unread *unread);
/* Says which of the watched files the loader has not opened; with a report, which of them name a
 * library that is in no searched folder. `works`: the loader has devices all the same. Returns
 * whether one of the files is a problem. */
bool machine_check_unread(struct findings *findings, const struct options *options,
                          const struct report *report, struct unread *unread, bool works);

/* The vendors whose GPUs a driver is for, as bits. 0: none, or not known. */
unsigned machine_vendors(const struct candidate *driver);
/* Whether a driver is for GPUs, and this machine certainly has none of these. */
bool machine_lacks_gpu(const struct options *options, const struct candidate *driver);
/* Whether two devices are the only GPU here of their vendor. */
bool machine_is_one_gpu(const struct options *options, const struct device *one,
                        const struct device *other);

/* Device nodes that this user may not use, all of one group. */
struct rights {
    const char *nodes, *group, *user;
    const char *who;   /* who has no right to use the nodes, like "you have" */
    const char *again; /* how to begin again after the user has joined the group */
    bool named;        /* the group has a name here */
    bool helps;        /* members of the group may use the nodes */
    bool joined;       /* the user joined the group after this session began */
    bool video;        /* this session has the group video */
    bool render;       /* this session has the group render */
};
/* Device nodes that this user may use, but that do not open. */
struct unopened {
    char *nodes; /* the nodes, with commas between them */
    int error;   /* what node_open() returned */
};
/* Whether there is a driver without a device that may need a node of this name. */
bool machine_misses(const struct probed *probed, const char *node);
/* Adds why nodes do not open. */
void machine_add_unopened(struct findings *findings, const struct options *options,
                          const struct unopened *unopened);
/* Adds why this user may not use nodes. */
void machine_add_rights(struct findings *findings, const struct options *options,
                        const struct rights *rights, enum urgency urgency);

/* The libOpenCL.so.1 that programs get (`file`), the one of this command (`own`), and the one that
 * programs would get without LD_LIBRARY_PATH (`usual`). The last two are NULL if there is none.
 * `variable`: the folder in LD_LIBRARY_PATH that has `file`, or NULL. `beside`: only this command
 * gets `file`. `is_unsearched`: ldconfig does not know the folder of `own`. */
struct libraries {
    const char *file, *own, *usual, *variable;
    bool beside, is_unsearched;
};
/* Adds what is wrong with the library that programs get. */
void machine_add_library(struct findings *findings, const struct options *options,
                         const struct probed *probed, const struct libraries *libraries);
/* Notes that the active environment of conda has a libOpenCL of its own. `usual`: the file that other
 * programs get. */
void machine_add_environment(struct findings *findings, const struct options *options,
                             const char *usual);
/* Adds that the loader can't be opened. `error`: the system's message; NULL: opening the loader
 * ends the process. `program`: the file of a program that gets this loader, or NULL. Returns
 * whether a row fits. */
bool machine_add_no_loader(struct findings *findings, const struct options *options,
                           const char *program, const char *error);

/* A libOpenCL.so.1 in one of the system's folders that is another file than the loader, or NULL.
 * The caller frees the path. */
char *machine_other_library(const struct options *options);
/* The only folder of the Nix store below `root` with a libOpenCL.so.1, or NULL. The caller frees the
 * path. */
char *machine_store_folder(const char *root);

/* How many libraries the files in /etc/OpenCL/vendors name to this loader. 0: also if a variable names
 * others, or the loader looks elsewhere. */
size_t machine_count_drivers(const struct options *options, const struct loader *loader);

/* Whether this libOpenCL may be a vendor's OpenCL itself: it does not look for drivers, and neither a
 * file nor a variable names one. */
bool machine_is_vendors_own(const struct options *options);

/* A library of clrelay's, whose loader says what becomes of each driver, or NULL. The caller frees
 * the path. */
char *machine_reporting_library(const struct options *options);

/* Looks for libraries with the loader's name that hide the library that programs should get. */
void machine_check_libraries(struct findings *findings, const struct options *options,
                             const struct probed *probed);

/* Notes a libOpenCL.so with which a program for this architecture (NULL: this command's) can't be
 * linked. `first`: only if linkers find it before the right one. */
void machine_check_link(struct findings *findings, const struct options *options,
                        const char *architecture, bool first);

/* Facts about the machine, for people. A fact without a name ends the list. The caller frees the
 * values. */
struct fact {
    const char *name;
    char *value;
};
enum { MOST_FACTS = 4 };
void machine_facts(struct fact facts[MOST_FACTS + 1]);

/* Whether this user is root and PATH has no sudo, as in many containers. */
bool machine_is_without_sudo(void);

/* Whether a cause for which a loader has no platform is about one driver, and .icd files name
 * others. */
bool machine_is_partial(const struct options *options, const char *cause);

/* Says which driver to install on this hardware. The caller frees the text. */
char *machine_advice(const struct options *options);

#endif
