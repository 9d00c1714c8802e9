import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './project-paths.mjs';

/**
 * Of Node. V8 would let garbage grow to 134 MB before it looks at it, and then holds the event loop to move what is left
 * (docs/decisions/2026-11-22-sharing-the-event-loop.md).
 */
export const serverFlags = ['--max-semi-space-size=16'];

/** What the server's process finds in its environment, besides the caller's own. */
export const serverEnvironment = {
  // Compiled modules are kept: a third less work at every later start.
  NODE_COMPILE_CACHE: join(projectRoot, 'node_modules', '.cache', 'node-compile'),
  // Modules are found without reading the same package.json for each: half of what loading the server took.
  NODE_OPTIONS: [
    process.env.NODE_OPTIONS,
    `--import=${pathToFileURL(join(projectRoot, 'scripts', 'resolve-once.mjs'))}`,
  ]
    .filter(Boolean)
    .join(' '),
  // glibc keeps an arena of memory a thread, each as large as its largest moment: 50 to 60 MB less resident with two.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  // Memory of a picture is given back and taken again many times a second; glibc returned it to the system each time, and new
  // pages cost several times the drawing. Both are where glibc's own adjustment would end after one large block (mallopt(3)).
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? String(32 << 20),
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? String(64 << 20),
  // Threads for files: syncs of journals take most of them on a slow disk, and everything else needs some, too.
  UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16',
};
