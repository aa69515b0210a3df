#pragma once

#include "engine_core/base/files/files.h"
#include "engine_core/render/gl/gl_device.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace engine
{
/// The programs made from the files of one folder. A file may `#include "other.glsl"`; every file
/// is taken in once.
class ShaderLibrary
{
public:
    explicit ShaderLibrary(fs::path folder);

    /// The program of NAME.vert and NAME.frag (or of two names), compiled with the words of
    /// `defines` defined as 1, such as "MODE_LIT FAST". 0 if it has never compiled; the log says
    /// where the mistake is.
    [[nodiscard]] GLuint program(const std::string& vertex,
                                 const std::string& fragment,
                                 const std::string& defines = {});

    /// Compiles again what depends on a changed file; an old program stays until the new one works.
    void reload();

private:
    struct Entry
    {
        std::string vertex, fragment, defines;
        GlProgram program;
        std::map<fs::path, fs::file_time_type> files; ///< as they were when it was compiled
    };

    struct Source
    {
        std::string text;
        std::vector<fs::path> files; ///< by the number that #line gives them
    };

    [[nodiscard]] Result<Source> read(const std::string& file, const std::string& defines) const;
    Result<void> append(const fs::path& file, Source& source) const;
    [[nodiscard]] GLuint compile(GLenum stage, const Source& source) const;
    void build(Entry& entry) const;
    [[nodiscard]] static bool changed(const Entry& entry);

    /// Lets the driver forget its compiler once a few views were drawn without compiling anything:
    /// Mesa holds 6 MB of built-in functions for it. It comes back by itself when it is needed.
    void releaseCompilerWhenQuiet();

    fs::path m_folder;
    bool m_compilerInUse = false;
    int m_quietUses = 0; ///< of programs since the last one was compiled
    std::map<std::string, std::unique_ptr<Entry>> m_entries;
};
} // namespace engine
