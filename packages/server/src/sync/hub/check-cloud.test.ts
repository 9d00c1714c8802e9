import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openCertificate } from '../../platform/tls/index.ts';
import { checkCloud } from './check-cloud.ts';
import { openAnsweringServer } from './open-answering-server.ts';

const nowMs = 1_700_000_000_000;
const clock = { nowMs: () => nowMs, monotonicMs: () => 0 };
const own = { clock, version: '7.2.0' };
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** The address of a server that answers so. */
async function answering(body: unknown): Promise<string> {
  const { url, close } = await openAnsweringServer(body);
  closers.push(close);
  return url;
}

const cloud = {
  ...{ version: '7.3.1', back_type: 'cloud', name: 'Cloud', epoch: nowMs / 1000 },
  ...{ clock_difference: null, can_mail: false, map: null },
};
const statesOf = async (body: unknown) => {
  const { network, certificate, clock: time, version } = await checkCloud(own, await answering(body));
  return [network.state, certificate.state, time.state, version.state];
};

it('a cloud of this or the next version with the same time may be linked; without https that is said', async () => {
  expect(await statesOf(cloud)).toEqual(['ok', 'warn', 'ok', 'ok']);
});

it('another version and another time are said', async () => {
  expect(await statesOf({ ...cloud, version: '9.0.0', epoch: nowMs / 1000 + 3600 })).toEqual([
    'ok',
    'warn',
    'warn',
    'fail',
  ]);
});

it('a clock that differs by seconds is said, less what the answer may have taken of them', async () => {
  const differing = (seconds: number, tookSeconds: number) => {
    let monotonicMs = 0;
    const slow = { nowMs: () => nowMs + tookSeconds * 1000, monotonicMs: () => (monotonicMs += tookSeconds * 1000) };
    const epoch = nowMs / 1000 + tookSeconds / 2 + seconds;
    return answering({ ...cloud, epoch }).then((url) => checkCloud({ ...own, clock: slow }, url));
  };
  expect((await differing(4, 0)).clock.state).toBe('ok');
  expect((await differing(-7, 0)).clock).toMatchObject({ state: 'warn', text: { en: expect.stringContaining('7 s') } });
  expect((await differing(7, 6)).clock.state).toBe('ok');
});

it('what is no cloud is not taken for one, and what does not answer neither', async () => {
  expect(await statesOf({ ...cloud, back_type: 'hub' })).toEqual(['fail', 'warn', 'unknown', 'unknown']);
  expect(await statesOf('sign in here')).toEqual(['fail', 'warn', 'unknown', 'unknown']);
  const { network } = await checkCloud(own, 'http://127.0.0.1:9');
  expect(network.state).toBe('fail');
});

it('a certificate that nobody vouches for is refused before anything is sent', async () => {
  const refused = Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
  });
  const asked = {
    ...{ ...own, fetch: () => Promise.reject(refused), fingerprintOf: async () => 'AA:BB' },
    known: { read: async () => 'CC:DD', keep: () => Promise.reject(new Error('it is not believed')) },
  };
  const found = await checkCloud(asked, 'https://cloud.test');
  expect(found.certificate.text.en).toMatch(/shown: AA:BB\..*known so far: CC:DD\.$/);
  expect(found).toMatchObject({
    network: { state: 'ok' },
    certificate: { state: 'fail' },
    version: { state: 'unknown' },
  });
});

it('of a certificate that is refused the fingerprint is shown, as whoever answers shows it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'sillage-certificate-'));
  const { cert, key } = await openCertificate({ file: join(root, 'tls.json'), nowMs: Date.now(), say: () => {} });
  const server = createSecureServer({ cert, key }, (_, response) => response.end('{}')).listen(0, '127.0.0.1');
  closers.push(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  const url = `https://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const { certificate } = await checkCloud(own, url);
  const [first] = cert.split(/(?<=-----END CERTIFICATE-----)/);
  expect(certificate.state).toBe('fail');
  expect(certificate.text.fr).toContain(new X509Certificate(first ?? '').fingerprint256);
  await rm(root, { recursive: true });
});
