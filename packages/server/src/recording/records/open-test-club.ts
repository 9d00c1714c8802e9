import { api, type Record as RecordShape } from '@sillage/contract';
import { z } from 'zod';
import type { Principal } from '../../platform/http/index.ts';
import { stepRoutes } from '../steps/index.ts';
import { recordRoutes } from './index.ts';
import { openTestRecords } from './open-test-records.ts';

/** The routes of records for a club's people of every role, and a stranger of another client. For tests. */
export async function openTestClub() {
  const room = await openTestRecords();
  recordRoutes(room.serve, room.dependencies);
  stepRoutes(room.serve, room.dependencies);
  const clientId = await room.addClient('club');
  const groupId = await room.addGroup(clientId, 'A');
  const manager = await room.addPerson(clientId, 'Manager');
  const coach = await room.addPerson(clientId, 'Coach', [groupId]);
  const otherCoach = await room.addPerson(clientId, 'Coach', [await room.addGroup(clientId, 'B')]);
  const athlete = await room.addPerson(clientId, 'Athlete', [groupId]);
  const stranger = await room.addPerson(await room.addClient('other'), 'Manager');

  /** Answers the record's id, or the code of the refusal. */
  async function upload(name: string, bytes: Uint8Array | string, body: object = {}, who = manager) {
    const answer = await room.call(api.uploadRecord, who, { file: { name, bytes }, body });
    return typeof answer === 'string' ? answer : api.uploadRecord.reply.parse(answer).id;
  }

  async function decodedUpload(name: string, bytes: Uint8Array | string, body: object = {}, who = manager) {
    const id = z.number().parse(await upload(name, bytes, body, who));
    await room.decoded();
    return id;
  }

  async function read(id: number, who = manager): Promise<RecordShape> {
    return api.readRecord.reply.parse(await room.call(api.readRecord, who, { params: { id } }));
  }

  /** The ids of all records that a person sees under a filter. */
  async function list(who: Principal, body: object = {}) {
    const { records, total } = api.listRecords.reply.parse(
      await room.call(api.listRecords, who, { body: { pageSize: 0, ...body } }),
    );
    if (records.length !== total) throw new Error(`${records.length} records, but ${total} in total`);
    return records.map((record) => record.id);
  }

  return { room, clientId, manager, coach, otherCoach, athlete, stranger, upload, decodedUpload, read, list };
}
