import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePages } from './make-pages.ts';
import { pagesFolder } from './paths.ts';

rmSync(pagesFolder, { recursive: true, force: true });
for (const [path, text] of makePages()) {
  const file = join(pagesFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
