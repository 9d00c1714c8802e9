import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

// With NODE_COMPILE_CACHE: what a process compiled is there for the next one and for its own threads after each file, not
// only when the process ends, which is after all of them.
afterAll(() => flushCompileCache());
