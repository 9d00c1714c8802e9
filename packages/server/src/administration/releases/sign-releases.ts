import { type Refusal, refuse } from '@sillage/contract';
import { type FirmwareManifest, firmwareToSign } from '@sillage/device-protocol';
import { isSignedBy, type SigningKey } from '../../platform/secrets/index.ts';

/** Signs with the key of this server. */
export type ReleaseSigner = SigningKey;

interface Signed {
  readonly signature: string;
  readonly publicKey: string;
}

/** What is signed of a release. */
interface Release {
  readonly target: string;
  readonly version: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

interface GivenSignature {
  readonly signature?: string | undefined;
  readonly public_key?: string | undefined;
}

/**
 * The signature that a release is kept with: the one that was given, if it is of this release, else the one that it has, if it
 * still is, else one of this server. What somebody else signed this server never signs in their place.
 */
export function signedRow(
  signer: ReleaseSigner,
  release: Release,
  given: GivenSignature,
  before?: { readonly signature: string; readonly public_key: string },
): Signed | Refusal {
  const bytes = firmwareToSign(manifestOf(release));
  const { signature, public_key: publicKey } = given;
  if (signature !== undefined || publicKey !== undefined) {
    if (signature === undefined || publicKey === undefined) {
      return refuse('request.invalid', {}, { [signature === undefined ? 'signature' : 'public_key']: 'required' });
    }
    return isSignedBy(publicKey, bytes, signature)
      ? { signature, publicKey }
      : refuse('release.badSignature', {}, { signature: 'invalidFormat' });
  }
  if (before !== undefined && before.signature !== '') {
    if (isSignedBy(before.public_key, bytes, before.signature)) {
      return { signature: before.signature, publicKey: before.public_key };
    }
    if (before.public_key !== signer.publicKey) return refuse('release.signatureNeeded');
  }
  return { signature: signer.sign(bytes), publicKey: signer.publicKey };
}

export function manifestOf({ target, ...about }: Release): FirmwareManifest {
  return { family: target, version: about.version, sizeBytes: about.sizeBytes, sha256: about.sha256 };
}
