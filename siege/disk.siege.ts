import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ApiError, NetworkError } from '@sillage/client';
import { api } from '@sillage/contract';
import { type Field, openField } from './open-field.ts';
import { seededChance } from './seeded-random.ts';
import { collectLosses, type Siege, type SiegeOptions, type SiegeReport } from './siege.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

const cycles = 30;
const diskBytes = 700 * 1024 ** 2;
const fixture = fileURLToPath(
  new URL('../packages/testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url),
);

/** The disk is full at every place that writes, while six devices record; then there is space again. */
export const siege: Siege = {
  name: 'disk',
  async run(options) {
    const folder = await mkdtemp(join(tmpdir(), 'sillage-siege-disk-'));
    const devicesFolder = await mkdtemp(join(tmpdir(), 'sillage-siege-devices-'));
    const disk = await mountSmallDisk(folder, diskBytes);
    try {
      const dataRoot = join(folder, 'data');
      await mkdir(dataRoot, { mode: 0o755 });
      const field = await openField({ dataRoot, devicesFolder });
      try {
        return await besiege(field, disk, options);
      } finally {
        await disk.free();
        await field.close();
      }
    } finally {
      await disk.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type WriteSite = 'start of a record' | 'upload' | 'export' | 'backup' | 'decode' | 'journal' | 'row';

async function besiege(field: Field, disk: SmallDisk, { seed, share, tell }: SiegeOptions): Promise<SiegeReport> {
  const chance = seededChance(seed);
  const did: Record<string, number> = {};
  const lost = collectLosses(tell);
  const sites = await openWriteSites(field);
  const all = Math.max(1, Math.round(cycles * share));
  for (let cycle = 0; cycle < all; cycle++) {
    const startsFull = cycle % 5 === 4;
    if (startsFull) await field.beginRound();
    else await field.startRecords();
    await delay(chance.whole(200, 1500));
    await disk.fill(chance.pick([0, 0, 4096, 300_000, 3_000_000]));
    const site = chance.pick<WriteSite>(['start of a record', 'upload', 'export', 'backup', 'decode', 'row']);
    for (const where of startsFull ? (['start of a record'] as const) : (['journal', site] as const)) {
      did[`full at: ${where}`] = (did[`full at: ${where}`] ?? 0) + 1;
      if (where !== 'journal') lost.add(await sites.write(where));
    }
    await delay(chance.whole(1000, 6000));
    if (!field.program.running) lost.add(['the program ended on a full disk']);
    await disk.free();
    if (startsFull) await field.startRecords();
    await delay(2000);
    await field.stopRecords();
    lost.add(await field.compareRecords());
    lost.add(await deleteRecords(field));
    tell(`cycle ${cycle + 1} of ${all} (${startsFull ? 'start' : site}): ${lost.all.length} lost`);
  }
  return { did, lost: lost.all, serverErrors: await field.serverErrors(), ended: field.ended };
}

/** What people and tasks do while there is no space; each may be refused with a sentence, and none may be a bug. */
async function openWriteSites(field: Field) {
  const raw = Uint8Array.from(await readFile(fixture));
  const client = () => field.program.client;
  const upload = async () => {
    const file = { name: 'recording.txt', content: new Blob([raw]) };
    return client().call(api.uploadRecord, { body: { client_id: field.program.user.client_id }, file });
  };
  const { id } = await upload();
  const params = { id, fileType: 'parquet' as const };
  return {
    async write(site: Exclude<WriteSite, 'journal'>): Promise<string[]> {
      switch (site) {
        case 'start of a record':
          return refusedOrDone(site, () => field.ask('cmd_start'));
        case 'upload':
          return refusedOrDone(site, upload);
        case 'export':
          return refusedOrDone(site, () => client().fetchBytes(api.downloadRecordFile, { params }));
        case 'backup':
          return refusedOrDone(site, () =>
            client().call(api.createTask, { body: { name: 'backup.export', args: {} } }),
          );
        case 'decode':
          return refusedOrDone(site, () => client().call(api.decodeRecord, { params: { id } }));
        case 'row':
          return refusedOrDone(site, () =>
            client().call(api.editRecord, { params: { id }, body: { comment: 'full' } }),
          );
      }
    },
  };
}

async function refusedOrDone(site: string, write: () => Promise<unknown>): Promise<string[]> {
  try {
    await write();
    return [];
  } catch (error) {
    if (error instanceof ApiError && error.body.code !== 'server.bug') return [];
    if (error instanceof NetworkError) return [`${site} on a full disk: no answer`];
    return [`${site} on a full disk: ${error}`];
  }
}

/** The disk is small: what was compared makes room for the next. */
async function deleteRecords(field: Field): Promise<string[]> {
  const made = await field.madeRecords();
  const ids = made.map(({ id }) => id);
  const deleted = field.program.client.call(api.deleteRecords, { body: ids });
  return deleted.then(
    () => [],
    (error: unknown) => [`records cannot be deleted: ${error}`],
  );
}
