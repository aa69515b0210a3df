// Exports every sample scene as .glb and .gltf and has the official validator read them. Status 1
// if it finds an error, a warning, or data that nothing uses. Run it as README.md says; it needs
// the network once, for the validator, and so is no part of ./mapwright test.
"use strict";

const fs = require("fs");
const os = require("os");
const path = require("path");
const { execFileSync } = require("child_process");
const validator = require("gltf-validator");

const root = path.resolve(__dirname, "../..");
const program = process.argv[2] || path.join(root, "build/release/bin/mapwright");

function sampleScenes() {
  const scenes = [];
  for (const project of fs.readdirSync(path.join(root, "projects")).sort()) {
    const folder = path.join(root, "projects", project, "scenes");
    if (!fs.existsSync(folder)) continue;
    for (const file of fs.readdirSync(folder).sort())
      if (file.endsWith(".scene.json")) scenes.push(path.join(folder, file));
  }
  return scenes;
}

function jsonOf(file) {
  const bytes = fs.readFileSync(file);
  if (!file.endsWith(".glb")) return JSON.parse(bytes.toString());
  return JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
}

// Accessors of EXT_mesh_gpu_instancing, which the validator does not know and so takes for unused.
function accessorsOfInstances(json) {
  const used = new Set();
  for (const node of json.nodes || []) {
    const instancing = (node.extensions || {}).EXT_mesh_gpu_instancing;
    for (const index of Object.values((instancing || {}).attributes || {}))
      used.add("/accessors/" + index);
  }
  return used;
}

// What counts against the file, and how often something was put aside, and why.
function judge(json, messages) {
  const known = accessorsOfInstances(json);
  const judged = { errors: 0, warnings: 0, unused: 0, ofInstances: 0, other: {}, bad: [] };
  for (const each of messages) {
    if (each.severity === 0) judged.errors += 1;
    else if (each.severity === 1) judged.warnings += 1;
    else if (each.code === "UNUSED_OBJECT" && known.has(each.pointer)) judged.ofInstances += 1;
    else if (each.code.startsWith("UNUSED_")) judged.unused += 1;
    else judged.other[each.code] = (judged.other[each.code] || 0) + 1;
    if (each.severity < 2 || (each.code.startsWith("UNUSED_") && !known.has(each.pointer)))
      judged.bad.push(each);
  }
  return judged;
}

async function validate(file) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    uri: path.basename(file),
    maxIssues: 0,
    externalResourceFunction: async (uri) =>
      new Uint8Array(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(uri)))),
  });
  return judge(jsonOf(file), report.issues.messages);
}

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mapwright-gltf-"));
  const sum = { files: 0, errors: 0, warnings: 0, unused: 0 };
  try {
    for (const scene of sampleScenes())
      for (const ending of [".glb", ".gltf"]) {
        const name = path.relative(path.join(root, "projects"), scene);
        const file = path.join(folder, name.replace(/\W+/g, "_") + ending);
        execFileSync(program, ["export", scene, "-o", file, "--quiet"]);
        const judged = await validate(file);
        sum.files += 1;
        for (const kind of ["errors", "warnings", "unused"]) sum[kind] += judged[kind];
        console.log(
          `${name} ${ending}: ${(fs.statSync(file).size / 1e6).toFixed(1)} MB, ` +
            `${judged.errors} errors, ${judged.warnings} warnings, ${judged.unused} unused, ` +
            `${judged.ofInstances} of instances; told: ${JSON.stringify(judged.other)}`);
        for (const bad of judged.bad.slice(0, 5)) console.log("   ", bad.code, bad.message, bad.pointer);
      }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  console.log(
    `${sum.files} files: ${sum.errors} errors, ${sum.warnings} warnings, ${sum.unused} unused`);
  process.exitCode = sum.errors + sum.warnings + sum.unused > 0 ? 1 : 0;
}

main();
