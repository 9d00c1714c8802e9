import { createHash } from 'node:crypto';
import { ApiError, NetworkError } from '@sillage/client';
import { limits, refuse, type Upload } from '@sillage/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { sendFile } from './send-file.ts';

const bytesOf = (blob: Blob) =>
  new Promise<Uint8Array>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

const hash = async (blob: Blob) =>
  new Uint8Array(
    createHash('sha256')
      .update(new Uint8Array(await blob.arrayBuffer()))
      .digest(),
  );
const refusal = (code: Parameters<typeof refuse>[0], status: number) => new ApiError(status, refuse(code).body());
const upload = (size: number, offset: number): Upload => ({
  ...{ uid: '0198f2f0-0000-7000-8000-000000000000', client_id: 1, filename: 'a', size, offset },
  ...{ sha256: null, expires: 0, record_id: null },
});

/** A server that takes pieces, some of which go wrong as told. */
function unsteadyServer(size: number, faults: string[]) {
  const taken: Uint8Array[] = [];
  const bytesTaken = () => taken.reduce((sum, piece) => sum + piece.length, 0);
  const server = fakeServer({
    createUpload: () => upload(size, 0),
    readUpload: () => {
      if (faults[0] === 'asked') {
        faults.shift();
        throw new NetworkError('lost');
      }
      return upload(size, bytesTaken());
    },
    appendUpload: async ({ bytes, headers = {} }) => {
      const piece = bytes ? await bytesOf(bytes) : new Uint8Array();
      if (Number(headers['Upload-Offset']) !== bytesTaken()) throw refusal('upload.wrongOffset', 409);
      expect(headers['Upload-Checksum']).toBe(`sha256 ${createHash('sha256').update(piece).digest('base64')}`);
      const fault = faults.shift();
      if (fault === 'lost') throw new NetworkError('lost');
      if (fault === 'damaged') throw refusal('upload.checksumMismatch', 460);
      if (fault === 'busy') throw refusal('upload.busy', 423);
      taken.push(piece);
      // It was taken, but nobody heard.
      if (fault === 'answerLost') throw new NetworkError('lost');
      return undefined;
    },
  });
  return { server, taken };
}

async function send(file: File, server: ReturnType<typeof fakeServer>) {
  const waits: number[] = [];
  const offsets: number[] = [];
  await sendFile({
    ...{
      server,
      hash,
      clientId: 1,
      file,
      sha256: 'a'.repeat(64),
      uid: undefined,
      signal: new AbortController().signal,
    },
    onBegun: () => {},
    onOffset: (offset) => offsets.push(offset),
    onInterrupted: () => {},
    wait: async (ms) => void waits.push(ms),
  });
  return { waits, offsets };
}

/** Of the largest file: each is the beginning of it. */
const anyBytes = new Uint8Array(3 * limits.uploadPieceBytes + 5000).map((_, at) => at * 31);

it('sends the same bytes whatever breaks on the way, and says how far it is', async () => {
  const fault = fc.constantFrom('none', 'lost', 'answerLost', 'damaged', 'busy', 'asked');
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 3 }),
      fc.nat({ max: 5000 }),
      fc.array(fault, { maxLength: 12 }),
      async (many, rest, faults) => {
        const bytes = anyBytes.subarray(0, many * limits.uploadPieceBytes + rest);
        const { server, taken } = unsteadyServer(bytes.length, faults);
        const { offsets } = await send(new File([bytes], 'a.txt'), server);
        expect(Buffer.compare(Buffer.concat(taken), bytes)).toBe(0);
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
        expect(offsets.at(-1)).toBe(bytes.length);
      },
    ),
    { numRuns: 15 },
  );
});

it('waits longer each time that nothing gets through, and begins anew what the server does not know any more', async () => {
  const { server } = unsteadyServer(3, ['lost', 'lost', 'lost', 'none']);
  expect((await send(new File(['abc'], 'a.txt'), server)).waits).toEqual([1000, 2000, 4000]);
  let known = false;
  const forgetful = fakeServer({
    createUpload: () => {
      known = true;
      return upload(3, 0);
    },
    readUpload: () => {
      if (!known) throw refusal('entity.notFound', 404);
      return upload(3, 3);
    },
  });
  const about = { clientId: 1, file: new File(['abc'], 'a.txt'), sha256: 'a'.repeat(64) };
  const sending = { ...about, server: forgetful, hash, uid: 'old' };
  const quiet = { onBegun: () => {}, onOffset: () => {}, onInterrupted: () => {}, wait: async () => {} };
  const signal = new AbortController().signal;
  expect(await sendFile({ ...sending, ...quiet, signal })).toBe(upload(3, 3).uid);
});

it('gives up at a refusal, such as of a full disk', async () => {
  const server = fakeServer({ createUpload: refusal('disk.full', 507) });
  await expect(send(new File(['abc'], 'a.txt'), server)).rejects.toMatchObject({ status: 507 });
});
