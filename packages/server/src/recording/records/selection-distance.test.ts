import { api, type Selection } from '@sillage/contract';
import { afterAll, expect, test } from 'vitest';
import { openTestClub } from './open-test-club.ts';

const { room, manager, decodedUpload } = await openTestClub();
afterAll(() => room.close());

/** 10 s at 2 m/s. */
const rowing = `T (s),speed (m/s)\n${Array.from({ length: 11 }, (_, n) => `${n},2`).join('\n')}\n`;
const pushing = `T (s),force (N)\n${Array.from({ length: 11 }, (_, n) => `${n},2`).join('\n')}\n`;

async function addTo(id: number, body: object): Promise<Selection> {
  const given = { t0: 0, t1: 1, ...body };
  return api.createSelection.reply.parse(
    await room.call(api.createSelection, manager, { params: { id }, body: given }),
  );
}

test('a selection says where it is on its record’s distance axis, and how far it goes', async () => {
  const id = await decodedUpload('rowing.csv', rowing);
  const made = await addTo(id, { t0: 2, t1: 6 });
  expect(made).toMatchObject({ d0: 4, d1: 12, distance: 8, doffset: 0 });
  const params = { id, selectionId: made.id };
  expect(await room.call(api.readSelection, manager, { params })).toEqual(made);
  expect(await room.call(api.listSelections, manager, { params: { id } })).toEqual([made]);
  const moved = await room.call(api.editSelection, manager, { params, body: { t1: 7 } });
  expect(moved).toMatchObject({ d0: 4, d1: 14, distance: 10 });
});

test('it is derived: what was read is put back, another distance is refused', async () => {
  const id = await decodedUpload('rowing.csv', rowing);
  const made = await addTo(id, { t0: 2, t1: 6 });
  const params = { id, selectionId: made.id };
  const { num: _, ...rest } = made;
  expect(await room.call(api.editSelection, manager, { params, body: { ...rest, comment: 'x' } })).toMatchObject({
    comment: 'x',
  });
  expect(await room.fieldsOf(api.editSelection, manager, { params, body: { d0: 5, distance: 9 } })).toEqual({
    d0: 'fixed',
    distance: 'fixed',
  });
  expect(await room.fieldsOf(api.createSelection, manager, { params: { id }, body: { t0: 2, t1: 6, d1: 5 } })).toEqual({
    d1: 'fixed',
  });
});

test('of a record that says nothing of a distance it is null', async () => {
  const id = await decodedUpload('pushing.csv', pushing);
  expect(await addTo(id, {})).toMatchObject({ d0: null, d1: null, distance: null, doffset: 0 });
});
