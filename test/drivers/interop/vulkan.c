/* SPDX-License-Identifier: Apache-2.0 */
#include "vulkan.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "exchange.spv.h"

#define MOST_DEVICES 16
#define CHECK(call)  check((call), #call)

/* From Vulkan 1.1 on only these two are extensions; the core has everything else that sharing
 * needs. */
static const char *const extensions[] = {
    VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME,
    VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME,
};
#define EXTENSIONS (sizeof extensions / sizeof *extensions)

struct device {
    VkPhysicalDevice handle;
    uint8_t uuid[VULKAN_UUID_SIZE];
    char text[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE + VK_MAX_DRIVER_NAME_SIZE + VK_MAX_DRIVER_INFO_SIZE +
              64];
};

struct vulkan {
    VkInstance instance;
    struct device devices[MOST_DEVICES];
    unsigned device_count;

    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
    struct vulkan_size size;

    VkImage image;
    VkImageView view;
    VkBuffer shared, seen;
    VkDeviceMemory image_memory, shared_memory, seen_memory;
    const uint32_t *seen_words; /* seen_memory, mapped */
    VkSemaphore to_vulkan, from_vulkan;

    VkDescriptorSetLayout set_layout;
    VkDescriptorPool descriptors;
    VkDescriptorSet set;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkCommandPool commands;
    VkCommandBuffer command;
    VkFence fence;
};

static void check(VkResult result, const char *call)
{
    if (result == VK_SUCCESS) return;
    fprintf(stderr, "Vulkan: %s: VkResult %d\n", call, result);
    exit(1);
}

/* ---- finding a device ---- */

static bool has_extensions(VkPhysicalDevice device)
{
    uint32_t count = 0;
    CHECK(vkEnumerateDeviceExtensionProperties(device, NULL, &count, NULL));
    VkExtensionProperties *properties = calloc(count + 1, sizeof *properties);
    CHECK(vkEnumerateDeviceExtensionProperties(device, NULL, &count, properties));
    unsigned found = 0;
    for (uint32_t i = 0; i < count; i++)
        for (unsigned n = 0; n < EXTENSIONS; n++)
            found += strcmp(properties[i].extensionName, extensions[n]) == 0;
    free(properties);
    return found == EXTENSIONS;
}

static void describe(struct device *device, VkPhysicalDevice handle)
{
    VkPhysicalDeviceDriverProperties driver = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES,
    };
    VkPhysicalDeviceIDProperties id = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES,
        .pNext = &driver,
    };
    VkPhysicalDeviceProperties2 all = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
        .pNext = &id,
    };
    vkGetPhysicalDeviceProperties2(handle, &all);
    device->handle = handle;
    memcpy(device->uuid, id.deviceUUID, VULKAN_UUID_SIZE);
    snprintf(device->text, sizeof device->text, "%s (Vulkan %u.%u.%u, driver %s %s)",
             all.properties.deviceName, VK_API_VERSION_MAJOR(all.properties.apiVersion),
             VK_API_VERSION_MINOR(all.properties.apiVersion),
             VK_API_VERSION_PATCH(all.properties.apiVersion), driver.driverName, driver.driverInfo);
}

struct vulkan *vulkan_start(const char **why)
{
    struct vulkan *vulkan = calloc(1, sizeof *vulkan);
    VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pApplicationName = "interop",
        .apiVersion = VK_API_VERSION_1_2,
    };
    VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pApplicationInfo = &application,
    };
    VkPhysicalDevice handles[MOST_DEVICES];
    uint32_t count = MOST_DEVICES;
    *why = "no Vulkan driver";
    if (vkCreateInstance(&info, NULL, &vulkan->instance) != VK_SUCCESS) {
        free(vulkan);
        return NULL;
    }
    VkResult result = vkEnumeratePhysicalDevices(vulkan->instance, &count, handles);
    if (result != VK_SUCCESS && result != VK_INCOMPLETE) count = 0;
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(handles[i], &properties);
        /* The core has VkPhysicalDeviceDriverProperties from 1.2 on. */
        if (properties.apiVersion >= VK_API_VERSION_1_2 && has_extensions(handles[i]))
            describe(&vulkan->devices[vulkan->device_count++], handles[i]);
    }
    if (vulkan->device_count) return vulkan;
    *why = "no Vulkan device that shares memory and semaphores by file descriptor";
    vulkan_end(vulkan);
    return NULL;
}

