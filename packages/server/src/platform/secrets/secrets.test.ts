import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keyIdOf, openSecrets } from './index.ts';

const key = Buffer.alloc(32, 1).toString('base64');
const otherKey = Buffer.alloc(32, 2).toString('base64');
let folder: string;
let file: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sillage-secrets-'));
  file = join(folder, 'secrets.key');
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (environment?: string) => openSecrets({ file, environment, say: (sentence) => void said.push(sentence) });

it('a key is made at the first start, for its owner only, and opens at the next', async () => {
  const sealed = (await open()).seal('tok-é', 'nolio');
  expect(sealed).not.toContain('tok');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await open()).open(sealed, 'nolio')).toBe('tok-é');
  expect(said).toEqual([]);
});

it('nothing else opens: another purpose, another key, a changed byte, a text in clear', async () => {
  const secrets = await open(key);
  const sealed = secrets.seal('token', 'nolio');
  expect(secrets.open(sealed, 'other')).toBeUndefined();
  expect((await open(otherKey)).open(sealed, 'nolio')).toBeUndefined();
  for (const at of [20, 40, sealed.length - 1]) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
    expect(secrets.open(changed, 'nolio')).toBeUndefined();
  }
  expect([keyIdOf('token'), secrets.open('token', 'nolio')]).toEqual([undefined, undefined]);
  expect(secrets.seal('token', 'nolio')).not.toBe(sealed);
});

it('the key of the environment seals, without a file; older keys behind it still open', async () => {
  const old = await open(key);
  await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  const sealed = old.seal('token', 'nolio');
  const now = await open(`${otherKey}, ${key}`);
  expect(now.open(sealed, 'nolio')).toBe('token');
  expect(keyIdOf(now.seal('token', 'nolio'))).not.toBe(old.keyId);
  await writeFile(file, `# moved\n${key}\n`);
  expect((await open(otherKey)).open(sealed, 'nolio')).toBe('token');
});

it('a file without keys is kept aside, and said', async () => {
  await writeFile(file, 'not a key');
  await open();
  expect(await readFile(`${file}.unreadable`, 'utf8')).toBe('not a key');
  expect(said).toEqual([expect.stringContaining('secrets.key.unreadable')]);
});

it('a file that was kept aside stays, also when the next one has no keys either', async () => {
  const contents = ['first, with the only copy of a key', 'second', 'third'];
  for (const content of contents) {
    await writeFile(file, content);
    await open();
  }
  const aside = ['', '-2', '-3'].map((end) => readFile(`${file}.unreadable${end}`, 'utf8'));
  expect(await Promise.all(aside)).toEqual(contents);
  expect(said[2]).toContain('secrets.key.unreadable-3');
});
