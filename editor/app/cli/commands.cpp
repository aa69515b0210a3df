#include "editor/app/cli/commands.h"

namespace editor
{
namespace
{
CliCommand yetToCome(std::string name, std::string usage, const std::string& summary)
{
    return {std::move(name), std::move(usage), summary + " (not in this version)",
            summary + ". This command is not in this version.", runUnavailable};
}
} // namespace

// clang-format off: one command a line, in the order of `help`
const std::vector<CliCommand>& cliCommands()
{
    static const std::vector<CliCommand> all{
        {"edit", "[PROJECT or SCENE]", "opens the editor",
         "Opens the editor on a project folder or a scene file; without one on the last project, "
         "or the\n"
         "first time on a copy of the sample First room. Needs a display.",
         runEdit},
        {"tour", "[--out DIR] [--json] [--quiet]", "the main job without a display, with pictures",
         "Builds the tutorial's room on a copy of projects/first_room, bakes, builds the "
         "navigation\nmesh, paints plants, saves, plays with a bot, edits while playing and stops. "
         "DIR (default\nmapwright_tour) gets a picture of every stage.",
         runTourCommand},
        {"bench", "[NAME...] [--json] [--data DIR] [--kills N]", "runs the benchmarks",
         "Each row names its work, its figure and its comparison from the same run. DIR may hold "
         ".map\n"
         "files to import. N is how often 'kills' kills an editor (20). Without names: all "
         "benchmarks.",
         runBench},
        {"help", "[COMMAND]", "lists the commands, or tells about one",
         "Without a command: all commands, a line each. With one: its page.\n\nEvery command takes "
         "--trust: scripts of projects that you have not trusted run, this once.", runHelp},
        {"new", "DIR [--template NAME] [--json]", "creates a project",
         "DIR must not exist yet, or be empty. Templates: 'empty' (the default) and the "
         "sample\nprojects, such as 'first_room'. JSON: project, scene.",
         runNew},
        {"info", "SCENE [--json]", "counts and sizes of a scene",
         "SCENE is a .scene.json file or a project's folder. JSON: brushes, faces, entities, "
         "lights,\ninstances, plants, materials, material_names, bounds, content_hash, format, "
         "problems.",
         runInfo},
        {"validate", "SCENE... [--json]", "checks scenes and lists every issue",
         "Status 1 if there are warnings or errors, 3 if a scene cannot be read. JSON: issues[] "
         "{file,\nseverity, rule, entity, place, message, fix}.",
         runValidate},
        {"format", "SCENE [--check] [--json]", "rewrites a scene in canonical form",
         "With --check nothing is written, and the status is 1 if something would be. A scene "
         "with\nproblems is left as it is. JSON: changed.",
         runFormat},
        {"bake",
         "SCENE [--quality draft|preview|final] [--samples N] [--bounces N] [--threads N]\n"
         "               [--seed N] [--denoise on|off] [--json] [--quiet]",
         "calculates the light of a scene",
         "Writes NAME.lightmap.exr beside the scene and names it in the scene. Ctrl+C ends it "
         "with\nstatus 5 and leaves both files as they were. Draft has a quarter of the density, "
         "preview a\nhalf. --samples and --bounces override quality and scene settings. JSON: "
         "charts, luxels, rays,\nseconds {charts, trace, denoise, write}, mrays_per_second, "
         "threads, peak_rss_mb, atlases,\nmean_direct, mean_total, content_hash.",
         runBake},
        {"render", "SCENE -o PNG [--camera P --look P] [--size WxH] [--mode MODE] [--quick] [--json]",
         "draws one picture of a scene, without a display",
         "P is x,y,z in metres; without --camera the picture is what the player sees at the "
         "start.\nModes: textured, lit (the default), unlit, lightmap, density, wireframe, navmesh "
         "(of --agent\nNAME, the first one if not said). --grid and --objects add the editor's "
         "grid "
         "and icons. --quick leaves\nout fine detail and draws once, so that the time holds loading "
         "as well; without --mode it\nshows a scene that has no light textured.\nJSON: size, "
         "draw_calls, triangles, milliseconds (of one picture with "
         "everything loaded),\nsubmit_milliseconds.",
         runRender},
        {"play", "SCENE [--headless [--ticks N] [--input FILE] [...]]", "plays a scene",
         "Opens the game in a window. With --headless it plays N ticks of 1/60 s (600, or as many "
         "as\n"
         "the input has) without one.\n\n"
         "--input FILE          what the player does: a recording, or lines such as\n"
         "                          60 forward run\n"
         "                          30 forward turn 90 0\n"
         "                      a number of ticks, the keys held (forward, back, left, right,\n"
         "                      run, jump, crouch, use), degrees turned to the right and up\n"
         "--record FILE         writes the input that was played, to be played again\n"
         "--screenshot PNG      the last picture that the player sees\n"
         "--set ENTITY.PROPERTY=VALUE\n"
         "                      before the start, such as lamp.light.intensity=5, or\n"
         "                      door.speed=3 for a script's property; may be repeated\n"
         "--seed N              of the scripts' random numbers\n"
         "--trust               runs the scripts of a project that you have not trusted, this "
         "once\n\n"
         "Status 1 if a script was stopped, 3 if the scene, the input or a script cannot be "
         "read.\nJSON: ticks, seconds, game_seconds, state_hash, player {position, velocity, "
         "grounded,\ncrouched}, script_errors[] {entity, place, message}, log[] {level, source, "
         "text, file, line}.",
         runPlay},
        {"foliage",
         "SCENE --layer NAME (--scatter BRUSH_OR_BOX | --stroke FILE | --grow)\n"
         "               [--seed N] [--threads N] [--json] [--quiet]",
         "places plants on the faces of a scene",
         "NAME is a foliage object of the scene; its kinds of plants say where they grow and how "
         "dense.\n--scatter plants them on a brush or group (by name or id), in a box "
         "(x,y,z,x,y,z in metres), or\non `all` brushes; doing it again adds nothing. --stroke "
         "does a painter's stroke again: FILE is\nJSON {points [[x,y,z,nx,ny,nz], ...], radius, "
         "strength, falloff, kinds [], erase}. --grow lets a\nfoliage that grows by rule grow "
         "everywhere. --seed gives the foliage another pattern. The plants\nlie beside the scene "
         "as NAME.ID.foliage.\nJSON: placed, removed, rejected "
         "{slope, height, material, layer, covered, distance, ground, thinned,\nspacing}, "
         "instances, orphans, seconds, content_hash.",
         runFoliage},
        {"import", "FILE -o SCENE [--scale METRES] [--json] [--quiet]",
         "makes a scene of a Quake map or a model",
         "Reads Standard and Valve 220, Quake 3's brush primitives, and entities. METRES are those "
         "of\none unit, 1/32 if not said. Textures are looked for in the project that SCENE lies "
         "in.\nWhat cannot be used is listed with its line, and the rest is read. JSON: brushes, "
         "entities,\nlights, invalid_brushes, patches, skipped[] {line, reason}, skipped_count, "
         "notes[], seconds.\n\n"
         "FILE.glb, .gltf or .obj: its files are copied to assets/Models/NAME of the project that "
         "SCENE\nlies in, and every node with a mesh becomes an object that shows it, placed as "
         "the node is.\nMETRES are 1 if not said. JSON: brushes (0), entities, instances, meshes, "
         "materials, folder,\nskipped[] {line, reason}, skipped_count, seconds.",
         runImport},
        {"export", "SCENE -o FILE [--scale METRES] [--json] [--quiet]",
         "writes a scene for other programs",
         "FILE ends in .map (Quake, Valve 220), .glb, .gltf or .obj. Models have lightmap "
         "coordinates\nas TEXCOORD_1 if the scene is baked. JSON of .map: brushes, entities, "
         "skipped[]; of models:\nbrushes, triangles, materials, lightmap_coordinates, skipped[].",
         runExport},
        yetToCome("diff", "A B", "tells what differs between two scenes"),
        yetToCome("merge", "BASE OURS THEIRS -o OUT", "merges two people's edits"),
        {"navmesh", "SCENE [--agent NAME] [--check] [--threads N] [--json] [--quiet]",
         "builds the navigation mesh of a scene",
         "Writes NAME.AGENT.navmesh beside the scene, with the hash of what it was built from. "
         "NAME "
         "is an\nagent of the scene, the first one if not said. --check writes nothing: status 1 "
         "if "
         "the file is\nmissing or older than the scene. Status 1 also if a part could not be "
         "built. "
         "Ctrl+C ends it with\nstatus 5. JSON: agent, tiles, polygons, links, triangles_in, "
         "islands, "
         "island_list[] {area,\npolygons, place}, seconds, threads, bytes, inputs_hash, "
         "content_hash, file, problems[]; of --check:\nagent, file, current, inputs_hash, reason.",
         runNavmesh},
        {"path",
         "SCENE (--from P --to P | --checks | --explore [--bots N] [--seconds S] [--seed N])\n"
         "               [--agent NAME] [--threads N] [--json] [--quiet]",
         "finds one path, or says why there is none",
         "P is x,y,z in metres. Takes the mesh from its file if that is current, else builds it in "
         "memory.\nStatus 1 if there is no way to the goal. --checks runs the scene's path checks "
         "for the agent,\nor without --agent for each that one is about, and status 1 says that "
         "one "
         "does not hold. JSON:\nagent, found, partial, length, cost, corners[], polygons, visited, "
         "microseconds, mesh (file or\nbuilt), why {cause, place, entity, actual, limit, message, "
         "fix, mend, short_way}, also of a\ndetour. Causes: off_mesh, island, area, radius, "
         "headroom, step, slope, link_off, link_one_way,\nlink_agents, link_broken, node_limit, "
         "obstacle, stale_tile. Of --checks: agent, agents[], failed,\nchecks[] {entity, agent, "
         "holds, found, length, from, to, message}.\n\n"
         "--explore lists floors that nobody reaches, pits, triggers that nobody gets to and, with "
         "--bots,\nwhat N bots find that play S seconds each (60) with the game's own character: "
         "stuck spots, falls,\ntriggers not visited. Status 1 if there are findings. JSON: agent, "
         "islands, islands_reached,\narea_reached, leaps, findings[] {kind, place, area, entity, "
         "message, fix}, bots {count, seed,\nticks, seconds, cells, triggers, triggers_visited, "
         "state_hash}, problem. Kinds: unreachable_floor,\none_way_pit, stuck_spot, "
         "trigger_not_visited, fall_out_of_level.",
         runPath},
        {"script-api", "[-o DIR] [--json]", "writes the scripting reference",
         "Writes to DIR, or here: script_reference.md, and for text editors that complete "
         "AngelScript\nscripts/as.predefined (the game) and Editor/as.predefined (the editor's "
         "windows). JSON: game,\neditor (how many entries), files[].",
         runScriptApi},
    };
    return all;
}

// clang-format on
} // namespace editor
