import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { tables } from '../../platform/database/index.ts';
import { addRecord } from '../../platform/database/testing.ts';
import { openTestRecords } from '../../recording/records/testing.ts';
import { openTestBackups } from './open-test-backups.ts';
import { type Change, entriesOf, linesOf, manifestOf, rewritten, sizeOf } from './open-test-damage.ts';

const { clients, users } = tables;
const recordUid = '01890000-0000-7000-8000-000000000001';

let room: Awaited<ReturnType<typeof openTestRecords>>;
let backups: ReturnType<typeof openTestBackups>;
/** Entries of a good backup that holds one client, person and uploaded record. */
let good: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  room = await openTestRecords();
  backups = openTestBackups({ ...room, life: room.dependencies.life });
  const clientId = await room.addClient('one');
  await room.addPerson(clientId, 'Coach');
  await addRecord(room.database.db, { uid: recordUid, clientId, decodeState: 'error', otherData: { a: { b: 1 } } });
  await mkdir(room.folder.uploads, { recursive: true });
  await writeFile(room.folder.upload(recordUid), 't;force\n0;1\n');
  good = await entriesOf((await backups.back()).path);
});
afterAll(() => room.close());
beforeEach(async () => {
  await room.database.db.delete(clients);
  await backups.forgetFiles();
});

interface ZipOptions {
  readonly mode?: number;
  readonly compress?: boolean;
}

async function zipOf(entries: Iterable<readonly [string, Buffer]>, options: ZipOptions = {}): Promise<string> {
  const zip = new ZipFile();
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name, { mode: 0o100600, ...options });
  zip.end();
  return backups.saveStream(zip.outputStream);
}

const honest = (change: Change) => rewritten(good, change);

/** A backup in which one table has other lines. */
function withLines(table: string, change: (lines: string[]) => string[]) {
  return honest((entries) => {
    const name = `tables/${table}.jsonl`;
    const lines = change(linesOf(entries.get(name) ?? Buffer.alloc(0)));
    entries.set(name, Buffer.from(lines.map((line) => `${line}\n`).join('')));
  });
}

/** A backup in which the first row of a table has other columns. */
const withRow = (table: string, change: (row: Record<string, unknown>) => unknown) =>
  withLines(table, ([first, ...rest]) => [JSON.stringify(change(JSON.parse(String(first)))), ...rest]);

async function refused(path: string, code = 'backup.damaged'): Promise<string> {
  const before = await backups.look();
  const problem = await backups.restore(path).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(problem).toMatchObject({ refusal: { code } });
  expect(await backups.look()).toEqual(before);
  expect(await room.database.db.$count(users)).toBe(0);
  expect((await readdir(room.folder.temporary)).filter((name) => name.startsWith('restore'))).toEqual([]);
  return problem instanceof Error ? problem.message : '';
}

test('the good backup of these tests is restored, also when its manifest is written anew', async () => {
  await backups.restore(await zipOf(honest(() => {})));
  expect(await room.database.db.$count(users)).toBe(1);
  expect(await readFile(room.folder.upload(recordUid), 'utf8')).toBe('t;force\n0;1\n');
});

test('names that leave their folder, or are no name of a backup, are refused', async () => {
  const evil = ['../../../../evil', '/evil', 'files/uploads/../../evil', 'files/uploads/evil', 'tables\\..\\x'];
  for (const name of [...evil, `files/signals/${recordUid}/../x`, `files/signals/${recordUid}/.x`, 'more.txt']) {
    // The library that writes refuses some of these: the name is put into the bytes.
    const stand = 'x'.repeat(name.length);
    const path = await zipOf(new Map([[stand, Buffer.from('evil')], ...good]), { compress: false });
    const bytes = await readFile(path);
    await writeFile(path, Buffer.from(bytes.toString('latin1').replaceAll(stand, name), 'latin1'));
    await refused(path);
  }
});

test('entries that are there twice, besides, missing, in another order, or links are refused', async () => {
  const entries = [...good];
  const upload = entries.find(([name]) => name.startsWith('files/uploads'));
  if (upload === undefined) throw new Error('the good backup has no upload');
  await refused(await zipOf([...entries.slice(0, -2), upload, ...entries.slice(-2)]));
  await refused(
    await zipOf([...entries.slice(0, -2), [`files/uploads/${randomUUID()}`, Buffer.from('x')], ...entries.slice(-2)]),
  );
  await refused(await zipOf([...entries, upload]));
  await refused(await zipOf([...entries, ...entries.slice(-1)]));
  for (const [missing] of entries) await refused(await zipOf(entries.filter(([name]) => name !== missing)));
  await refused(await zipOf(entries.toReversed()));
  await refused(await zipOf([...entries.slice(1, 2), ...entries.slice(0, 1), ...entries.slice(2)]));
  await refused(await zipOf(entries, { mode: 0o120777 }));
  await refused(await zipOf([]));
});

