import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ErrorBody } from '@sillage/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { openTestHttp, seen } from './open-test-http.ts';

const room = await openTestHttp();
const { app } = room.http;
await room.http.listen('127.0.0.1', 0);
const address = app.server.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;
const url = `http://127.0.0.1:${port}/api/boats`;
afterAll(() => room.close());

const authorization = 'Bearer coach';
const megabyte = 1024 ** 2;

function formOf(sizeBytes: number): FormData {
  const form = new FormData();
  form.append('file', new Blob([Buffer.alloc(sizeBytes, 'x')]), 'photo.png');
  return form;
}

/** As a program sends that does not say how much it will be. */
function pieceByPiece(form: FormData): {
  body: ReadableStream | null;
  headers: Record<string, string>;
  duplex: 'half';
} {
  const { body, headers } = new Response(form);
  return { body, headers: { authorization, 'content-type': headers.get('content-type') ?? '' }, duplex: 'half' };
}

test.each([2, 9, 30])('a form of %i MB where 1 MB may be is answered, announced or not', async (megabytes) => {
  const form = formOf(megabytes * megabyte);
  for (const init of [{ body: form, headers: { authorization } }, pieceByPiece(form)]) {
    const response = await fetch(`${url}/photo`, { method: 'PUT', ...init });
    expect(response.status).toBe(413);
    expect(ErrorBody.parse(await response.json())).toMatchObject({ code: 'request.tooLarge' });
  }
  await vi.waitFor(async () => expect(await readdir(room.temporary)).toEqual([]));
});

test('JSON that is too large is answered, too', async () => {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${url}/4`, { method: 'PUT', headers, body: JSON.stringify('x'.repeat(30 * megabyte)) });
  expect([response.status, ErrorBody.parse(await response.json()).code]).toEqual([413, 'request.tooLarge']);
});

test('curl reads the answer', async () => {
  const file = join(room.temporary, '..', 'photo.png');
  await writeFile(file, Buffer.alloc(30 * megabyte));
  const about = [
    '--silent',
    '--show-error',
    '--header',
    `authorization: ${authorization}`,
    '--write-out',
    ' %{http_code}',
  ];
  const { stdout } = await promisify(execFile)('curl', [...about, '-X', 'PUT', '-F', `file=@${file}`, `${url}/photo`]);
  expect(stdout).toMatch(/"request\.tooLarge".* 413$/);
});

test('who reads only after all was sent reads the answer', async () => {
  const sender = createConnection(port, '127.0.0.1');
  const broken: Error[] = [];
  sender.on('error', (problem) => broken.push(problem));
  const form = new Response(formOf(30 * megabyte));
  const type = form.headers.get('content-type');
  const bytes = Buffer.from(await form.arrayBuffer());
  const about = `Authorization: ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}`;
  sender.write(`PUT /api/boats/photo HTTP/1.1\r\nHost: x\r\n${about}\r\n\r\n`);
  for (let from = 0; from < bytes.length && sender.writable; from += megabyte) {
    const piece = bytes.subarray(from, from + megabyte);
    await new Promise((resolve) => sender.write(piece, resolve));
  }
  const answer = sender.writable ? String(Buffer.concat(await sender.toArray())) : '';
  expect(broken).toEqual([]);
  expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"request\.tooLarge"/);
});

test('who goes on sending is answered at once and cut off after a while', async () => {
  const sender = createConnection(port, '127.0.0.1');
  let answer = '';
  sender.on('data', (text) => (answer += text)).on('error', () => {});
  const closed = new Promise((resolve) => sender.once('close', resolve));
  const type = 'Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 9000000000';
  sender.write(`PUT /api/boats/photo HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${type}\r\n\r\n`);
  await vi.waitFor(() => expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"request\.tooLarge"/));
  const piece = Buffer.alloc(megabyte);
  let sentBytes = 0;
  const goOn = (): void => {
    if (sender.writable) sender.write(piece, goOn);
    sentBytes += piece.length;
  };
  goOn();
  await closed;
  expect(sentBytes).toBeGreaterThan(60 * megabyte);
  expect(sentBytes).toBeLessThan(200 * megabyte);
  expect(seen).toEqual([]);
});