unsigned vulkan_device_count(const struct vulkan *vulkan)
{
    return vulkan->device_count;
}

const uint8_t *vulkan_device_uuid(const struct vulkan *vulkan, unsigned n)
{
    return vulkan->devices[n].uuid;
}

const char *vulkan_device_text(const struct vulkan *vulkan, unsigned n)
{
    return vulkan->devices[n].text;
}

/* ---- the shared objects ---- */

static void open_device(struct vulkan *vulkan)
{
    VkQueueFamilyProperties families[16];
    uint32_t count = 16;
    vkGetPhysicalDeviceQueueFamilyProperties(vulkan->physical, &count, families);
    while (vulkan->family < count && !(families[vulkan->family].queueFlags & VK_QUEUE_COMPUTE_BIT))
        vulkan->family++;
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = vulkan->family,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = EXTENSIONS,
        .ppEnabledExtensionNames = extensions,
    };
    CHECK(vkCreateDevice(vulkan->physical, &info, NULL, &vulkan->device));
    vkGetDeviceQueue(vulkan->device, vulkan->family, 0, &vulkan->queue);
}

static uint32_t memory_type(struct vulkan *vulkan, uint32_t allowed, VkMemoryPropertyFlags wanted)
{
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(vulkan->physical, &memory);
    for (uint32_t i = 0; i < memory.memoryTypeCount; i++)
        if (allowed & 1u << i && (memory.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
    fprintf(stderr, "Vulkan: no memory of the kind that is wanted\n");
    exit(1);
}

/* Allocates memory for one image or one buffer (the other is VK_NULL_HANDLE), which another API may
 * use if `shared` is set. */
static VkDeviceMemory allocate(struct vulkan *vulkan, VkMemoryRequirements needs, VkImage image,
                               VkBuffer buffer, bool shared)
{
    VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
        .image = image,
        .buffer = buffer,
    };
    VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .pNext = image ? &dedicated : NULL,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    if (!shared)
        wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = shared ? &export : NULL,
        .allocationSize = needs.size,
        .memoryTypeIndex = memory_type(vulkan, needs.memoryTypeBits, wanted),
    };
    VkDeviceMemory memory;
    CHECK(vkAllocateMemory(vulkan->device, &info, NULL, &memory));
    return memory;
}

static int memory_handle(struct vulkan *vulkan, VkDeviceMemory memory)
{
    VkMemoryGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
        .memory = memory,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    PFN_vkGetMemoryFdKHR get =
        (PFN_vkGetMemoryFdKHR)vkGetDeviceProcAddr(vulkan->device, "vkGetMemoryFdKHR");
    int descriptor = -1;
    CHECK(get(vulkan->device, &info, &descriptor));
    return descriptor;
}

static void make_image(struct vulkan *vulkan, bool linear, struct vulkan_handles *handles)
{
    VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .pNext = &external,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = VK_FORMAT_R8G8B8A8_UINT,
        .extent = { vulkan->size.width, vulkan->size.height, 1 },
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = linear ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
    };
    CHECK(vkCreateImage(vulkan->device, &info, NULL, &vulkan->image));
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(vulkan->device, vulkan->image, &needs);
    vulkan->image_memory = allocate(vulkan, needs, vulkan->image, VK_NULL_HANDLE, true);
    CHECK(vkBindImageMemory(vulkan->device, vulkan->image, vulkan->image_memory, 0));
    handles->image = memory_handle(vulkan, vulkan->image_memory);
    handles->image_bytes = needs.size;

    VkImageViewCreateInfo view = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = vulkan->image,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = info.format,
        .subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 },
    };
    CHECK(vkCreateImageView(vulkan->device, &view, NULL, &vulkan->view));
}

