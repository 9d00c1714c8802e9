import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tables } from '../../platform/database/index.ts';
import { openTestClub } from './open-test-club.ts';

const { room, manager, decodedUpload, read } = await openTestClub();
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
  test('is dated by itself, has its curves, and the sport of its name', async () => {
    const { db } = room.database;
    const [cycling] = await db
      .insert(tables.sports)
      .values({ uid: randomUUID(), name: 'cycling', displayName: { fr: 'Cyclisme', en: 'Cycling' } })
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
      .values({ uid: randomUUID(), name: 'rowing', displayName: { fr: 'Aviron', en: 'Rowing' } })
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
