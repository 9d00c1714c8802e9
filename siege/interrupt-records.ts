import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@sillage/contract';
import { ask, askJson, csvOf, formOf, type Said } from './attack-records.ts';
import { type Besieged, decoded, ended, judged, recordSeconds, settled, wholeOf } from './follow-records.ts';
import type { SmallDisk } from './small-disk.ts';

type Work = (field: Besieged, ids: readonly number[]) => Promise<Said>;
const works: readonly [string, Work][] = [
  ['decode', ({ speaker }, [id]) => askJson(speaker, 'POST', `/records/${id}/decode`, {})],
  [
    'crop',
    ({ speaker }, [id]) => askJson(speaker, 'POST', `/records/${id}/crop`, { start: 0, end: recordSeconds - 1 }),
  ],
  ['export', ({ speaker }, [id]) => askJson(speaker, 'POST', `/records/${id}/file/decoded/task`, {})],
  [
    'fuse',
    ({ speaker }, record_ids) => {
      const args = { record_ids, type: 'start_rec', offsets: [0, 1] };
      return askJson(speaker, 'POST', '/tasks', { name: 'record.fuse', args });
    },
  ],
];

/** The program is killed while it works; what it worked on is whole afterwards. */
export async function kill(field: Besieged): Promise<string[]> {
  const ids = [await decoded(field, 'first.csv'), await decoded(field, 'second.csv')];
  const [name, work] = field.chance.pick([works[0]!, ...works.slice(1)]);
  field.count(`kills at: ${name}`);
  const before = await field.program.client.call(api.listRecords, { body: {} });
  const wrong = judged(name, await work(field, ids));
  // Nobody is told of this one: it is a record, whole, or none.
  const untold =
    field.chance.next() < 0.5 ? ask(field.speaker, 'POST', '/records', formOf('untold.csv', csvOf(200))) : undefined;
  await delay(field.chance.whole(0, 1500));
  await field.restart();
  const told = await untold;
  const [first = 0, second = 0] = ids;
  const known = new Set(before.records.map((record) => record.id));
  const after = await field.program.client.call(api.listRecords, { body: {} });
  const made = after.records.filter((record) => !known.has(record.id) && record.basename.startsWith('untold'));
  if (told?.id !== undefined && made.length === 0) wrong.push('an upload that was answered is gone');
  for (const one of made) wrong.push(...(await wholeOf(field, one.id, 200)));
  wrong.push(...(await wholeOf(field, first, name === 'crop' ? recordSeconds - 0.99 : recordSeconds)));
  wrong.push(...(await wholeOf(field, second, recordSeconds)));
  return [
    ...wrong,
    ...(await ended(field)),
    ...judged('delete', await askJson(field.speaker, 'DELETE', '/records', ids)),
  ];
}

/** The disk is full while the program works; with room again the same works. */
export async function fill(field: Besieged, disk: SmallDisk): Promise<string[]> {
  const ids = [await decoded(field, 'first.csv'), await decoded(field, 'second.csv')];
  const [first = 0, second = 0] = ids;
  const [name, work] = field.chance.pick([works[0]!, ...works.slice(1)]);
  field.count(`full at: ${name}`);
  await disk.fill(field.chance.pick([0, 4096, 300_000, 3_000_000, 80_000_000]));
  const wrong = judged(name, await work(field, ids));
  wrong.push(...judged('upload', await ask(field.speaker, 'POST', '/records', formOf('full.csv', csvOf(200)))));
  wrong.push(
    ...judged(
      'curves',
      await askJson(field.speaker, 'POST', '/records/data', { data: { [first]: [{ x: {}, y: ['csv.force'] }] } }),
    ),
  );
  wrong.push(...judged('download', await askJson(field.speaker, 'POST', `/records/${first}/file/parquet`, {})));
  await delay(1500);
  await disk.free();
  wrong.push(...judged(`${name} with room`, await work(field, ids)));
  const cropped = (await settled(field, first)).duration < recordSeconds - 0.5;
  wrong.push(...(await wholeOf(field, first, cropped ? recordSeconds - 0.99 : recordSeconds)));
  wrong.push(...(await wholeOf(field, second, recordSeconds)));
  return [
    ...wrong,
    ...(await ended(field)),
    ...judged('delete', await askJson(field.speaker, 'DELETE', '/records', ids)),
  ];
}
