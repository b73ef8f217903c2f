# SPDX-License-Identifier: Apache-2.0
"""A program with NVIDIA's own header, where that is installed, as on few machines. (The test trace.marks does the same
as the header.)"""

import subprocess

import test_marks
import tool

PROGRAM = """
#include <nvtx3/nvToolsExt.h>
int main(void)
{
    nvtxDomainHandle_t domain = nvtxDomainCreateA("library");
    nvtxEventAttributes_t about = { 0 };
    nvtxRangeId_t id;
    nvtxRangePushA("outer");
    about.version = NVTX_VERSION;
    about.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    about.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    about.message.registered = nvtxDomainRegisterStringA(domain, "registered");
    nvtxDomainRangePushEx(domain, &about);
    nvtxMarkW(L"wide");
    id = nvtxRangeStartA("start");
    nvtxNameOsThreadA(1, "not shown");
    nvtxRangeEnd(id);
    nvtxDomainRangePop(domain);
    return nvtxRangePop();
}
"""


class Nvtx(test_marks.Case):
    def test_program(self, m):
        try:
            program = m.build("nvtx", PROGRAM, "-ldl", std="gnu11")
        except subprocess.CalledProcessError as error:
            tool.need(b"nvToolsExt.h" not in error.stderr, "there is no nvtx3/nvToolsExt.h")
            raise
        self.assertEqual(m.marks(program=program), [
            'range "outer" begins', 'range "library: registered" begins', 'mark "wide"', 'range "start" begins',
            'range "start" ends', 'range "library: registered" ends', 'range "outer" ends'])
