/* SPDX-License-Identifier: Apache-2.0 */
/* The remedies of remedies.h that differ on Windows. */
/* clang-format off */
REMEDY(UNREADABLE_DIRECTORY,
       "Let the users of OpenCL read it: its properties, tab Security ({where})")
REMEDY(UNTRUSTED_OWNER,
       "What is in a user's own folder counts only if it belongs to this user, to the administrators or "
       "to Windows: its properties, tab Security ({message})")
REMEDY(UNTRUSTED_RIGHTS,
       "What is in a user's own folder counts only if nobody else may write to it: its properties, tab "
       "Security ({message})")
REMEDY(HIDDEN_BY_USER,
       "Nothing, if the user wants this. Otherwise remove the user's own file: {message}")
REMEDY(FILE_MISSING,
       "Correct {source}, which names this file. A name without a backslash is looked up in the default "
       "directories.")
REMEDY(FILE_DANGLING_LINK,
       "What it came with is half removed: remove the link, or install the driver again.")
REMEDY(FILE_UNREADABLE, "Make it readable: its properties, tab Security ({where})")
REMEDY(NAME_EMPTY, "Remove {where}, or the extra semicolon from {source}")
REMEDY(NAME_PRIVILEGED,
       "Write the full path, with the drive, into {where}: a name from the current folder could be "
       "anybody's.")
REMEDY(ITSELF, "Remove {where}: it must name a driver, and OpenCL.dll is not one.")
REMEDY(LIBRARY_MISSING,
       "Install what {library} belongs to. If the driver is no longer wanted, remove {where}")
REMEDY(LIBRARY_UNREADABLE, "Make it readable: its properties, tab Security ({library})")
REMEDY(LIBRARY_REFUSED,
       "A library that it needs, or a function of one, is missing: install the driver again, or update "
       "Windows. A name with a part of a path must have the drive, too.")
REMEDY(PLATFORMS_FAILED,
       "Most often it cannot use its device: look into the Device Manager, and update the driver. Otherwise "
       "ask the driver's vendor.")
REMEDY(NO_PLATFORMS,
       "It found no device that it can use: look into the Device Manager whether the device is there and "
       "works. If you have no such device, uninstall the driver.")
REMEDY(UNTRUSTED_SHARED,
       "Put the files themselves here, with whole paths in them, and no link and no relative name that leads "
       "through {message}; or name the directory in OCL_ICD_VENDORS")
