# SPDX-License-Identifier: Apache-2.0
# The steps of .ci/run and what each waits for. Their order says which begin first: those that take longest.
gate := documents format sources tests asan windows-builds loader
more := asan-long s390x windows long khronos proofs i386-arm64 tsan clang msan lint fuzz mutants tools

.PHONY: gate all $(gate) $(more)
gate: $(gate)
all: $(gate) $(more)
$(gate) $(more):
	@.ci/step $@
windows-builds s390x i386-arm64: | sources
windows: | windows-builds
long khronos lint: | tests
asan-long: | asan
