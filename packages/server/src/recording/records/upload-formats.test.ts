import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { api } from '@sillage/contract';
import { quantityOf } from '@sillage/domain';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tables } from '../../platform/database/index.ts';
import { openTestClub } from './open-test-club.ts';

const { room, manager, upload, decodedUpload, read } = await openTestClub();
afterAll(() => room.close());
const fixture = (path: string) => readFile(new URL(`../../../../testkit/fixtures/${path}`, import.meta.url));

async function valuesOf(id: number, variable: string): Promise<number[]> {
  const query = { wanted_y: variable, maxData: 200_000 };
  const entry = await room.call(api.readRecordData, manager, { params: { id }, query });
  return (api.readRecordData.reply.parse(entry).data[variable]?.data ?? []).map(({ y }) => y ?? Number.NaN);
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const selectionsOf = (id: number) => room.call(api.listSelections, manager, { params: { id } });

describe('an uploaded FIT file', () => {
  test('is dated by itself, has its curves, and the sport that it names', async () => {
    const { db } = room.database;
    const [cycling] = await db
      .insert(tables.sports)
      .values({ uid: randomUUID(), name: 'velo', displayName: { fr: 'Vélo', en: 'Cycling' } })
      .returning();
    const bytes = await fixture('09_cycling_power/Edge810-Vector-2013-08-16-15-35-10.fit');
    const id = await decodedUpload('ride.fit', bytes);
    expect(await read(id)).toMatchObject({
      decode_state: 'done',
      nb_errors: 0,
      basename: 'ride',
      timestamp: Date.parse('2013-08-16T18:05:10Z'),
      sport_id: cycling?.id,
      available_data: {
        'fit.heart_rate': { unit: 'bpm', description: { fr: 'Fréquence cardiaque', en: 'Heart rate' } },
      },
    });
    const power = await valuesOf(id, 'fit.power');
    expect(Math.abs(mean(power) - 275.5)).toBeLessThan(0.7);
    expect(Math.max(...power)).toBe(619);
    const [other] = await db
      .insert(tables.sports)
      .values({ uid: randomUUID(), name: 'aviron', displayName: { fr: 'Aviron', en: 'Rowing' } })
      .returning();
    const chosen = await decodedUpload('ride.fit', bytes, { sport_id: other?.id });
    expect((await read(chosen)).sport_id).toBe(other?.id);
    const query = { sport_id: null };
    await room.call(api.editRecord, manager, { params: { id }, body: query });
    await room.call(api.decodeRecord, manager, { params: { id } });
    await room.decoded();
    expect((await read(id)).sport_id).toBeNull();
    const laps = z.array(z.object({ t0: z.number(), t1: z.number() })).parse(await selectionsOf(id));
    expect(laps.length).toBe(8);
    expect(laps[1]).toEqual({ t0: 1207, t1: 1510.825 });
  });
});

describe('an uploaded file of a device’s program', () => {
  test.each([
    ['15_gps_gpx/cerknicko-jezero.gpx', 'gpx.altitude', 'altitude', 296, undefined],
    ['10_rowing_nk_rp3/EmpowerSpeedCoachForce.csv', 'nk.force_mean', 'force', 691, 264],
    ['10_rowing_nk_rp3/Speedcoach2example.csv', 'nk.speed', 'speed', 97, undefined],
    ['10_rowing_nk_rp3/rp3_curve.csv', 'rp3.stroke_rate', 'cadence', 468, undefined],
    ['09_cycling_power/powertap_11202008.csv.gz', 'powertap.torque', 'torque', 5158, undefined],
    ['09_cycling_power/Edge810-Vector_records.csv.gz', 'csv.power', 'power', 4700, 275.5],
  ])('%s has its curve %s, known as %s', async (path, variable, quantity, count, expected) => {
    expect(quantityOf(variable)?.name).toBe(quantity);
    const id = await decodedUpload(path.slice(path.indexOf('/') + 1), await fixture(path));
    const record = await read(id);
    expect(record.decode_state).toBe('done');
    const values = (await valuesOf(id, variable)).filter((value) => !Number.isNaN(value));
    expect(values.length).toBe(count);
    if (expected !== undefined) expect(Math.abs(mean(values) - expected)).toBeLessThan(0.7);
  });

  test('that is a route without times is refused, and nothing of it is kept', async () => {
    const route = '<?xml version="1.0"?><gpx><rte><rtept lat="46" lon="14"/><rtept lat="46.1" lon="14"/></rte></gpx>';
    const id = await decodedUpload('route.gpx', route);
    const errors = await room.call(api.listRecordErrors, manager, { params: { id } });
    expect(errors).toMatchObject([{ type: 'FATAL', msg: { en: expect.stringContaining('it is a route') } }]);
  });
});

describe('a compressed file', () => {
  const csv = `time,force\n${Array.from({ length: 5000 }, (_, i) => `${i / 100},${i}`).join('\n')}\n`;
  const packed = gzipSync(csv);
  /** Files that an upload leaves; what was sent itself the door of HTTP forgets when it is refused. */
  async function left(work: () => Promise<unknown>): Promise<number> {
    const before = await readdir(room.folder.temporary);
    await work();
    return (await readdir(room.folder.temporary)).length - before.length;
  }

  test('is read as what is in it, under its name', async () => {
    const taken = async () => {
      const id = await decodedUpload('jump.csv.gz', packed);
      expect(await read(id)).toMatchObject({ basename: 'jump', decode_state: 'done', duration: 49.99 });
    };
    expect(await left(taken)).toBe(0);
  });

  test('that is damaged or cut off is refused, and nothing is kept of it', async () => {
    const turned = Buffer.from(packed);
    turned.fill(0x55, packed.length >> 1, (packed.length >> 1) + 20);
    for (const bytes of [packed.subarray(0, packed.length - 20), turned]) {
      const refused = async () => expect(await upload('a.csv.gz', bytes)).toBe('file.damagedGzip');
      expect(await left(refused)).toBe(1);
    }
  });

  test('that becomes three hundred times as large is refused while it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2, 'x'));
    const refused = async () => expect(await upload('bomb.csv.gz', bomb)).toBe('file.unpacksTooLarge');
    expect(await left(refused)).toBe(1);
  });

  test('of no measurements is refused by what it holds', async () => {
    const letter = gzipSync('Dear coach,\nnothing to see.\n');
    const refused = async () => expect(await upload('letter.txt.gz', letter)).toBe('file.unknownFormat');
    expect(await left(refused)).toBe(0);
  });
});
