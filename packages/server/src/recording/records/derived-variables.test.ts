import { randomUUID } from 'node:crypto';
import { api } from '@sillage/contract';
import { afterAll, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestClub } from './testing.ts';

const { room, manager, decodedUpload, read } = await openTestClub();
afterAll(() => room.close());

const rows = Array.from({ length: 3000 }, (_, i) => {
  const part = (i / 100) % 1;
  const surge = part < 0.4 ? 3 * Math.sin((Math.PI * part) / 0.4) : -2 * Math.sin((Math.PI * (part - 0.4)) / 0.6);
  return [i / 50, surge, 0, 9.81, 4].map((one) => one.toFixed(4)).join();
});
const boat = `T,acc_x (m/s²),acc_y (m/s²),acc_z (m/s²),speed (m/s)\n${rows.join('\n')}\n`;

test('a record that becomes one of rowing has its strokes as variables, and has none any more as one of tennis', async () => {
  const id = await decodedUpload('boat.csv', boat);
  expect(Object.keys((await read(id)).available_data)).not.toContain('derived.cadence');
  const sportId = async (name: string) => {
    const displayName = { fr: name, en: name };
    const [sport] = await room.database.db
      .insert(tables.sports)
      .values({ uid: randomUUID(), name, displayName })
      .returning();
    if (sport === undefined) throw new Error('no sport');
    return sport.id;
  };
  const play = async (name: string) => {
    const body = { sport_id: await sportId(name) };
    await room.call(api.editRecord, manager, { params: { id }, body });
    await room.decoded();
    return Object.keys((await read(id)).available_data);
  };
  expect(await play('aviron')).toContain('derived.cadence');
  const query = { t0: 10, t1: 50 };
  const { default: found } = api.readRecordStatistics.reply.parse(
    await room.call(api.readRecordStatistics, manager, { params: { id }, query }),
  );
  expect(found.data.find(({ variable }) => variable === 'derived.cadence')?.mean).toBeCloseTo(30, 0);
  expect(await play('tennis')).not.toContain('derived.cadence');
});
