#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::test
{
struct ZipEntry
{
    std::string name;
    std::string bytes;
    std::uint32_t unixMode = 0100644;
};

inline std::uint32_t crcOf(const std::string& bytes)
{
    std::uint32_t crc = 0xffffffffU;
    for (const char byte : bytes) {
        crc ^= static_cast<unsigned char>(byte);
        for (int i = 0; i < 8; ++i)
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
    }
    return ~crc;
}

inline void put(std::string& out, std::uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; ++i)
        out += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
}

/// A zip archive of stored files, by hand: real archivers refuse to make hostile ones.
inline std::string zipOf(const std::vector<ZipEntry>& entries)
{
    std::string files;
    std::string list;
    for (const auto& entry : entries) {
        const auto offset = files.size();
        const auto common = [&](std::string& out) {
            put(out, 20, 2); // version
            put(out, 0, 2);  // flags
            put(out, 0, 2);  // stored
            put(out, 0, 4);  // time and date
            put(out, crcOf(entry.bytes), 4);
            put(out, entry.bytes.size(), 4);
            put(out, entry.bytes.size(), 4);
            put(out, entry.name.size(), 2);
            put(out, 0, 2); // extra
        };
        put(files, 0x04034b50, 4);
        common(files);
        files += entry.name + entry.bytes;
        put(list, 0x02014b50, 4);
        put(list, 0x0314, 2); // made on Unix
        common(list);
        put(list, 0, 2); // comment
        put(list, 0, 2); // disk
        put(list, 0, 2);
        put(list, std::uint64_t{entry.unixMode} << 16U, 4);
        put(list, offset, 4);
        list += entry.name;
    }
    auto zip = files + list;
    put(zip, 0x06054b50, 4);
    put(zip, 0, 4);
    put(zip, entries.size(), 2);
    put(zip, entries.size(), 2);
    put(zip, list.size(), 4);
    put(zip, files.size(), 4);
    put(zip, 0, 2);
    return zip;
}
} // namespace mapwright::test
