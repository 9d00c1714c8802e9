import { PassThrough, type Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of a zip, opened when its turn comes. */
export interface ZipEntry {
  readonly name: string;
  /** Deflating it again is in vain. */
  readonly isCompressed?: true;
  open(): Readable | Promise<Readable>;
}

/**
 * Zips files one after the other as they are read. The next entry is asked for when the one before is read to its end;
 * the iteration is ended when the reader goes away, so what entries need can be made and released by a generator.
 */
export function zipFiles(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  let current: Readable | undefined;
  out.on('close', () => current?.destroy());
  pipeline(zip.outputStream, out).catch(fail);

  async function addAll(): Promise<void> {
    for await (const { name, isCompressed, open } of entries) {
      const stream = await open();
      current = stream;
      if (out.destroyed) {
        stream.destroy();
        return;
      }
      const read = finished(stream, { writable: false });
      zip.addReadStream(stream, name, isCompressed ? { compress: false } : { compressionLevel: 1 });
      await read;
    }
    zip.end();
  }
  // A reader that went away closes its streams early, which is no error to tell.
  addAll().catch(fail);
  return out;
}
