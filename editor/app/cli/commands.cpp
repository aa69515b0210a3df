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

// In the order of `help`; a line of its text is a line here.
// clang-format off
const std::vector<CliCommand>& cliCommands()
{
    static const std::vector<CliCommand> all{
        {"edit", "[PROJECT or SCENE]", "opens the editor",
         "Opens the editor on a project folder or a scene file; without one on the last project, or the\n"
         "first time on a copy of the sample First room. Needs a display.",
         runEdit},
        {"tour", "[--out DIR] [--json] [--quiet]", "the main job without a display, with pictures",
         "Builds the tutorial's room on a copy of projects/first_room, bakes, builds the navigation\n"
         "mesh, paints plants, saves, plays with a bot, edits while playing and stops. DIR (default\n"
         "mapwright_tour) gets a picture of every stage.",
         runTourCommand},
        {"bench", "[NAME...] [--json] [--data DIR] [--kills N]", "runs the benchmarks",
         "Each row names its work, its figure and its comparison from the same run. DIR may hold .map\n"
         "files to import. N is how often 'kills' kills an editor (20). Without names: all benchmarks.",
         runBench},
        {"help", "[COMMAND]", "lists the commands, or tells about one",
         "Without a command: all commands, a line each. With one: its page.\n\n"
         "Every command takes --trust: scripts of projects that you have not trusted run, this once.",
         runHelp},
        {"new", "DIR [--template NAME] [--json]", "creates a project",
         "DIR must not exist yet, or be empty. Templates: 'empty' (the default) and the sample\n"
         "projects, such as 'first_room'. JSON: project, scene.",
         runNew},
        {"info", "SCENE [--json]", "counts and sizes of a scene",
         "SCENE is a .scene.json file or a project's folder. JSON: brushes, faces, entities, lights,\n"
         "instances, patches, plants, materials, material_names, bounds, content_hash, format, problems.",
         runInfo},
        {"validate", "SCENE... [--json]", "checks scenes and lists every issue",
         "Status 1 if there are warnings or errors, 3 if a scene cannot be read. JSON: issues[] {file,\n"
         "severity, rule, entity, place, message, fix}.",
         runValidate},
        {"format", "SCENE [--check] [--json]", "rewrites a scene in canonical form",
         "With --check nothing is written, and the status is 1 if something would be. A scene with\n"
         "problems is left as it is. JSON: changed.",
         runFormat},
        {"assets", "rename PROJECT OLD NEW [--json]", "gives an asset or folder another name",
         "OLD and NEW are below the project's assets folder; a material needs no ending. All scenes,\n"
         "prefabs, materials and models of the project that name it follow. No editor should have the\n"
         "project open with unsaved edits. JSON: files, changed[], mentions[] (name it as text and stay\n"
         "as they are), problems[].",
         runAssets},
        {"bake",
         "SCENE [--quality draft|preview|final] [--incremental] [--samples N] [--noise P]\n"
         "               [--bounces N] [--adaptive on|off] [--estimate] [--threads N] [--seed N]\n"
         "               [--denoise on|off] [--json] [--quiet]",
         "bakes the light of a scene",
         "Writes NAME.lightmap.exr beside the scene and names it in the scene. Ctrl+C ends it with\n"
         "status 5 and leaves both files as they were. Draft has a quarter of the density, preview a\n"
         "half. --samples, --bounces, --adaptive (fewer texels where light is even) and --noise (rays\n"
         "until the noise is at most P percent of the light) override quality and scene settings.\n"
         "--incremental bakes only what is out of date and takes the rest from the light that the scene\n"
         "has, which must have the same quality, density and bounces. --estimate bakes nothing and says\n"
         "what it would take, from a short trial. JSON: charts, stale_faces, kept_faces, luxels, rays,\n"
         "seconds {charts, trace, plan, denoise, write}, mrays_per_second, threads, peak_rss_mb, atlases,\n"
         "atlas_fill, noise, mean_direct, mean_total, content_hash; of --estimate: estimate {seconds,\n"
         "luxels, mb}.",
         runBake},
        {"render",
         "SCENE -o PNG [--camera P --look P] [--size WxH] [--mode MODE] [--cut-away on|off] [--game]\n"
         "[--quick] [--json]",
         "draws one picture of a scene, without a display",
         "P is x,y,z in metres; without --camera the picture is what the player sees at the start.\n"
         "Modes: textured, lit (the default), unlit, lightmap, direct (light of all lights, drawn live),\n"
         "indirect (baked light less the direct one), probes (of the baked light in the open), noise (of\n"
         "baked light: green 1 %, red 16 %), overlap (of lights: green one, red five), density, texels (per metre, against\n"
         "--texels N, 128 if not said), checker, material, normals, roughness, metallic, mips, wireframe,\n"
         "navmesh (of --agent NAME, the first one if not said). --game shows what the game does: no\n"
         "tool textures. --grid and --objects add the editor's grid and icons.\n"
         "--cut-away says whether the outer walls of closed rooms are left out, as in the editor;\n"
         "without it they are when the camera is outside of the rooms.\n"
         "--quick leaves out fine detail; without --mode it shows a scene that has no light textured.\n"
         "JSON: size, draw_calls, triangles, milliseconds (of one picture with everything loaded; with\n"
         "--quick loading is part of it), submit_milliseconds.",
         runRender},
        {"play", "SCENE [--headless [--ticks N] [--input FILE] [...] [--json]]", "plays a scene",
         "Opens the game in a window. With --headless it plays N ticks of 1/60 s (600, or as many as\n"
         "the input has) without one.\n\n"
         "Every game is recorded in your data folder; the latest recordings are kept. Playing one again\n"
         "tells where the run departs from it.\n\n"
         "--input FILE          what the player does: a recording, or lines such as\n"
         "                          60 forward run\n"
         "                          30 forward turn 90 0\n"
         "                      a number of ticks, the keys held (forward, back, left, right,\n"
         "                      run, jump, crouch, use), degrees turned to the right and up\n"
         "--record FILE         writes a recording of the game, to be played again\n"
         "--no-recording        keeps no recording of this game\n"
         "--screenshot PNG      the last picture that the player sees\n"
         "--set ENTITY.PROPERTY=VALUE\n"
         "                      before the start, such as lamp.light.intensity=5, or\n"
         "                      door.speed=3 for a script's property; may be repeated\n"
         "--seed N              of the scripts' random numbers\n"
         "--trust               runs the scripts of a project that you have not trusted, this once\n\n"
         "Status 1 if a script was stopped or the run is not as it was recorded, 3 if the scene, the\n"
         "input or a script cannot be read.\n"
         "JSON: ticks, seconds, game_seconds, scene, state_hash, player {position, velocity,\n"
         "grounded, crouched}, script_errors[] {entity, place, message}, replay {same_states, parted\n"
         "{tick, seconds, entity, object, property, others, reasons[], text} or null}, recording (its\n"
         "file), log[] {level, source, text, file, line}. A game that its scripts end has fewer ticks.",
         runPlay},
        {"playtest",
         "SCENE [--bots N] [--minutes N] [--seed N] [--junit FILE] [-o DIR]\n"
         "               [--expectations] [--bisect REV..REV] [--threads N] [--json] [--quiet]",
         "has bots play a scene and tells what is wrong with it",
         "N bots (16) play N minutes of game time each (1), as many at once as there are cores: runners\n"
         "from goal to goal, seekers that try each trigger and hole, wall huggers, wanderers. They find\n"
         "stuck spots, falls out of the level, scripts that fail, triggers that nobody gets to; the mesh\n"
         "tells of floors that nobody reaches and of pits. Expectations of the level (a part of any\n"
         "object) are judged. Status 1 if there are findings or an expectation fails; with\n"
         "--expectations those alone decide. Equal seeds give equal outcomes, on any number of threads.\n\n"
         "-o DIR           writes a recording for each: the shortest input that shows it, for\n"
         "                 `mapwright play --headless --input`\n"
         "--junit FILE     writes the outcome as JUnit XML\n"
         "--bisect A..B    finds the first git revision of the project after A at which an\n"
         "                 expectation fails. JSON: revision, subject, failed[], played.\n"
         "--trust          runs the scripts of a project that you have not trusted, this once\n\n"
         "Status 3 if the scene cannot be read, or its scripts may not run.\n"
         "JSON: findings[] {kind, place, entity, tick, recording, count, bot, message, fix},\n"
         "expectations[] {entity, name, holds, tick, recording, message}, bots, seed, ticks, seconds,\n"
         "times_real_time, state_hash, problem. Ctrl+C ends it with status 5.",
         runPlaytest},
        {"analyse", "RECORDING|FOLDER... [--scene SCENE] [-o DIR] [--from S] [--to S] [--json] [--quiet]",
         "tells where players went, waited, jumped and fell",
         "Reads recordings of play sessions. Of a project's folder it takes those that every session of\n"
         "yours in it leaves; of another folder all files *.recording.\n"
         "-o DIR writes recordings.csv and for each kind of heat (time, wait, jump, fall, look) the\n"
         "counts in cubes of half a metre as heat_KIND.csv, and with --scene a picture of the level from\n"
         "above as heat_KIND.png. --from and --to are seconds of each recording. JSON: samples, deaths\n"
         "(falls), recordings[] {level, began, build, seconds, metres, waiting, jumps, falls,\n"
         "script_errors, whole}, heat {kind: cells, count}, first_difference {tick, what} of the first two,\n"
         "problems[]. Status 1 if some recordings cannot be read, 3 if none can.",
         runAnalyse},
        {"notes", "PROJECT [--list | --export FILE.md/.csv/DIR | --import DIR] [--json]",
         "lists, exports and imports the notes of testers",
         "Notes lie in the folder notes of a project, a file each. --list (the default) names them by\n"
         "date, and says which no longer fit because what they point at has changed. --export writes\n"
         "Markdown (.md), a table (.csv), or a web page without scripts, with pictures, into the new or\n"
         "empty folder DIR. --import takes over the notes of another tester's project or folder; of a note\n"
         "that is there already, answers are united and the later change counts. Status 1 if a file is no\n"
         "note; the rest is done. JSON: notes[] {id, file, kind, state, text, author, date, assignee,\n"
         "scene, place, tick, picture, recording, objects[] {id, name}, fit, answers[] {author, date,\n"
         "text}}; of --export: exported, file; of --import: added, changed, known; always problems[].",
         runNotes},
        {"foliage",
         "SCENE --layer NAME (--scatter BRUSH_OR_BOX | --stroke FILE | --grow)\n"
         "               [--seed N] [--threads N] [--json] [--quiet]",
         "places plants on the faces of a scene",
         "NAME is a foliage object of the scene; its kinds of plants say where they grow and how dense.\n"
         "--scatter plants them on a brush or group (by name or id), in a box (x,y,z,x,y,z in metres), or\n"
         "on `all` brushes; doing it again adds nothing. --stroke does a painter's stroke again: FILE is\n"
         "JSON {points [[x,y,z,nx,ny,nz], ...], radius, strength, falloff, kinds [], erase}. --grow lets a\n"
         "foliage that grows by rule grow everywhere. --seed gives the foliage another pattern. The plants\n"
         "lie beside the scene as NAME.ID.foliage.\n"
         "JSON: placed, removed, rejected {slope, height, material, layer, covered, distance, ground,\n"
         "thinned, spacing}, instances, orphans, seconds, content_hash.",
         runFoliage},
        {"import", "FILE -o SCENE [--scale METRES] [--measures GAME] [--textures PATH]... [--json] [--quiet]",
         "makes a scene of a Quake map or a model",
         "Reads Standard and Valve 220, Quake 3's brush primitives, and entities. METRES are those of\n"
         "one unit, 1/32 if not said. GAME is 'quake', 'half-life', 'auto' (the default: the game that\n"
         "the file names, else Quake) or 'keep': player, agent and gravity become as in the game, scaled,\n"
         "or stay the usual ones. Textures are looked for in the project that SCENE lies in, then in PATH:\n"
         "a WAD of Quake or Half-Life, a PK3, PK4 or ZIP, or a folder. Those that the map uses become\n"
         "materials below assets/Textures.\n"
         "What cannot be used is listed with its line, and the rest is read. JSON: brushes, entities,\n"
         "lights, invalid_brushes, patches (curved ones), skipped[] {line, reason}, skipped_count, notes[], textures\n"
         "{found, written, missing[], problems[]}, measures\n"
         "{game, player, agent, radius, height, eye_height, crouch_height, step_height, jump_height,\n"
         "gravity, text}, seconds.\n\n"
         "FILE.glb, .gltf or .obj: its files are copied to assets/Models/NAME of the project that SCENE\n"
         "lies in, and every node with a mesh becomes an object that shows it, placed as the node is.\n"
         "Of glTF, materials become project materials, lights and cameras objects. METRES are 1 if not\n"
         "said. JSON: brushes (0), entities, instances, meshes, materials, material_files, lights, cameras,\n"
         "folder, skipped[] {line, reason}, skipped_count, seconds.",
         runImport},
        {"export", "SCENE -o FILE [--scale METRES] [--plants WAY] [--json] [--quiet]",
         "writes a scene for other programs",
         "FILE ends in .map (Quake, Valve 220), .glb, .gltf or .obj. glTF has the level with its\n"
         "materials, textures (in FILE_textures beside a .gltf), models, lights and plants, and lightmap\n"
         "coordinates as TEXCOORD_1 with the variant \"baked light\" if the scene is baked. --plants says\n"
         "how glTF holds plants: instances (EXT_mesh_gpu_instancing; the usual way), objects (a node each,\n"
         "for readers that do not know that extension) or none. JSON of .map: brushes, patches, entities,\n"
         "skipped[]; of models: brushes, patches, triangles, materials, textures, models, instances,\n"
         "lights, cameras, plants, lightmap_coordinates, skipped[].",
         runExport},
        yetToCome("diff", "A B", "tells what differs between two scenes"),
        yetToCome("merge", "BASE OURS THEIRS -o OUT", "merges two people's edits"),
        {"navmesh", "SCENE [--agent NAME] [--check] [--threads N] [--json] [--quiet]",
         "builds the navigation mesh of a scene",
         "Writes NAME.AGENT.navmesh beside the scene, with the hash of what it was built from. NAME is an\n"
         "agent of the scene, the first one if not said. --check writes nothing: status 1 if the file is\n"
         "missing or older than the scene. Status 1 also if a part could not be built. Ctrl+C ends it with\n"
         "status 5. JSON: agent, tiles, polygons, links, triangles_in, islands, island_list[] {area,\n"
         "polygons, place, reached}, seconds, threads, bytes, inputs_hash, content_hash, file, problems[];\n"
         "of --check: agent, file, current, inputs_hash, reason.",
         runNavmesh},
        {"path",
         "SCENE (--from P --to P | --checks | --explore [--bots N] [--seconds S] [--seed N])\n"
         "               [--agent NAME] [--threads N] [--json] [--quiet]",
         "finds one path, or says why there is none",
         "P is x,y,z in metres. Takes the mesh from its file if that is current, else builds it in memory.\n"
         "Status 1 if there is no way to the goal. --checks runs the scene's path checks for the agent,\n"
         "or without --agent for each that one is about, and status 1 says that one does not hold. JSON:\n"
         "agent, found, partial, length, cost, corners[], polygons, visited, microseconds, mesh (file or\n"
         "built), why {cause, place, entity, actual, limit, message, fix, mend, short_way}, also of a\n"
         "detour. Causes: off_mesh, island, area, radius, headroom, step, slope, link_off, link_one_way,\n"
         "link_agents, link_broken, node_limit, obstacle, stale_tile. Of --checks: agent, agents[], failed,\n"
         "checks[] {entity, agent, holds, found, length, from, to, message}.\n\n"
         "--explore lists floors that nobody reaches, pits, triggers that nobody gets to and, with --bots,\n"
         "what N bots find that play S seconds each (60) with the game's own character: stuck spots, falls,\n"
         "triggers not visited. Status 1 if there are findings. JSON: agent, islands, islands_reached,\n"
         "area_reached, leaps, findings[] {kind, place, area, entity, message, fix}, bots {count, seed,\n"
         "ticks, seconds, cells, triggers, triggers_visited, state_hash}, problem. Kinds: unreachable_floor,\n"
         "one_way_pit, stuck_spot, trigger_not_visited, fall_out_of_level.",
         runPath},
        {"script-api", "[-o DIR] [--json]", "writes the scripting reference",
         "Writes to DIR, or here: script_reference.md, component_reference.md, and for text editors that\n"
         "complete AngelScript scripts/as.predefined (the game) and Editor/as.predefined (the editor's\n"
         "windows). JSON: game, editor (how many entries), files[].",
         runScriptApi},
    };
    return all;
}

// clang-format on
} // namespace editor
