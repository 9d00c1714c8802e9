import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform, type TransformCallback } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import {
  fileListName,
  type ListedFile,
  type Manifest,
  manifestName,
  type TableSummary,
  tableEntry,
} from './manifest.ts';

/** Writes one backup: tables, then files, then `finish`. In memory: some buffers, and a line a file. */
export interface BackupWriter {
  readonly output: Readable;
  /** Lines without their ends. Answers how many rows there were. */
  table(name: string, columns: readonly string[], lines: AsyncIterable<string>): Promise<number>;
  file(name: string, content: Readable): Promise<void>;
  finish(head: Omit<Manifest, 'tables' | 'files'>): Promise<void>;
  /** Ends the output with an error: nobody takes half a backup for a whole one. */
  fail(error: unknown): void;
}

export function createBackupWriter(): BackupWriter {
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  zip.on('error', fail);
  pipeline(zip.outputStream, output).catch(fail);
  const tables: TableSummary[] = [];
  const files: string[] = [];

  async function add(name: string, content: Readable): Promise<ListedFile> {
    const measure = new Measure();
    // A reader of the output that goes away ends what is being read.
    const stop = () => content.destroy(output.errored ?? new Error('nobody reads the backup any more'));
    output.once('close', stop);
    try {
      if (output.destroyed) stop();
      const copied = pipeline(content, measure);
      zip.addReadStream(measure, name, { compressionLevel: 1, mode: 0o100600 });
      await copied;
      await finished(measure);
    } finally {
      output.off('close', stop);
    }
    return { name, size_bytes: measure.sizeBytes, sha256: measure.sha256() };
  }

  return {
    output,
    fail,
    async table(name, columns, lines) {
      let rows = 0;
      const counted = async function* () {
        for await (const line of lines) {
          rows += 1;
          yield `${line}\n`;
        }
      };
      const { size_bytes, sha256 } = await add(tableEntry(name), Readable.from(counted(), { objectMode: false }));
      tables.push({ name, columns: [...columns], rows, size_bytes, sha256 });
      return rows;
    },
    async file(name, content) {
      files.push(`${JSON.stringify(await add(name, content))}\n`);
    },
    async finish(head) {
      const list = await add(fileListName, Readable.from(files, { objectMode: false }));
      const about = { count: files.length, list_bytes: list.size_bytes, list_sha256: list.sha256 };
      const manifest: Manifest = { ...head, tables, files: about };
      zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName, { mode: 0o100600 });
      zip.end();
    },
  };
}

/** Passes bytes on, counting and hashing them. */
export class Measure extends Transform {
  sizeBytes = 0;
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.sizeBytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /** Of everything that passed, once. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}
