import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { StartProblem } from '../platform/start-problem.ts';
import { startServer } from './start-server.ts';
import { serverOptions } from './testing.ts';

it('says in a sentence that the data folder cannot be made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sillage-start-'));
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const started = startServer(serverOptions({ dataRoot: file }), () => {});
  const problem: unknown = await started.then(
    () => undefined,
    (why: unknown) => why,
  );
  await rm(folder, { recursive: true });
  expect(problem).toBeInstanceOf(StartProblem);
  expect(String(problem)).toContain(`${file} cannot be made (EEXIST)`);
});
