import type { ServerSettings } from '@sillage/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openServerSettings } from '../server/index.ts';
import { addClub, openTestClubs } from './open-test-clubs.ts';

const { clients, settings, users } = tables;
const [ours, theirs] = [
  { fr: 'Nos règles', en: 'Our rules' },
  { fr: 'Leurs règles', en: 'Their rules' },
];

let room: Awaited<ReturnType<typeof openTestClubs>>['room'];
let backups: Awaited<ReturnType<typeof openTestClubs>>['backups'];

beforeEach(async () => {
  ({ room, backups } = await openTestClubs());
});
afterEach(() => room.close());

async function setTerms(terms: ServerSettings['terms']): Promise<void> {
  const holder = await openServerSettings({
    ...{ database: room.database, fixed: {}, defaults: { name: 'Hub', public_url: '' } },
    clock: { nowMs: () => Date.UTC(2026, 10, 22) },
    askForTermsAgain: async () => {},
  });
  await holder.change({ terms });
  await holder.close();
}

const everybodyAgrees = () => room.database.db.update(users).set({ termsAccepted: true, termsHidden: true });

async function agreed(): Promise<boolean[]> {
  const people = await room.database.db.select().from(users).orderBy(users.id);
  return people.map(({ termsAccepted, termsHidden }) => termsAccepted && termsHidden);
}

const toldToAgree = () => backups.messages.some(({ msg }) => /terms of use/i.test(msg.en));

test('a restore that brings other terms asks everybody of a server in use again, and says so', async () => {
  const { clientId } = await addClub(room, 'one');
  await everybodyAgrees();
  await setTerms(theirs);
  const { path } = await backups.back();
  await setTerms(ours);
  await room.addPerson(clientId, 'Coach');
  await everybodyAgrees();
  await backups.restore(path);
  expect(await agreed()).toEqual([false, false]);
  expect(toldToAgree()).toBe(true);
  await everybodyAgrees();
  await backups.restore(path);
  expect(await agreed()).toEqual([true, true]);
  expect(toldToAgree()).toBe(false);
});

test('who has not agreed to the terms of today has not after a restore of when they had', async () => {
  await addClub(room, 'one');
  await everybodyAgrees();
  const { path } = await backups.back();
  await room.database.db.update(users).set({ termsAccepted: false, termsHidden: false });
  await backups.restore(path);
  expect(await agreed()).toEqual([false]);
});

test('on an empty server those whom a backup of everything brings have agreed to the terms that it brings', async () => {
  await addClub(room, 'one');
  await everybodyAgrees();
  await setTerms(theirs);
  const { path } = await backups.back();
  await room.database.db.delete(clients);
  await room.database.db.delete(settings);
  await backups.restore(path);
  expect(await agreed()).toEqual([true]);
});

test('those whom a backup of one client brings are asked: it does not say what they agreed to', async () => {
  const { clientId } = await addClub(room, 'one');
  await everybodyAgrees();
  const { path } = await backups.back({ client_id: clientId });
  await room.database.db.delete(clients);
  await backups.restore(path);
  expect(await agreed()).toEqual([false]);
});
