/* SPDX-License-Identifier: Apache-2.0 */
/* The remedies of remedies.h that differ on Windows. */
/* clang-format off */
REMEDY(UNREADABLE_DIRECTORY,
       "Let the users of OpenCL read it: its properties, tab Security ({where})")
REMEDY(UNTRUSTED_OWNER,
       "The loader reads a user's files only if that user, the administrators or Windows own "
       "them: their properties, tab Security ({message})")
REMEDY(UNTRUSTED_RIGHTS,
       "The loader reads a user's files only if nobody else may write to them: their properties, "
       "tab Security ({message})")
REMEDY(FILE_UNREADABLE, "Make the file readable: its properties, tab Security ({where})")
REMEDY(NAME_EMPTY, "Remove {where}, or the extra semicolon from {source}")
REMEDY(NAME_PRIVILEGED,
       "Write the full path, with the drive, into {where}: a name from the current folder could "
       "be anybody's.")
REMEDY(LIBRARY_MISSING,
       "Install what {library} belongs to. If the driver is no longer wanted, remove {where}")
REMEDY(LIBRARY_UNREADABLE, "Make the library readable: its properties, tab Security ({library})")
REMEDY(LIBRARY_REFUSED,
       "A library that the driver needs, or a function of one, is missing: install the driver "
       "again, or update Windows. A name with a folder needs the drive, too.")
REMEDY(PLATFORMS_FAILED,
       "The driver probably cannot use its device: check the Device Manager, and update the "
       "driver. Otherwise ask the driver's vendor.")
REMEDY(NO_PLATFORMS,
       "Usually it has found no device that it can use: check in the Device Manager whether the "
       "device is there and works. If you have no such device, uninstall the driver.")
REMEDY(UNTRUSTED_SHARED,
       "Put the file itself here, with an absolute path in it. No link and no relative name may "
       "lead through {message}. Or name the directory in OCL_ICD_VENDORS")
