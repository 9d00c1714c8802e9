import { createHash, randomUUID } from 'node:crypto';
import { api, isRefusal, limits } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { removeWorkingFile } from '../../platform/files/index.ts';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { createUploads, keepUploadsSwept } from './index.ts';
import { base64, broken, inPieces, openTestUploads, sha256, someCsv, tus } from './open-test-uploads.ts';

const { room, clientId, manager, coach, athlete, stranger, read, list, ...opened } = await openTestUploads();
const { uploads, folder, database, begin, append, offsetOf, finish, send, bytesOf } = opened;
afterAll(() => room.close());

describe('an upload in pieces', () => {
  test('has the same bytes whatever cuts it: lost connections, damaged pieces, repeated ones, a restart', async () => {
    const cuts = fc.array(
      fc.record({
        bytes: fc.nat({ max: 3000 }),
        as: fc.constantFrom('whole', 'checked', 'cut', 'checkedCut', 'damaged', 'wrongOffset', 'restart'),
      }),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 800 }), cuts, async (rows, steps) => {
        const bytes = someCsv(rows + 2);
        const uid = await begin(bytes);
        let offset = 0;
        let open = uploads;
        for (const step of [...steps, { bytes: bytes.length, as: 'checked' } as const]) {
          const piece = bytes.subarray(offset, offset + step.bytes);
          const half = piece.subarray(0, piece.length >> 1);
          const digest = createHash('sha256').update(piece).digest();
          const put = (at: number, source: AsyncIterable<Uint8Array>, checked = false) =>
            open.append(manager.userId, uid, { offset: at, digest: checked ? digest : undefined, bytes: source });
          if (step.as === 'restart') open = createUploads({ database, folder, disk: room.dependencies.disk });
          if (step.as === 'whole') await put(offset, inPieces(half, piece.subarray(half.length)));
          if (step.as === 'checked') await put(offset, inPieces(piece), true);
          if (step.as === 'cut') await put(offset, broken(half));
          if (step.as === 'checkedCut') await put(offset, broken(half), true);
          if (step.as === 'damaged') await put(offset, inPieces(Buffer.from(piece).fill(7)), true);
          if (step.as === 'wrongOffset') {
            expect(await put(offset + 1, inPieces(piece))).toMatchObject({ code: 'upload.wrongOffset' });
          }
          const counted = { whole: piece.length, checked: piece.length, cut: half.length };
          offset += counted[step.as as keyof typeof counted] ?? 0;
          expect(await offsetOf(uid)).toBe(offset);
        }
        const id = await finish(uid);
        expect(await bytesOf(Number(id))).toEqual(bytes);
      }),
      { numRuns: 12 },
    );
  });

  test('whose piece is damaged is refused with 460 and keeps what it had', async () => {
    const bytes = someCsv();
    const uid = await begin(bytes);
    const checksum = `sha256 ${sha256(Buffer.from('other'), 'base64')}`;
    expect(await append(uid, 0, inPieces(bytes), { checksum })).toBe('upload.checksumMismatch');
    expect(await append(uid, 0, inPieces(bytes), { checksum: 'md5 eA==' })).toBe('request.malformed');
    expect(await offsetOf(uid)).toBe(0);
    const right = `sha256 ${sha256(bytes, 'base64')}`;
    expect(await append(uid, 0, inPieces(bytes), { checksum: right })).toBe(bytes.length);
  });

  test('becomes one record, however often and by how many at once it is asked', async () => {
    const uid = await send(someCsv());
    const before = (await list(manager)).length;
    const asked = await Promise.all([finish(uid), finish(uid), finish(uid)]);
    const ids = new Set(asked.filter((one) => typeof one === 'number'));
    ids.add(Number(await finish(uid)));
    expect(ids.size).toBe(1);
    expect((await list(manager)).length).toBe(before + 1);
    expect(await folder.growing.has(uid)).toBe(false);
    const [id = 0] = ids;
    await room.decoded();
    expect(await read(Number(id))).toMatchObject({ basename: 'sortie', decode_state: 'done' });
    expect(await append(uid, 0, inPieces(someCsv()))).toBe('upload.wrongOffset');
  });

  test('that is not whole, or not what was announced, becomes none', async () => {
    const bytes = someCsv();
    const uid = await begin(bytes);
    await append(uid, 0, inPieces(bytes.subarray(0, 5)));
    expect(await finish(uid)).toBe('upload.incomplete');
    const changed = await begin(bytes, { announced: sha256(someCsv()) });
    await append(changed, 0, inPieces(bytes));
    expect(await finish(changed)).toBe('upload.corrupted');
    expect(await offsetOf(changed)).toBe(0);
  });

  test('that is refused as a record keeps its bytes and is made with what was missing', async () => {
    const uid = await send(Buffer.from('v\n1\n2\n3\n4\n5\n'));
    expect(await finish(uid)).toBe('file.noTime');
    expect(await finish(uid, { rate: 10 })).toEqual(expect.any(Number));
  });

  test('of a file that is here already is told, and doubled only when asked', async () => {
    const bytes = someCsv();
    const first = await finish(await send(bytes));
    const again = await send(bytes, { name: 'other.csv' });
    expect(await finish(again)).toBe('file.alreadyHere');
    const same = (who: Principal) => room.call(api.findSameFile, who, { params: { sha256: sha256(bytes) } });
    expect(await same(manager)).toMatchObject([{ id: first, basename: 'sortie' }]);
    // Nobody learns of what they do not see.
    expect(await same(coach)).toEqual([]);
    expect(await same(stranger)).toEqual([]);
    expect(await finish(again, { again: true })).not.toBe(first);
    const form = { file: { name: 'third.csv', bytes }, body: {} };
    expect(await room.call(api.uploadRecord, manager, form)).toMatchObject({ id: expect.any(Number) });
    expect(await same(manager)).toHaveLength(3);
  });

  test('of the same file at once becomes one record, too', async () => {
    const bytes = someCsv();
    const both = [await send(bytes), await send(bytes, { name: 'other.csv' })];
    // Each is a record in its transaction before either is one for the other.
    const { promise: bothMade, resolve } = Promise.withResolvers<void>();
    const { settle } = uploads;
    let settled = 0;
    const settling = vi.spyOn(uploads, 'settle').mockImplementation(async (...given) => {
      const outcome = await settle(...given);
      if (++settled === both.length) resolve();
      await bothMade;
      return outcome;
    });
    const made = await Promise.all(both.map((uid) => finish(uid)));
    settling.mockRestore();
    expect(made.map((one) => typeof one).sort()).toEqual(['number', 'string']);
    expect(made).toContain('file.alreadyHere');
  });

  test('that is removed while it becomes a record becomes none', async () => {
    const uid = await send(someCsv());
    const lent = await uploads.lend(manager.userId, uid);
    if (!isRefusal(lent) && 'file' in lent) await removeWorkingFile(lent.file.path);
    expect(await uploads.remove(manager.userId, uid)).toBeUndefined();
    const settled = await database.db.transaction((tx) => uploads.settle(tx, uid, { id: 1, task_id: 1 }));
    expect(settled).toMatchObject({ code: 'entity.notFound' });
  });

  test('is its owner’s alone', async () => {
    const bytes = someCsv();
    const uid = await begin(bytes, { who: coach });
    expect(await append(uid, 0, inPieces(bytes))).toBe('entity.notFound');
    expect(await offsetOf(uid)).toBe('entity.notFound');
    expect(await finish(uid)).toBe('entity.notFound');
    expect(await room.call(api.listUploads, coach)).toMatchObject([{ uid, offset: 0, size: bytes.length }]);
    expect(await begin(bytes, { who: athlete })).toBe('permission.denied');
  });

  test('is for the club that it was begun for, whichever is looked at when its record is made', async () => {
    const admin = await room.addPerson(stranger.clientId, 'Admin');
    const bytes = someCsv();
    const metadata = (of: string) => `filename ${base64('a.csv')},client_id ${base64(of)}`;
    const beginFor = (who: Principal, of: string) => {
      const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata(of) };
      return room.ask(api.createUpload, who, { headers });
    };
    const answer = await beginFor(admin, String(clientId));
    const begun = api.createUpload.reply.parse(answer instanceof Answer && answer.body);
    expect(begun.client_id).toBe(clientId);
    await append(begun.uid, 0, inPieces(bytes), { who: admin });
    const id = Number(await finish(begun.uid, {}, admin));
    expect(await list(manager)).toContain(id);
    expect(await beginFor(manager, String(stranger.clientId))).toMatchObject({ fields: { client_id: 'unknown' } });
    for (const none of ['', '0', 'a']) {
      expect(await beginFor(admin, none)).toMatchObject({ fields: { 'upload-metadata.client_id': 'integer' } });
    }
  });

  test('is written by one tab at a time; the other is told', async () => {
    const bytes = someCsv();
    const uid = await begin(bytes);
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begun = () => {};
    const writing = new Promise<void>((resolve) => {
      begun = resolve;
    });
    async function* slow() {
      yield bytes.subarray(0, 4);
      begun();
      await waiting;
      yield bytes.subarray(4);
    }
    const first = append(uid, 0, slow());
    await writing;
    expect(await append(uid, 0, inPieces(bytes))).toBe('upload.busy');
    goOn();
    expect(await first).toBe(bytes.length);
  });

  test('waits for room on a full disk, and goes on when there is some', async () => {
    const { disk, room: free } = await openTestDisk();
    const own = createUploads({ database, folder, disk });
    const bytes = someCsv();
    const put = (uid: string, offset: number) =>
      own.append(manager.userId, uid, { offset, digest: undefined, bytes: inPieces(bytes.subarray(offset)) });
    const upload = { sizeBytes: bytes.length, filename: 'a.csv', sha256: null, clientId };
    const row = await own.begin(manager.userId, upload);
    const uid = isRefusal(row) ? row.code : row.uid;
    expect(disk.report().reservedBytes.upload).toBe(0);
    free.freeBytes = 0;
    expect(await put(uid, 0)).toMatchObject({ code: 'disk.full' });
    expect(await own.begin(manager.userId, upload)).toMatchObject({ code: 'disk.full' });
    free.freeBytes = 1e12;
    expect(await put(uid, 0)).toMatchObject({ receivedBytes: bytes.length });
    expect(disk.report().reservedBytes.upload).toBe(0);
  });

  test('keeps no more room from others than what is sent now, however much is announced', async () => {
    const { disk, room: free } = await openTestDisk();
    const own = createUploads({ database, folder, disk });
    const upload = { sizeBytes: limits.uploadBytes, filename: 'a.csv', sha256: null, clientId };
    const row = await own.begin(coach.userId, upload);
    const uid = isRefusal(row) ? row.code : row.uid;
    expect(disk.report().reservedBytes.upload).toBe(0);
    let held = 0;
    async function* some() {
      yield Buffer.alloc(limits.uploadPieceBytes + 1);
      held = disk.report().reservedBytes.upload;
    }
    await own.append(coach.userId, uid, { offset: 0, digest: undefined, bytes: some() });
    expect(held).toBeLessThanOrEqual(limits.uploadPieceBytes);
    expect(held).toBeGreaterThan(0);
    expect(disk.report().reservedBytes.upload).toBe(0);
    // Together they are more than there is room for: nobody begins what could never come.
    free.freeBytes = disk.report().keptBytes + 1.5 * limits.uploadBytes;
    await disk.measure();
    expect(await own.begin(coach.userId, upload)).toMatchObject({ code: 'disk.full' });
    expect(await own.begin(manager.userId, upload)).toMatchObject({ sizeBytes: upload.sizeBytes });
    await own.remove(coach.userId, uid);
  });

  test('is one of so many that a person may begin, also at once', async () => {
    const own = createUploads({ database, folder, disk: (await openTestDisk()).disk });
    const upload = { sizeBytes: 10, filename: 'a.csv', sha256: null, clientId };
    const userId = stranger.userId;
    const others = Array.from({ length: limits.uploadsAUser - 1 }, () => ({ uid: randomUUID(), userId, ...upload }));
    await database.db.insert(tables.uploads).values(others);
    const begun = await Promise.all([1, 2, 3, 4].map(() => own.begin(userId, upload)));
    expect(begun.filter((one) => isRefusal(one) && one.code === 'upload.tooMany')).toHaveLength(3);
  });

  test('takes no more than was announced, no other version, and no more than the bounds', async () => {
    const bytes = someCsv();
    const uid = await begin(bytes);
    expect(await append(uid, 0, inPieces(bytes, Buffer.from('more')))).toBe('upload.tooLong');
    const code = async (headers: Record<string, string>) => {
      const answer = await room.ask(api.createUpload, manager, { headers });
      return isRefusal(answer) && answer.code;
    };
    expect(await code({ 'upload-length': '5' })).toBe('upload.wrongVersion');
    expect(await code({ ...tus, 'upload-length': 'many' })).toBe('request.invalid');
    expect(await code({ ...tus, 'upload-length': String(limits.uploadBytes + 1) })).toBe('request.tooLarge');
    expect(await code({ ...tus, 'upload-length': '1'.repeat(16) })).toBe('request.tooLarge');
    expect(await code({ ...tus, 'upload-length': '9'.repeat(400) })).toBe('request.tooLarge');
  });

  test('that nobody goes on with is removed with its bytes after the hours that the server ran without it', async () => {
    const sweeper = keepUploadsSwept({ database, folder, log: room.log });
    const bytes = someCsv();
    const [left, moved] = [await send(bytes), await begin(bytes)];
    const hours = { idleHours: limits.uploadIdleHours - 1 };
    await database.db.update(tables.uploads).set(hours).where(eq(tables.uploads.uid, left));
    await database.db.update(tables.uploads).set(hours).where(eq(tables.uploads.uid, moved));
    await append(moved, 0, inPieces(bytes.subarray(0, 3)));
    await sweeper.sweep();
    await sweeper.close();
    expect(await offsetOf(left)).toBe('entity.notFound');
    expect(await folder.growing.list()).not.toContain(left);
    expect(await offsetOf(moved)).toBe(3);
  });

  test('that is given up is gone; one whose bytes were lost begins again', async () => {
    const bytes = someCsv();
    const uid = await begin(bytes);
    await append(uid, 0, inPieces(bytes.subarray(0, 9)));
    await folder.growing.delete(uid);
    expect(await offsetOf(uid)).toBe(0);
    await room.ask(api.deleteUpload, manager, { params: { uid }, headers: tus });
    expect(await offsetOf(uid)).toBe('entity.notFound');
  });
});
