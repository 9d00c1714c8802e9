import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of a zip, opened when its turn comes. */
export interface ZipEntry {
  readonly name: string;
  open(): Readable;
}

/** Zips files one after the other as they are read; `ended` is called once, when all is sent or the reader went away. */
export function zipFiles(entries: readonly ZipEntry[], ended: () => Promise<void>): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  let current: Readable | undefined;
  for (const { name, open } of entries) {
    zip.addReadStreamLazy(name, { compressionLevel: 1 }, (give) => {
      const stream = open();
      // yazl does not hear a source that breaks, nor closes one whose reader went away.
      stream.on('error', fail);
      current = stream;
      give(null, stream);
    });
  }
  zip.end();
  pipeline(zip.outputStream, out).catch(fail);
  out.on('close', () => {
    current?.destroy();
    void ended();
  });
  return out;
}
