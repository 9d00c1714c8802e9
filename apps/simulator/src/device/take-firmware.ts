import { createHash, createPublicKey, verify } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FirmwareOffer, firmwareToSign, type Outcome, refusal, rpcMethods } from '@sillage/device-protocol';
import { z } from 'zod';
import { readJson, writeJson } from './keep-records.ts';

const Kept = z.object({ version: z.string(), key: z.string().nullable() });
type Kept = z.infer<typeof Kept>;
type Progress = Outcome<{ nextOffset: number }>;

/** Another firmware on its way into a device's memory, and the version that runs. It survives a loss of power at any moment. */
export class FirmwareMemory {
  readonly #family: string;
  readonly #offerFile: string;
  readonly #bytesFile: string;
  readonly #runningFile: string;
  #running: Kept;
  #offer: FirmwareOffer | undefined;

  /** @param factory what runs, and the key that it was given, until it is updated */
  constructor(folder: string, family: string, factory: { readonly version: string; readonly key: string | undefined }) {
    this.#family = family;
    this.#offerFile = join(folder, 'firmware.json');
    this.#bytesFile = join(folder, 'firmware.part');
    this.#runningFile = join(folder, 'running.json');
    const kept = Kept.safeParse(readJson(this.#runningFile));
    this.#running = kept.success ? kept.data : { version: factory.version, key: factory.key ?? null };
  }

  get version(): string {
    return this.#running.version;
  }

  /** Whether this may be taken, and where it goes on. Nothing is written for one that may not. */
  begin(offer: FirmwareOffer): Progress {
    if (offer.family !== this.#family) return refusal('wrong_family', `this is a ${this.#family}`);
    if (this.#running.key !== null && this.#running.key !== offer.publicKey) {
      return refusal('bad_signature', 'signed by a key that this device was not given');
    }
    if (!isSigned(offer)) return refusal('bad_signature', 'the signature is not of this firmware');
    if (offer.version === this.version) return refusal('same_version', `${offer.version} is running`);
    this.#keepRunning({ ...this.#running, key: offer.publicKey });
    const before = rpcMethods['v1.firmware.begin'].params.safeParse(readJson(this.#offerFile));
    if (!before.success || before.data.sha256 !== offer.sha256) rmSync(this.#bytesFile, { force: true });
    writeJson(this.#offerFile, offer);
    this.#offer = offer;
    return { result: { nextOffset: this.#taken() } };
  }

  append(offset: number, bytes: Uint8Array): Progress {
    if (this.#offer === undefined) return refusal('failed', 'no firmware was begun');
    const taken = this.#taken();
    if (offset !== taken) return { result: { nextOffset: taken } };
    if (taken + bytes.length > this.#offer.sizeBytes) return refusal('bad_params', 'more bytes than were said');
    appendFileSync(this.#bytesFile, bytes);
    return { result: { nextOffset: taken + bytes.length } };
  }

  /** Whether the whole is here and what was signed; one that is not is forgotten. */
  verify(): Outcome<Record<string, never>> {
    const offer = this.#offer;
    if (offer === undefined) return refusal('failed', 'no firmware was begun');
    if (this.#taken() !== offer.sizeBytes) return refusal('failed', `${this.#taken()} of ${offer.sizeBytes} bytes`);
    if (createHash('sha256').update(readFileSync(this.#bytesFile)).digest('hex') !== offer.sha256) {
      this.forget();
      return refusal('bad_hash', 'the bytes are not those that were signed');
    }
    return { result: {} };
  }

  /** From now on it runs: in one step, so that either the old one or the new one does. */
  commit(): void {
    if (this.#offer !== undefined) this.#keepRunning({ version: this.#offer.version, key: this.#offer.publicKey });
    this.forget();
  }

  /** As after a loss of power: what lies in the memory stays. */
  interrupt(): void {
    this.#offer = undefined;
  }

  forget(): void {
    this.#offer = undefined;
    rmSync(this.#offerFile, { force: true });
    rmSync(this.#bytesFile, { force: true });
  }

  #taken(): number {
    return existsSync(this.#bytesFile) ? statSync(this.#bytesFile).size : 0;
  }

  #keepRunning(running: Kept): void {
    writeJson(this.#runningFile, running);
    this.#running = running;
  }
}

function isSigned(offer: FirmwareOffer): boolean {
  const x = Buffer.from(offer.publicKey, 'base64').toString('base64url');
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, firmwareToSign(offer), key, Buffer.from(offer.signature, 'base64'));
  } catch {
    return false;
  }
}
