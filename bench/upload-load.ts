import { createHash, randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

export const administrator = { mail: 'admin@bench.test', password: 'Aviron-2026!' } as const;
export const FromUploadServer = z.union([
  z.object({ url: z.string() }),
  z.object({ peakBytes: z.number(), wallMs: z.number(), computedMs: z.number() }),
]);
export type FromUploadServer = z.infer<typeof FromUploadServer>;

const rateHz = 1000;
const columns = 8;
const startUs = 1_700_000_000_000_000;
/** Rows whose values differ; longer files say them again, at other times. */
const differentRows = 10_007;

const valueAt = (row: number, column: number) => Math.round(12_000 * Math.sin((row * (column + 1)) / 997) + (row % 7));

/** Writes pieces until the file has so many bytes. */
async function writeBytes(path: string, mostBytes: number, pieces: Iterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w');
  try {
    let written = 0;
    for (const piece of pieces) {
      await file.write(piece);
      written += piece.length;
      if (written >= mostBytes) return;
    }
  } finally {
    await file.close();
  }
}

/** A CSV of 8 variables at 1 kHz. */
export function writeLargeCsv(path: string, bytes: number): Promise<void> {
  const names = Array.from({ length: columns }, (_, c) => `v_${c} (N)`);
  const rows = Array.from({ length: differentRows }, (_, row) =>
    names.map((_, c) => (valueAt(row, c) / 100).toFixed(2)).join(','),
  );
  function* pieces(): Generator<Uint8Array> {
    yield Buffer.from(`T (s),${names.join(',')}\n`);
    for (let row = 0; ; ) {
      let text = '';
      for (let i = 0; i < 20_000; i++, row++) text += `${(row / rateHz).toFixed(3)},${rows[row % differentRows]}\n`;
      yield Buffer.from(text);
    }
  }
  return writeBytes(path, bytes, pieces());
}

/** A raw device file of 8 int16 at 1 kHz. */
export function writeLargeRaw(path: string, bytes: number): Promise<void> {
  const frameBytes = 9 + 2 * columns;
  const values = Array.from({ length: columns }, (_, c) => ({ name: `v_${c}`, type: 'int16', unit: 'N' }));
  const description = [{ name: 'id', type: 'uint8' }, { name: 'time', type: 'uint64' }, ...values];
  const plate = { id: 1, type: 'plate', rate: rateHz, size: frameBytes, factor: 0.01, description };
  const header = { description: { epochUs: startUs, version: 'v6.6.0' }, modules: { plate } };
  function* pieces(): Generator<Uint8Array> {
    yield Buffer.from(`<== description ==>\n${JSON.stringify(header)}\n<== calibration ==>\n{}\n<== data ==>\n`);
    const frames = Buffer.alloc(20_000 * frameBytes);
    for (let row = 0; ; ) {
      for (let at = 0; at < frames.length; at += frameBytes, row++) {
        const us = startUs + (row * 1e6) / rateHz;
        frames[at] = 1;
        frames.writeUInt32LE(us % 2 ** 32, at + 1);
        frames.writeUInt32LE(Math.floor(us / 2 ** 32), at + 5);
        for (let c = 0; c < columns; c++) frames.writeInt16LE(valueAt(row % differentRows, c), at + 9 + 2 * c);
      }
      yield frames;
    }
  }
  return writeBytes(path, bytes, pieces());
}

/** As the web app sends them. */
const pieceBytes = 4 * 1024 ** 2;
const Begun = z.object({ uid: z.string() });

/** Sends so many bytes in pieces (tus 1.0), each with its checksum, and removes them; s from the first to the last answer. */
export async function sendInPieces(url: string, bytes: number): Promise<number> {
  const headers = { ...(await signIn(url)), 'tus-resumable': '1.0.0' };
  const length = { 'upload-length': String(bytes) };
  const begun = await fetch(`${url}/api/uploads`, { method: 'POST', headers: { ...headers, ...length } });
  const address = `${url}/api/uploads/${Begun.parse(await begun.json()).uid}`;
  const piece = randomBytes(pieceBytes);
  const started = performance.now();
  for (let offset = 0; offset < bytes; ) {
    const body = piece.subarray(0, bytes - offset);
    const said = {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'upload-checksum': `sha256 ${createHash('sha256').update(body).digest('base64')}`,
    };
    const { status } = await fetch(address, { method: 'PATCH', headers: { ...headers, ...said }, body });
    if (status !== 204) throw new Error(`a piece was answered ${status}`);
    offset += body.length;
  }
  const seconds = (performance.now() - started) / 1000;
  await fetch(address, { method: 'DELETE', headers });
  return seconds;
}

async function signIn(url: string): Promise<{ readonly authorization: string }> {
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify(administrator) });
  return { authorization: `Bearer ${SignedIn.parse(await login.json()).access_token}` };
}

const SignedIn = z.object({ access_token: z.string() });
const Made = z.object({ id: z.number() });
const Seen = z.object({ decode_state: z.string(), duration: z.number() });

/** Signs in, sends a file, waits until its record is decoded, and deletes it; s of the record, and from the answer to its end. */
export async function decodeUpload(url: string, path: string): Promise<{ recordSeconds: number; seconds: number }> {
  const json = { 'content-type': 'application/json' };
  const headers = await signIn(url);
  const form = new FormData();
  form.append('data', '{}');
  form.append('file', await openAsBlob(path), 'large');
  const sent = await fetch(`${url}/api/records`, { method: 'POST', headers, body: form });
  const { id } = Made.parse(await sent.json());
  const started = performance.now();
  for (;;) {
    const seen = Seen.parse(await (await fetch(`${url}/api/records/${id}`, { headers })).json());
    if (seen.decode_state === 'error') throw new Error(`record ${id} could not be decoded`);
    if (seen.decode_state === 'done') {
      const seconds = (performance.now() - started) / 1000;
      await fetch(`${url}/api/records`, {
        method: 'DELETE',
        headers: { ...headers, ...json },
        body: JSON.stringify([id]),
      });
      return { recordSeconds: seen.duration, seconds };
    }
    await sleep(100);
  }
}
