import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@sillage/contract';
import type { RunningProgram } from '@sillage/testkit';
import { ask, csvOf, formOf, type Said, type Speaker } from './attack-records.ts';
import type { Chance } from './seeded-random.ts';

/** s of the records that everything is done to. */
export const recordSeconds = 300;

/** The program that runs now, and who speaks to it. */
export interface Besieged {
  program: RunningProgram;
  speaker: Speaker;
  readonly dataRoot: string;
  readonly chance: Chance;
  count(what: string): void;
  restart(): Promise<void>;
}

const isBad = ({ status, code }: Said) => status === 500 || status === 502 || status === 0 || code === 'server.bug';
export const judged = (what: string, said: Said): string[] =>
  isBad(said) ? [`${what}: ${said.status} ${said.code}`] : [];

export async function upload({ speaker, program }: Besieged, name: string, seconds: number): Promise<number> {
  const said = await ask(
    speaker,
    'POST',
    '/records',
    formOf(name, csvOf(seconds), { client_id: program.user.client_id }),
  );
  if (said.id === undefined) throw new Error(`an upload was answered ${said.status} ${said.code}`);
  return said.id;
}

/** Until nothing of it is in work; answers how it is then. */
export async function settled({ program }: Besieged, id: number) {
  for (let asked = 0; asked < 600; asked++) {
    const record = await program.client.call(api.readRecord, { params: { id } });
    if (record.decode_state === 'done' || record.decode_state === 'error') return record;
    await delay(200);
  }
  throw new Error(`record ${id} was in work for two minutes`);
}

export async function decoded(field: Besieged, name: string): Promise<number> {
  const id = await upload(field, name, recordSeconds);
  await settled(field, id);
  return id;
}

export async function wholeOf(field: Besieged, id: number, seconds: number): Promise<string[]> {
  const { duration, decode_state } = await settled(field, id);
  const expected = seconds - 0.01;
  if (decode_state === 'done' && Math.abs(duration - expected) < 1e-6) return [];
  return [`record ${id} is ${decode_state}, ${duration} s long and not ${expected}`];
}

/** No task stays in work for ever. */
export async function ended({ program }: Besieged): Promise<string[]> {
  for (let asked = 0; asked < 300; asked++) {
    const { items } = await program.client.call(api.listTasks, { body: { pageSize: 50 } });
    if (items.every(({ executing }) => executing > 2)) return [];
    await delay(200);
  }
  return ['a task was in work for a minute'];
}
