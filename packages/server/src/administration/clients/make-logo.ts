import { createHash } from 'node:crypto';
import { hasExtension, limits, type Refusal, refuse, uploadExtensions } from '@sillage/contract';
import { readHead } from '../../platform/files/index.ts';
import type { UploadedFile } from '../../platform/http/index.ts';

/** More pixels than any logo; a small file can claim to hold far more. */
const maxInputPixels = 50_000_000;
const maxSeconds = 20;

/** Loaded with the first logo: most servers never see one, and it takes room. */
async function loadLibrary() {
  const { default: sharp } = await import('sharp');
  // It reads these two from memory and nothing else: no SVG, no GIF, no PDF, whatever a file says it is.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
  return sharp;
}

export interface Logo {
  readonly png: Buffer;
  /** Changes with the bytes. */
  readonly version: string;
}

/**
 * Makes a logo of an upload: decoded, turned upright, made small and written anew, so that nothing of the file that was
 * sent (metadata, trailing bytes, tricks) is kept.
 */
export async function makeLogo(file: UploadedFile): Promise<Logo | Refusal> {
  if (!hasExtension(file.filename, uploadExtensions.logo)) {
    return refuse('file.wrongExtension', { extensions: uploadExtensions.logo.join(', ') });
  }
  if (file.sizeBytes > limits.logoBytes) return refuse('request.tooLarge', { maximum: '5 MB' });
  const { head: bytes } = await readHead(file.path, limits.logoBytes);
  if (!isPng(bytes) && !isJpeg(bytes)) return refuse('image.unreadable');
  const side = limits.logoPixels;
  const sharp = await loadLibrary();
  const made = sharp(bytes, { limitInputPixels: maxInputPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .timeout({ seconds: maxSeconds })
    .toBuffer();
  // The library says why in words of its own; to the sender it is one thing: not a readable image.
  const png = await made.catch(() => undefined);
  if (png === undefined) return refuse('image.unreadable');
  return { png, version: createHash('sha256').update(png).digest('hex').slice(0, 16) };
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
}

function isJpeg(bytes: Buffer): boolean {
  return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
}
