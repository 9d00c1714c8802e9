import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { api } from '@sillage/contract';
import { fromBuffer } from 'yauzl';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { recordRoutes } from '../records/index.ts';
import { openTestRecords } from '../records/testing.ts';
import { stepRoutes } from '../steps/index.ts';
import { exportRoutes } from './index.ts';

const fixture = new URL('../../../../testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url);

/** µs since 1970; when the record of two modules begins. */
export const twoStartUs = Date.UTC(2024, 4, 16, 6) * 1000;

type Asked = { sel_id?: number | number[]; who?: Principal; body?: object };

/** A club with two records, one of a device's raw file and one of two modules, whose files are asked for. For tests. */
export async function openTestExports() {
  const room = await openTestRecords();
  recordRoutes(room.serve, room.dependencies);
  stepRoutes(room.serve, room.dependencies);
  exportRoutes(room.serve, room.dependencies);
  const manager = await room.addPerson(await room.addClient('club'), 'Manager');
  const stranger = await room.addPerson(await room.addClient('other'), 'Manager');

  async function uploaded(name: string, bytes: Uint8Array): Promise<number> {
    const answer = await room.call(api.uploadRecord, manager, { file: { name, bytes }, body: {} });
    await room.decoded();
    return api.uploadRecord.reply.parse(answer).id;
  }

  async function ask(id: number, fileType: string, { sel_id, who = manager, body }: Asked = {}): Promise<unknown> {
    const params = { id, fileType: api.downloadRecordFile.params.shape.fileType.parse(fileType) };
    return room.call(api.downloadRecordFile, who, {
      params,
      query: sel_id === undefined ? {} : { sel_id: [sel_id].flat().map(String) },
      body: body ?? null,
    });
  }

  async function download(id: number, fileType: string, asked: Asked = {}) {
    const answer = await ask(id, fileType, asked);
    if (!(answer instanceof Answer)) throw new Error(String(answer));
    const { body, headers } = answer;
    const bytes =
      body instanceof Readable ? await buffer(body) : body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
    const filename = /filename="([^"]*)"/.exec(headers['content-disposition'] ?? '')?.[1];
    return { bytes, filename };
  }

  const raw = await readFile(fixture);
  const rawId = await uploaded('sortie du 17.txt', raw);
  const combinedId = await uploaded('two.txt', fileOfTwoModules());
  return { room, manager, stranger, raw, rawId, combinedId, uploaded, ask, download };
}

function fileOfTwoModules(): Buffer {
  const field = (name: string, type: string) => ({ name, type, unit: 'N' });
  const module = (id: number) => ({
    id,
    rate: 10,
    description: [field('id', 'uint8'), field('time', 'uint64'), field('force', 'float32')],
  });
  const header = { description: { epochUs: twoStartUs }, modules: { left: module(1), right: module(2) } };
  const frames = Buffer.concat([frame(1, 0, 1), frame(2, 50_000, 2), frame(1, 1e6, Number.NaN), frame(1, 2e6, 3)]);
  const text = `<== description ==>\n${JSON.stringify(header)}\n<== calibration ==>\n{}\n<== data ==>\n`;
  return Buffer.concat([Buffer.from(text), frames]);
}

/** `timeUs` since the start. */
function frame(id: number, timeUs: number, value: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt8(id, 0);
  bytes.writeBigUInt64LE(BigInt(twoStartUs + timeUs), 1);
  bytes.writeFloatLE(value, 9);
  return bytes;
}

/** The files of a zip, by their names in it. */
export async function unzipped(bytes: Buffer): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  const done = Promise.withResolvers<void>();
  fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
    if (error) return done.reject(error);
    zip.on('entry', (entry) => {
      zip.openReadStream(entry, async (problem, stream) => {
        if (problem) return done.reject(problem);
        files[entry.fileName] = await buffer(stream);
        zip.readEntry();
      });
    });
    zip.on('end', () => done.resolve());
    zip.readEntry();
  });
  await done.promise;
  return files;
}