static VkDeviceMemory make_buffer(struct vulkan *vulkan, VkBuffer *buffer, size_t bytes,
                                  bool shared, size_t *allocated)
{
    VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = shared ? &external : NULL,
        .size = bytes,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
    };
    CHECK(vkCreateBuffer(vulkan->device, &info, NULL, buffer));
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(vulkan->device, *buffer, &needs);
    VkDeviceMemory memory = allocate(vulkan, needs, VK_NULL_HANDLE, *buffer, shared);
    CHECK(vkBindBufferMemory(vulkan->device, *buffer, memory, 0));
    *allocated = needs.size;
    return memory;
}

static VkSemaphore make_semaphore(struct vulkan *vulkan, int *descriptor)
{
    VkExportSemaphoreCreateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = &export,
    };
    VkSemaphore semaphore;
    CHECK(vkCreateSemaphore(vulkan->device, &info, NULL, &semaphore));
    VkSemaphoreGetFdInfoKHR get_descriptor = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .semaphore = semaphore,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    PFN_vkGetSemaphoreFdKHR get =
        (PFN_vkGetSemaphoreFdKHR)vkGetDeviceProcAddr(vulkan->device, "vkGetSemaphoreFdKHR");
    CHECK(get(vulkan->device, &get_descriptor, descriptor));
    return semaphore;
}

void vulkan_import_semaphore(struct vulkan *vulkan, int descriptor)
{
    VkSemaphoreCreateInfo info = { .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO };
    vkDestroySemaphore(vulkan->device, vulkan->to_vulkan, NULL);
    CHECK(vkCreateSemaphore(vulkan->device, &info, NULL, &vulkan->to_vulkan));
    VkImportSemaphoreFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_SEMAPHORE_FD_INFO_KHR,
        .semaphore = vulkan->to_vulkan,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
        .fd = descriptor,
    };
    PFN_vkImportSemaphoreFdKHR put =
        (PFN_vkImportSemaphoreFdKHR)vkGetDeviceProcAddr(vulkan->device, "vkImportSemaphoreFdKHR");
    CHECK(put(vulkan->device, &import));
}

/* ---- the work of one frame ---- */

static void make_set(struct vulkan *vulkan)
{
    VkDescriptorSetLayoutBinding bindings[] = {
        { 0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL },
        { 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL },
        { 2, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL },
    };
    VkDescriptorSetLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 3,
        .pBindings = bindings,
    };
    CHECK(vkCreateDescriptorSetLayout(vulkan->device, &layout, NULL, &vulkan->set_layout));
    VkDescriptorPoolSize sizes[] = {
        { VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1 },
        { VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2 },
    };
    VkDescriptorPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = 2,
        .pPoolSizes = sizes,
    };
    CHECK(vkCreateDescriptorPool(vulkan->device, &pool, NULL, &vulkan->descriptors));
    VkDescriptorSetAllocateInfo allocate_info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = vulkan->descriptors,
        .descriptorSetCount = 1,
        .pSetLayouts = &vulkan->set_layout,
    };
    CHECK(vkAllocateDescriptorSets(vulkan->device, &allocate_info, &vulkan->set));

    VkDescriptorImageInfo image = { .imageView = vulkan->view,
                                    .imageLayout = VK_IMAGE_LAYOUT_GENERAL };
    VkDescriptorBufferInfo shared = { vulkan->shared, 0, VK_WHOLE_SIZE };
    VkDescriptorBufferInfo seen = { vulkan->seen, 0, VK_WHOLE_SIZE };
    VkWriteDescriptorSet writes[3];
    for (uint32_t i = 0; i < 3; i++)
        writes[i] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = vulkan->set,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = bindings[i].descriptorType,
            .pImageInfo = i == 0 ? &image : NULL,
            .pBufferInfo = i == 1 ? &shared : &seen,
        };
    vkUpdateDescriptorSets(vulkan->device, 3, writes, 0, NULL);
}

