import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog, hideSecrets } from './index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sillage-log-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('no value of a failed query reaches the log, whatever it looks like; the query and the stack do', async () => {
  const file = join(folder, 'a.log');
  const error = new DrizzleQueryError('update users set password_hash = $1', [
    'h4sh',
    'x\n    at fake (a.ts:1:1)',
    'k3y',
  ]);
  const log = createLog('info', file);
  log.error({ stack: error.stack, error: String(error), taskId: 7 }, 'a request met a bug');
  const line = await vi.waitFor(async () => {
    const text = await readFile(file, 'utf8');
    expect(text).not.toBe('');
    return text;
  });
  expect(line).not.toMatch(/h4sh|k3y|fake/);
  expect(line).toContain('update users set password_hash = $1');
  expect(line).toContain('hide-secrets.test.ts');
  expect(line).toContain('"taskId":7');
});

it('what browsers send hides secrets by their names, in any spelling, and in texts', () => {
  const names = ['password', 'current_password', 'accessToken', 'X-XSRF-TOKEN', 'set-cookie', 'recoveryKey', 'api-key'];
  for (const name of names) expect(hideSecrets({ [name]: 'k3y' })).toEqual({ [name]: '[hidden]' });
  expect(hideSecrets('401 for ApiKey sil_abc')).toBe('401 for ApiKey [hidden]');
  expect(hideSecrets(`key sil_${'a'.repeat(43)} refused`)).toBe('key [hidden] refused');
  expect(hideSecrets({ keyboard: 'azerty' })).toEqual({ keyboard: 'azerty' });
});