test('a flipped byte anywhere, and a file that ends early, is refused', async () => {
  const path = await zipOf(good, { compress: false });
  const bytes = await readFile(path);
  for (const needle of ['"lastname":"Coach"', 't;force', '"sha256":"', 'product', '"created": "2', 'manifest.json']) {
    const flipped = Buffer.from(bytes);
    const at = flipped.indexOf(needle) + needle.length - 1;
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    await writeFile(path, flipped);
    await refused(path);
  }
  for (const length of [0, 10, bytes.length >> 1, bytes.length - 1]) {
    await writeFile(path, bytes);
    await truncate(path, length);
    await refused(path);
  }
  await writeFile(path, 'this is not a zip');
  await refused(path);
});

test('sizes that lie, in the directory or in the manifest, are refused', async () => {
  const path = await zipOf(good);
  const zip = await readFile(path);
  const central = zip.lastIndexOf('tables/users.jsonl') - 46; // of the directory's header before the name
  for (const size of [0, 1, 0x7fffffff]) {
    const lying = Buffer.from(zip);
    lying.writeUInt32LE(size, central + 24); // uncompressed size of that entry
    await writeFile(path, lying);
    await refused(path);
  }
  const lying = manifestOf(good);
  for (const table of lying.tables) table.size_bytes += 1;
  await refused(await zipOf(new Map(good).set('manifest.json', Buffer.from(JSON.stringify(lying)))));
  const wrongHash = manifestOf(good);
  for (const table of wrongHash.tables) table.sha256 = '0'.repeat(64);
  await refused(await zipOf(new Map(good).set('manifest.json', Buffer.from(JSON.stringify(wrongHash)))));
});

test('1 GB of zeros packed small is refused without being unpacked, and a huge manifest without being read', async () => {
  const megabyte = Buffer.alloc(1024 ** 2);
  const zeros = async function* () {
    for (let megabytes = 0; megabytes < 1024; megabytes += 1) yield megabyte;
  };
  const zip = new ZipFile();
  for (const [name, bytes] of good) {
    if (name === 'tables/users.jsonl')
      zip.addReadStream(Readable.from(zeros()), name, { mode: 0o100600, compressionLevel: 1 });
    else zip.addBuffer(bytes, name);
  }
  zip.end();
  const path = await backups.saveStream(zip.outputStream);
  let mostBytes = 0;
  const watch = setInterval(async () => {
    mostBytes = Math.max(mostBytes, await sizeOf(room.folder.temporary));
  }, 20);
  await refused(path).finally(() => clearInterval(watch));
  expect(mostBytes).toBeLessThan(50e6);
  await rm(path);
  const spaces = Buffer.alloc(64 * 1024 ** 2, ' ');
  await refused(await zipOf(new Map(good).set('manifest.json', spaces)));
});

test('a backup of a newer program is refused with its version', async () => {
  for (const change of [{ format: 2 }, { schema: 9e12 }, { format: 2, tables: 'of another shape' }]) {
    const manifest = Buffer.from(JSON.stringify({ ...manifestOf(good), ...change }));
    expect(await refused(await zipOf(new Map(good).set('manifest.json', manifest)), 'backup.newer')).toContain('1.2.3');
  }
  const manifest = Buffer.from(JSON.stringify({ ...manifestOf(good), version: 'v1.10.0' }));
  expect(await refused(await zipOf(new Map(good).set('manifest.json', manifest)), 'backup.newer')).toContain('v1.10.0');
});

test('an older backup may lack columns that have a default, no others', async () => {
  const lacking = (column: string) =>
    honest((entries, manifest) => {
      manifest.schema -= 1;
      const table = manifest.tables.find(({ name }) => name === 'users');
      if (table) table.columns = table.columns.filter((name) => name !== column);
      const rows = linesOf(entries.get('tables/users.jsonl') ?? Buffer.alloc(0)).map((line) => {
        const { [column]: _, ...row } = JSON.parse(line);
        return `${JSON.stringify(row)}\n`;
      });
      entries.set('tables/users.jsonl', Buffer.from(rows.join('')));
    });
  await refused(await zipOf(lacking('mail')));
  await backups.restore(await zipOf(lacking('language')));
  expect(await room.database.db.select().from(users)).toMatchObject([{ language: 'fr', lastname: 'Coach' }]);
});

