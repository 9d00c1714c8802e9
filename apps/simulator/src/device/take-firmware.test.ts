import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirmwareOffer, firmwareToSign } from '@sillage/device-protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FirmwareMemory } from './take-firmware.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sillage-firmware-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keys = generateKeyPairSync('ed25519');
const image = randomBytes(1000);
const open = () => new FirmwareMemory(folder, 'maxi', { version: '6.7.1', key: undefined });

function offer(more: Partial<FirmwareOffer> = {}, pair = keys): FirmwareOffer {
  const sha256 = createHash('sha256').update(image).digest('hex');
  const manifest = { family: 'maxi', version: '6.8.2', sizeBytes: image.length, sha256 };
  const raw = pair.publicKey.export({ format: 'jwk' }).x ?? '';
  const publicKey = Buffer.from(raw, 'base64url').toString('base64');
  const signature = sign(null, firmwareToSign(manifest), pair.privateKey).toString('base64');
  return { ...manifest, signature, publicKey, ...more };
}

it('goes on after a loss of power where it was, and runs the new version from the commit on only', () => {
  const first = open();
  expect(first.begin(offer())).toEqual({ result: { nextOffset: 0 } });
  expect(first.append(0, image.subarray(0, 600))).toEqual({ result: { nextOffset: 600 } });
  expect(first.append(0, image)).toEqual({ result: { nextOffset: 600 } });
  expect(first.append(600, image)).toMatchObject({ error: { code: 'bad_params' } });

  const second = open();
  expect(second.version).toBe('6.7.1');
  expect(second.begin(offer())).toEqual({ result: { nextOffset: 600 } });
  expect(second.verify()).toMatchObject({ error: { code: 'failed' } });
  second.append(600, image.subarray(600));
  expect(second.verify()).toEqual({ result: {} });
  expect(open().version).toBe('6.7.1');
  second.commit();
  expect(open().version).toBe('6.8.2');
});

it('takes no byte of what is not signed, and keeps nothing of what is not what was signed', () => {
  const device = open();
  for (const wrong of [{ version: '6.9.0' }, { sizeBytes: 999 }, { signature: Buffer.alloc(64).toString('base64') }]) {
    expect(device.begin(offer(wrong))).toMatchObject({ error: { code: 'bad_signature' } });
  }
  expect(device.begin(offer({ family: 'mini' }))).toMatchObject({ error: { code: 'wrong_family' } });
  device.begin(offer());
  device.append(0, Buffer.alloc(1000));
  expect(device.verify()).toMatchObject({ error: { code: 'bad_hash' } });
  expect(device.begin(offer())).toEqual({ result: { nextOffset: 0 } });
  expect(device.version).toBe('6.7.1');
});

it('once it has a key it takes no firmware of another one', () => {
  open().begin(offer());
  expect(open().begin(offer({}, generateKeyPairSync('ed25519')))).toMatchObject({ error: { code: 'bad_signature' } });
});
