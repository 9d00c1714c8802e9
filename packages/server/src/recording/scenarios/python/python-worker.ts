/**
 * The process of one Python scenario: MicroPython in WebAssembly, whose imports are cut to what computing needs. It is
 * started with Node's permission flags, and in an empty namespace where the system allows. Messages come and go by its pipes.
 */
import { readFileSync, writeSync } from 'node:fs';
import { frameMessage, mostFrameBytes, readFrames } from './frame-messages.ts';

/** How the process ends when the program reaches for what is cut. */
const leftBoundsCode = 86;
/** Bytes of the heap of Python at its start; it grows as far as --wasm-max-mem-pages lets it. */
const heapBytes = 8 * 1024 * 1024;
/** Words of the stack of Python. */
const stackWords = 8 * 1024;

interface Python {
  readonly globals: { set(name: string, value: unknown): void };
  runPython(code: string): unknown;
}
interface MicroPython {
  loadMicroPython(options: Readonly<Record<string, unknown>>): Promise<Python>;
}

// Taken before the global is.
const { stdin, exit } = process;

/** Of the functions that WebAssembly may call: computing, clocks, memory, and its own output. */
const allowed =
  /^(invoke_\w+|mp_js_random_u32|mp_js_ticks_ms|mp_js_time_ms|_abort_js|emscripten_resize_heap|_emscripten_throw_longjmp|fd_write|proxy_js_free_obj)$/;
/** Of an error of a system that has no files (ENOSYS), as files answer it. */
const noFiles = -52;

type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
/** What MicroPython's own loader calls; this package compiles without the types of browsers. */
interface WebAssemblyDoor {
  readonly instantiate: (bytes: Uint8Array, imports: Imports) => Promise<unknown>;
}

function cutImports(imports: Imports): Imports {
  const cut = ([name, made]: [string, unknown]): [string, unknown] => {
    if (allowed.test(name)) return [name, made];
    const isFile = /^(__syscall_|fd_)/.test(name);
    return [name, isFile ? () => noFiles : () => exit(leftBoundsCode)];
  };
  const cutAll = (made: Imports[string]) => Object.fromEntries(Object.entries(made).map(cut));
  return Object.fromEntries(Object.entries(imports).map(([module, made]) => [module, cutAll(made)]));
}

async function open(path: string, took: (line: string) => void): Promise<Python> {
  const door: WebAssemblyDoor = Reflect.get(globalThis, 'WebAssembly');
  const { instantiate } = door;
  const guarded: WebAssemblyDoor = {
    instantiate: (bytes, imports) => instantiate(bytes, cutImports(imports)),
  };
  Object.assign(door, guarded);
  const loaded: MicroPython = await import(path);
  const python = await loaded.loadMicroPython({
    heapsize: heapBytes,
    pystack: stackWords,
    stdout: took,
    stderr: () => undefined,
  });
  // Nobody needs them any more.
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'process']) Reflect.deleteProperty(globalThis, name);
  return python;
}

// Run as text, not as a file.
const [, micropython = '', api = ''] = process.argv;
let answer: unknown;
const python = await open(micropython, (line) => {
  // What the program prints itself is not passed on.
  if (!line.startsWith('\u0001') || line.length > mostFrameBytes) return;
  answer = JSON.parse(line.slice(1));
});
python.runPython(readFileSync(api, 'utf8'));

function say(message: unknown): void {
  const bytes = frameMessage(message);
  for (let sent = 0; sent < bytes.length; ) {
    try {
      sent += writeSync(1, bytes, sent);
    } catch (problem) {
      if (!(problem instanceof Error && 'code' in problem && problem.code === 'EAGAIN')) throw problem;
    }
  }
}

interface Asked {
  readonly event?: unknown;
  readonly source?: string;
  readonly run?: boolean;
}

function handle({ event, source, run }: Asked): void {
  answer = undefined;
  python.globals.set('_text', event === undefined ? null : JSON.stringify(event));
  python.globals.set('_source', source ?? null);
  python.globals.set('_run', run ?? true);
  python.runPython('_answer(_text, _source, _run)');
  say(answer ?? { fault: 'no answer', line: null });
}

const take = readFrames((message) => handle(message as Asked));
say({ ready: true });
stdin.on('data', (piece: Buffer) => {
  try {
    if (!take(piece)) exit(1);
  } catch {
    exit(1);
  }
});
stdin.on('end', () => exit(0));
