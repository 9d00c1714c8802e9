import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCertificate } from '../tls/index.ts';
import { secureDoor } from './listen-securely.ts';

it('is as patient with what people send as the first door is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sillage-door-'));
  const file = join(folder, 'certificate.json');
  const certificate = await openCertificate({ file, nowMs: Date.now(), say: () => {} });
  await rm(folder, { recursive: true });
  const plain = createServer({ requestTimeout: 0, keepAliveTimeout: 72_000 });
  const secure = secureDoor({ plain, ...certificate, headersTimeoutMs: 20_000, headersCheckMs: 5000 });
  // Uploads last for as long as they do; Node's own door ends them after 300 s.
  expect(secure.requestTimeout).toBe(0);
  expect(secure.keepAliveTimeout).toBe(72_000);
});
