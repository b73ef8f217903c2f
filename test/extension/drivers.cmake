# SPDX-License-Identifier: Apache-2.0
# The drivers for the tests of extension functions, the drivers that each program needs, and the ways in which a program
# gets the functions. Included here and by ../windows.

# Drivers that have all these functions, or only those that a user of semaphores needs.
set(semaphores "clCreateSemaphoreWithPropertiesKHR clGetSemaphoreInfoKHR clRetainSemaphoreKHR \
clReleaseSemaphoreKHR")
fake_driver(has_all_1 FAKE_HAS="all")
fake_driver(has_all_2 FAKE_HAS="all")
fake_driver(has_none FAKE_HAS="")
fake_driver(has_all_icd2 FAKE_HAS="all" FAKE_TABLE=TABLE_TAG_BOTH FAKE_ICD2=ICD2_GET|ICD2_SET)
fake_driver(has_all_short FAKE_HAS="all" FAKE_TABLE=TABLE_SHORT FAKE_VERSION="OpenCL 1.1 fake")
fake_driver(takes_global FAKE_HAS="" FAKE_TAKES_GLOBAL=1)
fake_driver(has_some FAKE_HAS="${semaphores}")
fake_driver(has_some_more FAKE_HAS="${semaphores} clGetSemaphoreHandleForTypeKHR")
fake_driver(forty FAKE_HAS="" FAKE_PLATFORMS=40) # so the others are not among the first 32 platforms
# Drivers whose platforms share one table and answer alike or differently, and one whose objects have another table.
fake_driver(answer_alike FAKE_HAS="all" FAKE_PLATFORMS=2)
fake_driver(answer_unlike FAKE_HAS="all" FAKE_PLATFORMS=3 FAKE_BAD=1 FAKE_BAD_HAS=BAD_HAS_OTHERS)
fake_driver(one_has_nothing FAKE_HAS="all" FAKE_PLATFORMS=2 FAKE_BAD=0 FAKE_BAD_HAS=BAD_HAS_NOTHING)
fake_driver(other_table FAKE_HAS="all" FAKE_PLATFORMS=2 FAKE_BAD=1 FAKE_BAD_HAS=BAD_HAS_OTHERS
    FAKE_OTHER_TABLE=1)

# The ways to get the functions: way_WAY lists the libraries.
set(way_shared clrelay::ext)
set(way_static clrelay::ext_static)
set(way_loader OpenCL::OpenCL)

# Each test is NAME.c, and NAME_needs lists its drivers in this order.
set(extension_tests forwarding platforms semaphores semaphores_alike semaphores_shared threads)
set(forwarding_needs has_all_1 has_all_2 has_none has_all_icd2 has_all_short takes_global)
set(platforms_needs answer_alike answer_unlike one_has_nothing other_table)
set(semaphores_needs has_some has_some_more)
set(semaphores_alike_needs answer_alike)
set(semaphores_shared_needs forty answer_unlike)
set(threads_needs has_all_1 has_all_2)
