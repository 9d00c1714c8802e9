import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { api } from '@sillage/contract';
import { administrator, freePort, runProgram, signIn } from '@sillage/testkit';
import { ask, askJson, csvOf, formOf, hostileNames, namesInZip, readCut, sendCut } from './attack-records.ts';
import { type Besieged, decoded, judged, recordSeconds, settled, wholeOf } from './follow-records.ts';
import { fill, kill } from './interrupt-records.ts';
import { serverErrorsIn } from './open-field.ts';
import { seededChance } from './seeded-random.ts';
import { collectLosses, type Siege, type SiegeOptions, type SiegeReport } from './siege.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

const cycles = 12;
const diskBytes = 900 * 1024 ** 2;

/** Uploads, downloads, decoding, crops, fusions and exports are cut, killed, filled and flooded; records stay what they were. */
export const siege: Siege = {
  name: 'records',
  async run(options) {
    const folder = await mkdtemp(join(tmpdir(), 'sillage-siege-records-'));
    const disk = await mountSmallDisk(folder, diskBytes);
    try {
      const dataRoot = join(folder, 'data');
      await mkdir(dataRoot, { mode: 0o755 });
      return await besiege(dataRoot, disk, options);
    } finally {
      await disk.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function besiege(dataRoot: string, disk: SmallDisk, { seed, share, tell }: SiegeOptions): Promise<SiegeReport> {
  const chance = seededChance(seed);
  const mqttPort = await freePort();
  const did: Record<string, number> = {};
  const lost = collectLosses(tell);
  const start = async () => {
    const program = await runProgram({ dataRoot, mqttPort, simulator: false });
    const { authorization } = await signIn(program.url, administrator);
    return { program, speaker: { url: program.url, authorization } };
  };
  const field: Besieged = {
    ...(await start()),
    dataRoot,
    chance,
    count: (what) => {
      did[what] = (did[what] ?? 0) + 1;
    },
    async restart() {
      await field.program.kill();
      Object.assign(field, await start());
    },
  };
  let ended = 0;
  const attacks = { hostile, packed, selections, cut, flood, giant, kill, fill: (on: Besieged) => fill(on, disk) };
  try {
    for (const [name, attack] of Object.entries(attacks)) {
      const times = name === 'kill' || name === 'fill' || name === 'cut' ? Math.max(1, Math.round(cycles * share)) : 1;
      for (let time = 0; time < times; time++) {
        tell(`${name} ${time + 1} of ${times}`);
        lost.add(await attack(field).catch((error: unknown) => [`${name}: ${error}`]));
        await disk.free();
        if (field.program.running) continue;
        ended++;
        await field.restart();
      }
    }
    lost.add(await leftovers(field));
  } finally {
    await field.program.end();
  }
  return { did, lost: lost.all, serverErrors: await serverErrorsIn(dataRoot), ended };
}

/** Names of files that are hostile, alone and together in one zip. */
async function hostile(field: Besieged): Promise<string[]> {
  const wrong: string[] = [];
  const ids: number[] = [];
  for (const name of hostileNames) {
    field.count('hostile names');
    const data = { client_id: field.program.user.client_id };
    const said = await ask(field.speaker, 'POST', '/records', formOf(name, csvOf(5), data));
    wrong.push(...judged(`upload of ${JSON.stringify(name.slice(0, 40))}`, said));
    if (said.id !== undefined) ids.push(said.id);
  }
  for (const id of ids) {
    await settled(field, id);
    for (const type of ['decoded', 'parquet', 'raw', 'mcap']) {
      wrong.push(
        ...judged(
          `download of ${id} as ${type}`,
          await askJson(field.speaker, 'POST', `/records/${id}/file/${type}`, {}),
        ),
      );
    }
  }
  const body = JSON.stringify({ ids });
  const path = `${field.speaker.url}/api/records/${ids[0]}/file/decoded`;
  const headers = { authorization: field.speaker.authorization, 'content-type': 'application/json' };
  const zip = await fetch(path, { method: 'POST', headers, body });
  const bytes = Buffer.from(await zip.arrayBuffer());
  const names = namesInZip(bytes);
  if (names.length < ids.length)
    wrong.push(
      `${ids.length} records came as ${names.length} files: ${zip.status} ${zip.ok ? '' : bytes.subarray(0, 200)}`,
    );
  if (new Set(names).size < names.length) wrong.push('two files of a zip have one name');
  return [...wrong, ...names.filter(isUnsafe).map((name) => `a zip holds ${JSON.stringify(name)}`)];
}

/** What would be written elsewhere than in the folder that it is unpacked to, or not at all. */
const isUnsafe = (name: string) =>
  name.length > 1000 || /(^|[/\\])\.\.?([/\\]|$)|^[/\\]|^[a-z]:|[\p{Cc}\p{Cf}\\<>:"|?*]/iu.test(name);

/** Packed files that become far larger, or end too early; and many uploads at once. */
async function packed(field: Besieged): Promise<string[]> {
  const { speaker, program } = field;
  const data = { client_id: program.user.client_id };
  const wrong: string[] = [];
  const bomb = gzipSync(Buffer.alloc(700_000_000, '0,0\n'));
  for (const [name, bytes] of [
    ['bomb.csv.gz', bomb],
    ['cut.csv.gz', bomb.subarray(0, bomb.length / 2)],
    ['no.zip', Buffer.from('PK\x03\x04'.padEnd(2000, '\0'))],
    ['empty.csv', Buffer.alloc(0)],
  ] as const) {
    field.count('packed and broken files');
    const said = await ask(speaker, 'POST', '/records', formOf(name, Uint8Array.from(bytes), data));
    wrong.push(...judged(name, said));
    if (said.id !== undefined) wrong.push(`${name} became a record`);
  }
  const csv = csvOf(100);
  const all = await Promise.all(
    Array.from({ length: 60 }, () => ask(speaker, 'POST', '/records', formOf('same.csv', csv, data))),
  );
  field.count('60 uploads at once');
  wrong.push(...all.flatMap((said) => judged('one of 60 uploads', said)));
  const ids = all.flatMap(({ id }) => id ?? []);
  for (const id of ids) wrong.push(...(await wholeOf(field, id, 100)));
  return [...wrong, ...judged('delete', await askJson(speaker, 'DELETE', '/records', ids))];
}

/** As many selections as a record can have, then what reads all of them. */
async function selections(field: Besieged): Promise<string[]> {
  const id = await decoded(field, 'selections.csv');
  const wrong: string[] = [];
  const some = Array.from({ length: 200 }, (_, n) => ({ t0: n, t1: n + 1 }));
  for (let round = 0; round < 51; round++) {
    field.count('200 selections at once');
    const said = await askJson(field.speaker, 'POST', `/records/${id}/selections/several`, { selections: some });
    wrong.push(...judged('many selections', said));
  }
  for (const path of [`/records/${id}`, `/records/${id}/selections`, `/records/${id}/history`]) {
    wrong.push(...judged(path, await ask(field.speaker, 'GET', path)));
  }
  wrong.push(...judged('crop', await askJson(field.speaker, 'POST', `/records/${id}/crop`, { start: 10, end: 200 })));
  await settled(field, id);
  return [...wrong, ...judged('delete', await askJson(field.speaker, 'DELETE', '/records', [id]))];
}

/** Uploads and downloads that break off in the middle. */
async function cut(field: Besieged): Promise<string[]> {
  const { speaker, chance } = field;
  const id = await decoded(field, 'cut.csv');
  const before = await field.program.client.call(api.listRecords, { body: {} });
  const form = new Response(formOf('half.csv', csvOf(200), {}));
  const body = Buffer.from(await form.arrayBuffer());
  const headers = [`Content-Type: ${form.headers.get('content-type')}`];
  const wrong: string[] = [];
  for (let time = 0; time < 8; time++) {
    field.count('uploads cut');
    const request = { method: 'POST', path: '/records', headers, body };
    await sendCut(speaker, request, chance.whole(0, body.length - 1), chance.pick(['end', 'reset']));
    field.count('downloads cut');
    const type = chance.pick(['decoded', 'parquet', 'raw', 'mcap']);
    await readCut(speaker, `/records/${id}/file/${type}`, {}, chance.whole(1, 300_000));
  }
  const after = await field.program.client.call(api.listRecords, { body: {} });
  if (after.total !== before.total) wrong.push(`uploads that were cut made ${after.total - before.total} records`);
  return [...wrong, ...(await wholeOf(field, id, recordSeconds)), ...(await goneOn(field))];
}

/** An upload in pieces, of which one is cut, goes on from where it says it is. */
async function goneOn(field: Besieged): Promise<string[]> {
  const { speaker, chance } = field;
  const bytes = Buffer.from(csvOf(100));
  const filename = Buffer.from('pieces.csv').toString('base64');
  const tus = {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes.length),
    'upload-metadata': `filename ${filename}`,
  };
  const begun = await fetch(`${speaker.url}/api/uploads`, {
    method: 'POST',
    headers: { authorization: speaker.authorization, ...tus },
  });
  const path = begun.headers.get('location')?.replace('/api', '') ?? '';
  const uid = path.split('/').at(-1) ?? '';
  const headers = ['Tus-Resumable: 1.0.0', 'Content-Type: application/offset+octet-stream', 'Upload-Offset: 0'];
  await sendCut(speaker, { method: 'PATCH', path, headers, body: bytes }, chance.whole(0, bytes.length - 1), 'reset');
  field.count('pieces cut');
  for (let tried = 0; tried < 50; tried++) {
    const { offset } = await field.program.client.call(api.readUpload, { params: { uid } });
    const said = await ask(speaker, 'PATCH', path, bytes.subarray(offset), {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    });
    if (said.status === 204) break;
    await delay(200);
  }
  const made = await askJson(speaker, 'POST', '/records', { upload: uid, again: true });
  return made.id === undefined ? [`pieces became nothing: ${made.status} ${made.code}`] : wholeOf(field, made.id, 100);
}

type Asked = readonly [method: 'GET' | 'POST' | 'PUT', path: string, body: object | undefined];

/** Many at once, each of which may be told to wait, and none may meet a bug. */
async function flood(field: Besieged): Promise<string[]> {
  const id = await decoded(field, 'flood.csv');
  const paths: readonly [Asked, ...Asked[]] = [
    ['POST', '/records/data', { data: { [id]: [{ x: {}, y: ['csv.force', 'csv.speed'] }] } }],
    ['GET', `/records/${id}/statistics`, undefined],
    ['POST', `/records/${id}/file/decoded`, {}],
    ['POST', '/records/all', {}],
    ['POST', `/records/${id}/selections`, { t0: 1, t1: 2 }],
    ['PUT', `/records/${id}`, { comment: 'flooded' }],
    ['POST', `/records/${id}/decode`, {}],
    ['POST', `/records/${id}/crop`, { start: 0, end: 299 }],
  ];
  const asked = Array.from({ length: 400 }, async () => {
    const [method, path, body] = field.chance.pick(paths);
    field.count('requests of a flood');
    const said =
      body === undefined ? await ask(field.speaker, method, path) : await askJson(field.speaker, method, path, body);
    return judged(`${method} ${path} in a flood`, said);
  });
  const wrong = (await Promise.all(asked)).flat();
  await settled(field, id);
  return wrong;
}

/** Bodies that are too large, too deep, or of too many. */
async function giant({ speaker, count }: Besieged): Promise<string[]> {
  const json = { 'content-type': 'application/json' };
  const bodies: [string, string, string, string][] = [
    ['50 MB', 'POST', '/records/all', `{"search":"${'x'.repeat(50_000_000)}"}`],
    ['deep', 'POST', '/records/data', '['.repeat(400_000)],
    ['many members', 'POST', '/records/data', `{${Array.from({ length: 80_000 }, (_, n) => `"${n}":1`).join(',')}}`],
    ['many ids', 'DELETE', '/records', JSON.stringify(Array.from({ length: 100_000 }, (_, n) => n + 1))],
    ['large number', 'POST', '/records/all', '{"page":1e400}'],
    ['proto', 'PUT', '/records/1', '{"__proto__":{"a":1},"other_data":{"__proto__":{"b":2},"constructor":1}}'],
  ];
  const wrong: string[] = [];
  for (const [what, method, path, body] of bodies) {
    count('giant bodies');
    const said = await ask(speaker, method, path, body, json);
    // Whoever is refused while sending may not hear it.
    if (said.status !== 0) wrong.push(...judged(what, said));
  }
  const form = new FormData();
  for (let part = 0; part < 5000; part++) form.append(`p${part}`, 'x');
  wrong.push(...judged('5000 parts', await ask(speaker, 'POST', '/records', form)));
  return wrong;
}

/** What is left in the folder of what nobody waits for. */
async function leftovers({ dataRoot, restart }: Besieged): Promise<string[]> {
  await restart();
  const left = await readdir(join(dataRoot, 'temporary')).catch(() => []);
  return left.length === 0 ? [] : [`temporary/ holds ${left.slice(0, 5).join(', ')}`];
}
