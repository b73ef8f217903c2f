# SPDX-License-Identifier: Apache-2.0
# The drivers of the tests of extension functions, which programs need which, and the ways in which a
# program has the functions. Included here and by ../windows.

# Drivers that have these functions: all, or only what one needs who makes semaphores.
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
# Drivers whose platforms have one table, and answer alike or not; whose objects have another one.
fake_driver(answer_alike FAKE_HAS="all" FAKE_PLATFORMS=2)
fake_driver(answer_unlike FAKE_HAS="all" FAKE_PLATFORMS=3 FAKE_BAD=1 FAKE_BAD_HAS=BAD_HAS_OTHERS)
fake_driver(one_has_nothing FAKE_HAS="all" FAKE_PLATFORMS=2 FAKE_BAD=0 FAKE_BAD_HAS=BAD_HAS_NOTHING)
fake_driver(other_table FAKE_HAS="all" FAKE_PLATFORMS=2 FAKE_BAD=1 FAKE_BAD_HAS=BAD_HAS_OTHERS
    FAKE_OTHER_TABLE=1)

# The ways to have the functions: WAY, definitions, libraries.
set(way_shared clrelay::ext)
set(way_static clrelay::ext_static)
set(way_loader OpenCL::OpenCL)

# NAME.c of each, and the drivers that there are, in this order.
set(extension_tests forwarding platforms semaphores semaphores_shared threads)
set(forwarding_needs has_all_1 has_all_2 has_none has_all_icd2 has_all_short takes_global)
set(platforms_needs answer_alike answer_unlike one_has_nothing other_table)
set(semaphores_needs has_some has_some_more)
set(semaphores_shared_needs forty answer_unlike)
set(threads_needs has_all_1 has_all_2)
