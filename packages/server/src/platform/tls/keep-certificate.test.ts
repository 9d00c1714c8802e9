import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepCertificate } from './keep-certificate.ts';

const nowMs = Date.UTC(2026, 10, 24);
const dayMs = 86_400_000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sillage-tls-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const said: string[] = [];
const keep = (hosts = ['hub.local', '10.0.0.7'], ms = nowMs) =>
  keepCertificate({
    ...{ file: join(folder, 'certificate.json'), name: 'Sillage hub', hosts, nowMs: ms },
    say: (text) => said.push(text),
  });

it('makes an authority and a certificate for all hosts once, for its owner to read only', async () => {
  const first = await keep();
  const authority = new X509Certificate(first.authority.cert);
  const server = new X509Certificate(first.server.cert);
  expect(authority.ca).toBe(true);
  expect(server.ca).toBe(false);
  expect(server.checkIssued(authority)).toBe(true);
  expect(server.verify(authority.publicKey)).toBe(true);
  expect(server.checkIP('10.0.0.7')).toBe('10.0.0.7');
  expect(server.checkHost('other.local')).toBeUndefined();
  // iOS refuses what an authority of its owner signs for more than 825 days.
  expect(server.validToDate.getTime() - server.validFromDate.getTime()).toBeLessThan(825 * dayMs);
  expect((await stat(join(folder, 'certificate.json'))).mode & 0o777).toBe(0o600);
  expect(await keep(['10.0.0.7'])).toEqual(first);
});

it('another address, or an end that is near, gives another certificate of the same authority', async () => {
  const first = await keep();
  const moved = await keep(['hub.local', '10.0.0.8']);
  expect(moved.authority).toEqual(first.authority);
  expect(new X509Certificate(moved.server.cert).checkIP('10.0.0.8')).toBe('10.0.0.8');
  const later = await keep(['10.0.0.8'], nowMs + 750 * dayMs);
  expect(later.authority).toEqual(first.authority);
  expect(later.server).not.toEqual(moved.server);
  expect((await keep(['10.0.0.8'], nowMs + 3640 * dayMs)).authority).not.toEqual(first.authority);
});

it('is taken by who trusts the authority, and by nobody else', async () => {
  const { authority, server } = await keep(['localhost', '127.0.0.1'], Date.now());
  const https = createServer({ ...server }, (_, response) => void response.end('hello'));
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  const address = https.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const ask = (ca?: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ host: '127.0.0.1', port, agent: false, ...(ca && { ca }) }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
  expect(await ask(authority.cert)).toBe(200);
  await expect(ask()).rejects.toThrow();
  await new Promise((resolve) => https.close(resolve));
});

it('puts a file aside that cannot be read, and says that phones are asked again', async () => {
  const first = await keep();
  const file = join(folder, 'certificate.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('BEGIN CERTIFICATE', 'BEGIN NOTHING'));
  expect((await keep()).authority).not.toEqual(first.authority);
  expect(await readdir(folder)).toEqual(['certificate.json', 'certificate.json.unreadable']);
  expect(said.at(-1)).toContain('trust a new one');
});
