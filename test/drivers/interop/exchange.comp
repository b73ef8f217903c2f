// SPDX-License-Identifier: Apache-2.0
// One frame's work of Vulkan: reads what OpenCL wrote into the shared image and the shared buffer,
// then writes its own pattern over both. One invocation handles one pixel.
#version 450

layout(local_size_x = 16, local_size_y = 16) in;

layout(set = 0, binding = 0, rgba8ui) uniform uimage2D shared_image;
layout(set = 0, binding = 1) buffer SharedBuffer { uint shared_words[]; };
// What this shader has read: the pixels of the image, packed, then the words of the buffer.
layout(set = 0, binding = 2) buffer Seen { uint seen[]; };

layout(push_constant) uniform Frame {
    uint width, height;
    uint seed;
    uint rounds; // how long to wait before writing
    uint none;   // always 0, but a compiler cannot know this
};

// pattern.h has the same function in C.
uint pattern(uint index, uint seed)
{
    uint x = index * 2654435761u ^ seed;
    x ^= x >> 15;
    x *= 2246822519u;
    return x ^ (x >> 13);
}

void main()
{
    uvec2 at = gl_GlobalInvocationID.xy;
    if (at.x >= width || at.y >= height) return;
    uint index = at.y * width + at.x;

    uvec4 pixel = imageLoad(shared_image, ivec2(at));
    seen[index] = pixel.r | pixel.g << 8 | pixel.b << 16 | pixel.a << 24;
    seen[width * height + index] = shared_words[index];

    uint slow = index;
    for (uint i = 0u; i < rounds; i++) slow = pattern(slow, i);
    uint word = pattern(index, seed) ^ (slow & none);
    imageStore(shared_image, ivec2(at), (uvec4(word) >> uvec4(0, 8, 16, 24)) & 255u);
    shared_words[index] = pattern(index, ~seed);
}