static void make_pipeline(struct vulkan *vulkan)
{
    VkPushConstantRange constants = { VK_SHADER_STAGE_COMPUTE_BIT, 0, 5 * sizeof(uint32_t) };
    VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = 1,
        .pSetLayouts = &vulkan->set_layout,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &constants,
    };
    CHECK(vkCreatePipelineLayout(vulkan->device, &layout, NULL, &vulkan->layout));
    VkShaderModuleCreateInfo code = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = sizeof exchange_spirv,
        .pCode = exchange_spirv,
    };
    VkShaderModule module;
    CHECK(vkCreateShaderModule(vulkan->device, &code, NULL, &module));
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = { .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                   .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                   .module = module,
                   .pName = "main" },
        .layout = vulkan->layout,
    };
    CHECK(vkCreateComputePipelines(vulkan->device, VK_NULL_HANDLE, 1, &info, NULL,
                                   &vulkan->pipeline));
    vkDestroyShaderModule(vulkan->device, module, NULL);
}

static void make_commands(struct vulkan *vulkan)
{
    VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
        .queueFamilyIndex = vulkan->family,
    };
    CHECK(vkCreateCommandPool(vulkan->device, &pool, NULL, &vulkan->commands));
    VkCommandBufferAllocateInfo command = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = vulkan->commands,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    CHECK(vkAllocateCommandBuffers(vulkan->device, &command, &vulkan->command));
    VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    CHECK(vkCreateFence(vulkan->device, &fence, NULL, &vulkan->fence));
}

/*
 * Image and buffer change hands between another API's queue family and this one. Before the first
 * frame they hold nothing worth keeping, and there is no previous owner.
 */
enum hand_over { BEGIN, TAKE, GIVE };

static void hand_over(struct vulkan *vulkan, enum hand_over direction)
{
    bool taking = direction != GIVE;
    uint32_t other = direction == BEGIN ? vulkan->family : VK_QUEUE_FAMILY_EXTERNAL;
    uint32_t from = taking ? other : vulkan->family;
    uint32_t to = taking ? vulkan->family : other;
    VkAccessFlags access = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    VkImageMemoryBarrier image = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = taking ? 0 : access,
        .dstAccessMask = taking ? access : 0,
        .oldLayout = direction == BEGIN ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_GENERAL,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = from,
        .dstQueueFamilyIndex = to,
        .image = vulkan->image,
        .subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 },
    };
    VkBufferMemoryBarrier buffer = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
        .srcAccessMask = image.srcAccessMask,
        .dstAccessMask = image.dstAccessMask,
        .srcQueueFamilyIndex = from,
        .dstQueueFamilyIndex = to,
        .buffer = vulkan->shared,
        .size = VK_WHOLE_SIZE,
    };
    VkPipelineStageFlags outside =
        taking ? VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT : VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT;
    VkPipelineStageFlags inside = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    vkCmdPipelineBarrier(vulkan->command, taking ? outside : inside, taking ? inside : outside, 0,
                         0, NULL, 1, &buffer, 1, &image);
}

static void record(struct vulkan *vulkan, uint32_t seed, uint32_t rounds, bool first)
{
    VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    uint32_t constants[] = { vulkan->size.width, vulkan->size.height, seed, rounds, 0 };
    CHECK(vkBeginCommandBuffer(vulkan->command, &begin));
    hand_over(vulkan, first ? BEGIN : TAKE);
    vkCmdBindPipeline(vulkan->command, VK_PIPELINE_BIND_POINT_COMPUTE, vulkan->pipeline);
    vkCmdBindDescriptorSets(vulkan->command, VK_PIPELINE_BIND_POINT_COMPUTE, vulkan->layout, 0, 1,
                            &vulkan->set, 0, NULL);
    vkCmdPushConstants(vulkan->command, vulkan->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                       sizeof constants, constants);
    vkCmdDispatch(vulkan->command, (vulkan->size.width + 15) / 16, (vulkan->size.height + 15) / 16,
                  1);
    hand_over(vulkan, GIVE);
    VkMemoryBarrier for_host = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };
    vkCmdPipelineBarrier(vulkan->command, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &for_host, 0, NULL, 0, NULL);
    CHECK(vkEndCommandBuffer(vulkan->command));
}

