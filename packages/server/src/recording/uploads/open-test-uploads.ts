import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { api, isRefusal } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { openTestClub } from '../records/testing.ts';
import { uploadRoutes } from './index.ts';

export const tus = { 'tus-resumable': '1.0.0' };
export const base64 = (text: string) => Buffer.from(text).toString('base64');
export const sha256 = (bytes: Uint8Array, as: 'hex' | 'base64' = 'hex') =>
  createHash('sha256').update(bytes).digest(as);
export async function* inPieces(...pieces: Uint8Array[]) {
  yield* pieces;
}
export async function* broken(bytes: Uint8Array) {
  yield bytes;
  throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
}

let files = 0;
/** No two alike. */
export const someCsv = (rows = 4) => {
  files += 1;
  return Buffer.from(`T (s),v\n${Array.from({ length: rows }, (_, row) => `${row},${files + row}\n`).join('')}`);
};

interface Piece {
  readonly who?: Principal;
  readonly checksum?: string;
}
type Club = Awaited<ReturnType<typeof openTestClub>>;

/** What a client of tus asks, in its headers. */
function tusCalls(room: Club['room'], manager: Principal) {
  async function begin(bytes: Uint8Array, { who = manager, announced = sha256(bytes), name = 'sortie.csv' } = {}) {
    const metadata = `filename ${base64(name)},sha256 ${base64(announced)}`;
    const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata };
    const answer = await room.ask(api.createUpload, who, { headers });
    if (!(answer instanceof Answer)) return isRefusal(answer) ? answer.code : 'no answer';
    expect(answer.headers.location).toBe(`/api/uploads/${api.createUpload.reply.parse(answer.body).uid}`);
    return api.createUpload.reply.parse(answer.body).uid;
  }

  /** Answers the offset after it, or the code of the refusal. */
  async function append(
    uid: string,
    offset: number,
    bytes: AsyncIterable<Uint8Array>,
    { who = manager, checksum }: Piece = {},
  ) {
    const headers = {
      ...tus,
      'upload-offset': String(offset),
      ...(checksum !== undefined && { 'upload-checksum': checksum }),
    };
    const answer = await room.ask(api.appendUpload, who, { params: { uid }, headers, bytes });
    return answer instanceof Answer ? Number(answer.headers['upload-offset']) : isRefusal(answer) && answer.code;
  }

  async function offsetOf(uid: string, who = manager) {
    const answer = await room.ask(api.readUpload, who, { params: { uid }, headers: tus, headOnly: true });
    return answer instanceof Answer ? Number(answer.headers['upload-offset']) : isRefusal(answer) && answer.code;
  }

  return { begin, append, offsetOf };
}

/** A club that sends files in pieces, over the routes. For tests. */
export async function openTestUploads() {
  const club = await openTestClub();
  const { room, manager } = club;
  const { uploads, folder, database, clock } = room.dependencies;
  uploadRoutes(room.serve, { uploads, clock, database });

  const { begin, append, offsetOf } = tusCalls(room, manager);

  /** The record, or the code of the refusal. */
  async function finish(uid: string, body: object = {}, who = manager) {
    const answer = await room.call(api.uploadRecord, who, { body: { upload: uid, ...body } });
    return typeof answer === 'string' ? answer : api.uploadRecord.reply.parse(answer).id;
  }

  async function send(bytes: Uint8Array, given: { readonly name?: string } = {}) {
    const uid = await begin(bytes, given);
    await append(uid, 0, inPieces(bytes));
    return uid;
  }

  const bytesOf = async (id: number) => {
    const [row] = await database.db.select().from(tables.records).where(eq(tables.records.id, id));
    return readFile(folder.upload(row?.uid ?? 'none'));
  };

  return { ...club, uploads, folder, database, begin, append, offsetOf, finish, send, bytesOf };
}
