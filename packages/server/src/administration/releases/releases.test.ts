import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@sillage/contract';
import { firmwareToSign } from '@sillage/device-protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSignedBy, openSigningKey, type SigningKey } from '../../platform/secrets/index.ts';
import { openTestAdministration, type TestAdministration } from '../tenancy/testing.ts';
import { releaseRoutes, sweepFirmware } from './index.ts';

let test: TestAdministration;
let signer: SigningKey;
beforeAll(async () => {
  test = await openTestAdministration();
  await mkdir(test.folder.releases, { recursive: true });
  signer = await openSigningKey(test.folder.firmwareKey);
  releaseRoutes(test.serve, { db: test.db, folder: test.folder, signer });
});
afterAll(() => test.close());

const file = (text: string, name = 'maxi.bin') => ({ name, bytes: Buffer.from(text) });
const add = (body: object, sent: ReturnType<typeof file> | undefined = file('firmware')) =>
  test.ask('admin', api.createDeviceRelease, { body, ...(sent === undefined ? {} : { file: sent }) });
const kept = () => readdir(test.folder.releases);

it('a firmware is kept with its hash and comes back as it was; the same bytes lie once', async () => {
  const first = (await add({ version: 'v6.5.0', target: 'maxi', hardware_version: '2.0' })).body;
  const sha256 = createHash('sha256').update('firmware').digest('hex');
  expect(first).toMatchObject({ version: '6.5.0', hardware_version: 20, size: 8, sha256, filename: 'maxi.bin' });
  const second = (await add({ version: '6.5.0', target: 'mini' })).body;
  expect(second?.hardware_version).toBeNull();
  expect(await kept()).toEqual([sha256]);
  const params = { id: first?.id ?? 0 };
  const bytes = await test.ask('coach', api.downloadDeviceRelease, { params });
  expect(bytes.bytes.toString()).toBe('firmware');
  expect(bytes.headers['content-disposition']).toContain('maxi.bin');
  expect((await test.ask('admin', api.downloadHardwareRelease, { params })).status).toBe(404);
  expect((await test.ask('athlete', api.downloadDeviceRelease, { params })).status).toBe(403);
  expect(await add({ version: '6.5.0', target: 'mini' })).toMatchObject({ status: 409, fields: { version: 'taken' } });

  const edit = (body: object, sent?: ReturnType<typeof file>) =>
    test.ask('admin', api.editDeviceRelease, { params, body, ...(sent === undefined ? {} : { file: sent }) });
  expect((await edit({ notes: { fr: 'n', en: 'n' } })).body).toMatchObject({ sha256, notes: { fr: 'n' } });
  const replaced = (await edit({}, file('newer', 'b.BIN'))).body;
  expect(replaced).toMatchObject({ size: 5, filename: 'b.BIN', version: '6.5.0', hardware_version: 20 });
  expect(await kept()).toHaveLength(2);
  await test.ask('admin', api.deleteDeviceRelease, { params });
  expect(await kept()).toEqual([sha256]);
  await test.ask('admin', api.deleteDeviceRelease, { params: { id: second?.id ?? 0 } });
  expect(await kept()).toEqual([]);
});

it.each([
  ['no file', undefined, 'file.required'],
  ['an empty file', file(''), 'file.required'],
  ['another extension', file('x', 'maxi.exe'), 'file.wrongExtension'],
])('%s is refused', async (_, sent, code) => {
  const body = { version: '1.0.0', target: 'maxi' };
  const given = sent === undefined ? { body } : { body, file: sent };
  expect(await test.ask('admin', api.createDeviceRelease, given)).toMatchObject({ status: 422, code });
  expect(await kept()).toEqual([]);
});

it('a firmware larger than its bound is refused', async () => {
  const large = { name: 'x.bin', bytes: Buffer.alloc(64 * 1024 ** 2 + 1) };
  const reply = await test.ask('admin', api.createDeviceRelease, {
    body: { version: '1', target: 'maxi' },
    file: large,
  });
  expect(reply).toMatchObject({ status: 413, code: 'request.tooLarge' });
});

it('devices are updated by family, hardware by a free word; versions are versions', async () => {
  expect((await add({ version: '1.0.0', target: 'esp32' })).fields).toEqual({ target: 'invalidFormat' });
  expect((await add({ version: 'new', target: 'maxi' })).fields).toEqual({ version: 'version' });
  const body = { version: '1.0.0', target: 'esp32' };
  const made = await test.ask('admin', api.addHardwareRelease, { body, file: file('hw') });
  expect(made.status).toBe(201);
  expect((await test.ask('coach', api.createHardwareRelease, { body, file: file('hw') })).status).toBe(403);
});

it('versions are sorted by their numbers, and a trial comes before its release', async () => {
  const versions = ['6.10.0', '6.9.0', '6.5.0', '6.5.0-rc1', '10.0'];
  for (const version of versions) {
    await test.ask('admin', api.addHardwareRelease, { body: { version, target: 'sorted' }, file: file(version) });
  }
  const listed = await test.ask('admin', api.listHardwareReleases, { body: { search: 'sorted' } });
  const ascending = ['6.5.0-rc1', '6.5.0', '6.9.0', '6.10.0', '10.0'];
  expect(listed.body?.items.map((one) => one.version)).toEqual(ascending);
  const all = (await test.ask('coach', api.listAllHardwareReleases)).body?.items;
  expect(all?.filter((one) => one.target === 'sorted').map((one) => one.version)).toEqual(ascending.toReversed());
});

it('files that a crash left without a row are removed at the start', async () => {
  const before = await kept();
  await writeFile(join(test.folder.releases, 'a'.repeat(64)), 'x');
  await sweepFirmware({ db: test.db, folder: test.folder });
  expect(await kept()).toEqual(before);
});

it('a release is signed by this server, or by whoever signed what was uploaded; never in their place', async () => {
  const own = (await add({ version: '7.0.1', target: 'maxi' }, file('signed'))).body;
  const bytes = (version: string, of = 'signed') =>
    firmwareToSign({
      family: 'maxi',
      version,
      sizeBytes: of.length,
      sha256: createHash('sha256').update(of).digest('hex'),
    });
  expect(own?.public_key).toBe(signer.publicKey);
  expect(isSignedBy(signer.publicKey, bytes('7.0.1'), own?.signature ?? '')).toBe(true);
  const again = await openSigningKey(test.folder.firmwareKey);
  expect(again.publicKey).toBe(signer.publicKey);
  const params = { id: own?.id ?? 0 };
  const edited = (await test.ask('admin', api.editDeviceRelease, { params, body: { version: '7.0.2' } })).body;
  expect(isSignedBy(signer.publicKey, bytes('7.0.2'), edited?.signature ?? '')).toBe(true);

  const maker = await openSigningKey(`${test.folder.firmwareKey}.maker`);
  const given = { signature: maker.sign(bytes('7.1.0')), public_key: maker.publicKey };
  const wrong = { version: '7.1.1', target: 'maxi', ...given };
  expect(await add(wrong, file('signed'))).toMatchObject({ status: 422, code: 'release.badSignature' });
  const made = (await add({ version: '7.1.0', target: 'maxi', ...given }, file('signed'))).body;
  expect(made).toMatchObject(given);
  const move = (body: object) => test.ask('admin', api.editDeviceRelease, { params: { id: made?.id ?? 0 }, body });
  expect((await move({ notes: { fr: 'n', en: 'n' } })).body).toMatchObject(given);
  expect(await move({ version: '7.1.2' })).toMatchObject({ status: 422, code: 'release.signatureNeeded' });
});
