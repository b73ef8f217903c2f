// SPDX-License-Identifier: Apache-2.0
// Asks Perfetto's trace processor about a trace, in SQL: node trace_processor.mjs FOLDER TRACE QUERY...
// FOLDER has the processor for browsers (tools/doc/testing.md names its source). Prints the rows as JSON.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const [folder, trace, ...queries] = process.argv.slice(2);

// The processor is made for a browser's worker. It finds its code by a URL, and has an object that
// takes messages. This replaces both in its source.
function forNode(source) {
    const changes = [
        ["this.useMemory64 = hasMemory64Support();", "this.useMemory64 = false;"],
        ["locateFile: (s) => s,", "locateFile: (s) => s, wasmBinary: globalThis.wasmCode,"],
        ["const wasmBridge = new wasm_bridge_1.WasmBridge();",
         "const wasmBridge = globalThis.wasmBridge = new wasm_bridge_1.WasmBridge();"],
    ];
    for (const [from, to] of changes) {
        if (!source.includes(from)) throw new Error(`another version of the processor: there is no ${from}`);
        source = source.replace(from, to);
    }
    return source;
}

globalThis.self = globalThis;
globalThis.WorkerGlobalScope = class {};
globalThis.location = { href: pathToFileURL(resolve(folder)).href + "/" };
globalThis.wasmCode = new Uint8Array(readFileSync(join(folder, "trace_processor.wasm")));
const { EngineBase } = await import(pathToFileURL(resolve(folder, "engine.mjs")).href);
runInThisContext(forNode(readFileSync(join(folder, "engine_bundle.node.js"), "utf8")));

class Engine extends EngineBase {
    mode = "WASM";
    id = "engine";
    constructor(port) {
        super();
        this.port = port;
        port.onmessage = ({ data }) => data instanceof Uint8Array && this.onRpcResponseBytes(data);
    }
    rpcSendRequestBytes(data) {
        this.port.postMessage(data);
    }
}

const channel = new MessageChannel();
globalThis.wasmBridge.initialize(channel.port1);
const engine = new Engine(channel.port2);
console.warn = () => {};
await new Promise((done) => setTimeout(done, 3000)); // it does not tell when it is ready
await engine.parse(new Uint8Array(readFileSync(trace)));
await engine.notifyEof();
for (const query of queries) {
    const result = await engine.query(query);
    if (result.error()) throw new Error(result.error());
    const columns = result.columns(), rows = [];
    for (const row = result.iter({}); row.valid(); row.next())
        rows.push(Object.fromEntries(columns.map((name) => [name, row.get(name)])));
    console.log(JSON.stringify(rows, (_, value) => typeof value === "bigint" ? Number(value) : value));
}
process.exit(0);