test('rows that are none are refused: foreign columns, prototypes, wrong types, depth, halves of characters', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const raw = (inject: string) =>
    withLines('users', ([first, ...rest]) => [`${String(first).slice(0, -1)},${inject}}`, ...rest]);
  const bad = [
    raw('"is_god":true'),
    raw('"__proto__":{"roles":["Admin"]}'),
    raw(`"external_api":${deep}`),
    withLines('users', () => ['[]']),
    withLines('users', () => ['null']),
    withLines('users', () => ['{']),
    withLines('users', (lines) => [...lines, '']),
    withRow('users', ({ mail: _, ...row }) => row),
    withRow('users', (row) => ({ ...row, mail: 1 })),
    withRow('users', (row) => ({ ...row, mail: null })),
    withRow('users', (row) => ({ ...row, mail: 'a\0' })),
    withRow('users', (row) => ({ ...row, mail: '\ud800' })),
    withRow('users', (row) => ({ ...row, uid: '../../x' })),
    withRow('users', (row) => ({ ...row, roles: ['Root'] })),
    withRow('users', (row) => ({ ...row, created_at: 'now' })),
    withRow('records', (row) => ({ ...row, duration_seconds: 'NaN' })),
    withRow('records', (row) => ({ ...row, start_us: 2 ** 60 })),
    withRow('records', (row) => ({ ...row, decode_state: 'recording' })),
    withRow('records', (row) => ({ ...row, other_data: JSON.parse('{"__proto__":{"a":1}}') })),
    withRow('records', (row) => ({ ...row, client_id: 1 })),
    withRow('records', (row) => ({ ...row, client_id: randomUUID() })),
    withRow('clients', (row) => ({ ...row, logo: Buffer.from('<svg onload=alert(1)>').toString('base64') })),
    withLines('users', (lines) => [...lines, ...lines]),
    withLines('users', (lines) => [...lines, String(lines[0]).replace(/"uid":"[^"]+"/, `"uid":"${randomUUID()}"`)]),
    honest((entries) => entries.set(`files/uploads/${randomUUID()}`, Buffer.from('of no row'))),
    honest((entries) => entries.set(`files/journals/${recordUid}`, Buffer.from('of another kind'))),
    honest((entries) => entries.set(`files/releases/${'0'.repeat(64)}`, Buffer.from('of another hash'))),
  ];
  for (const [at, entries] of bad.entries())
    await refused(await zipOf(entries)).catch((error) => {
      throw new Error(`case ${at}: ${error}`);
    });
});

test('settings of a backup are terms, their date and notice, nothing else of a server', async () => {
  const setting = (key: string, value: unknown) => withLines('settings', () => [JSON.stringify({ key, value })]);
  await refused(await zipOf(setting('signing', { secret: 'known to me' })));
  await refused(await zipOf(setting('server.settings', { allowed_origins: ['*'] })));
});

test('a file of 200 MB goes through a backup and back without being held in memory', async () => {
  await backups.restore(await zipOf(good));
  const block = Buffer.alloc(1024 ** 2, 'a sample; ');
  const blocks = async function* () {
    for (let at = 0; at < 200; at += 1) yield block;
  };
  await pipeline(Readable.from(blocks()), createWriteStream(room.folder.upload(recordUid)));
  const hash = createHash('sha256');
  await pipeline(createReadStream(room.folder.upload(recordUid)), hash);
  const expected = hash.digest('hex');
  const before = process.memoryUsage();
  let most = 0;
  const watch = setInterval(() => {
    const now = process.memoryUsage();
    most = Math.max(most, now.heapUsed + now.arrayBuffers - before.heapUsed - before.arrayBuffers);
  }, 10);
  const { path } = await backups.back();
  await rm(room.folder.upload(recordUid));
  await backups.restore(path);
  clearInterval(watch);
  expect(most).toBeLessThan(100e6);
  const restored = createHash('sha256');
  await pipeline(createReadStream(room.folder.upload(recordUid)), restored);
  expect(restored.digest('hex')).toBe(expected);
});