void vulkan_submit(struct vulkan *vulkan, uint32_t seed, uint32_t rounds, int first,
                   int with_semaphores)
{
    record(vulkan, seed, rounds, first);
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .waitSemaphoreCount = with_semaphores && !first,
        .pWaitSemaphores = &vulkan->to_vulkan,
        .pWaitDstStageMask = &stage,
        .commandBufferCount = 1,
        .pCommandBuffers = &vulkan->command,
        .signalSemaphoreCount = with_semaphores != 0,
        .pSignalSemaphores = &vulkan->from_vulkan,
    };
    CHECK(vkQueueSubmit(vulkan->queue, 1, &submit, vulkan->fence));
}

const uint32_t *vulkan_seen(struct vulkan *vulkan)
{
    static const uint64_t ten_seconds = 10000000000u; /* in nanoseconds */
    CHECK(vkWaitForFences(vulkan->device, 1, &vulkan->fence, VK_TRUE, ten_seconds));
    CHECK(vkResetFences(vulkan->device, 1, &vulkan->fence));
    return vulkan->seen_words;
}

struct vulkan_handles vulkan_share(struct vulkan *vulkan, unsigned n, struct vulkan_size size,
                                   int linear)
{
    struct vulkan_handles handles;
    size_t pixels = (size_t)size.width * size.height;
    size_t ignored;
    void *mapped;
    vulkan->physical = vulkan->devices[n].handle;
    vulkan->size = size;
    open_device(vulkan);
    make_image(vulkan, linear, &handles);
    vulkan->shared_memory =
        make_buffer(vulkan, &vulkan->shared, 4 * pixels, true, &handles.buffer_bytes);
    handles.buffer = memory_handle(vulkan, vulkan->shared_memory);
    vulkan->seen_memory = make_buffer(vulkan, &vulkan->seen, 8 * pixels, false, &ignored);
    CHECK(vkMapMemory(vulkan->device, vulkan->seen_memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    vulkan->seen_words = mapped;
    vulkan->to_vulkan = make_semaphore(vulkan, &handles.to_vulkan);
    vulkan->from_vulkan = make_semaphore(vulkan, &handles.from_vulkan);
    make_set(vulkan);
    make_pipeline(vulkan);
    make_commands(vulkan);
    return handles;
}

void vulkan_end(struct vulkan *vulkan)
{
    VkDevice device = vulkan->device;
    if (device) {
        CHECK(vkDeviceWaitIdle(device));
        vkDestroyFence(device, vulkan->fence, NULL);
        vkDestroyCommandPool(device, vulkan->commands, NULL);
        vkDestroyPipeline(device, vulkan->pipeline, NULL);
        vkDestroyPipelineLayout(device, vulkan->layout, NULL);
        vkDestroyDescriptorPool(device, vulkan->descriptors, NULL);
        vkDestroyDescriptorSetLayout(device, vulkan->set_layout, NULL);
        vkDestroySemaphore(device, vulkan->to_vulkan, NULL);
        vkDestroySemaphore(device, vulkan->from_vulkan, NULL);
        vkDestroyImageView(device, vulkan->view, NULL);
        vkDestroyImage(device, vulkan->image, NULL);
        vkDestroyBuffer(device, vulkan->shared, NULL);
        vkDestroyBuffer(device, vulkan->seen, NULL);
        vkFreeMemory(device, vulkan->image_memory, NULL);
        vkFreeMemory(device, vulkan->shared_memory, NULL);
        vkFreeMemory(device, vulkan->seen_memory, NULL);
        vkDestroyDevice(device, NULL);
    }
    vkDestroyInstance(vulkan->instance, NULL);
    free(vulkan);
}
