import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const files = ['./python-worker.ts', './frame-messages.ts'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);
const Texts = z.tuple([z.string(), z.string()]);
/** In a process of its own: what takes types away is an experiment of this Node, which says so of the process that does it. */
const takeTypesAway = `
const { stripTypeScriptTypes } = require('node:module');
const { readFileSync } = require('node:fs');
const texts = process.argv.slice(1).map((file) => stripTypeScriptTypes(readFileSync(file, 'utf8')));
process.stdout.write(JSON.stringify(texts));
`;

let source: Promise<string> | undefined;

/**
 * What the process of a program runs, as one module without types: taken away there, they would cost each process 0.1 s and 18 MB, and
 * it would have to read our own files.
 */
export function workerSource(): Promise<string> {
  source ??= makeSource();
  // The next one tries again.
  source.catch(() => {
    source = undefined;
  });
  return source;
}

async function makeSource(): Promise<string> {
  const { stdout } = await run(process.execPath, ['--no-warnings', '--eval', takeTypesAway, '--', ...files]);
  const [worker, frames] = Texts.parse(JSON.parse(stdout));
  const address = `data:text/javascript,${encodeURIComponent(frames)}`;
  return worker.replace("'./frame-messages.ts'", () => JSON.stringify(address));
}
