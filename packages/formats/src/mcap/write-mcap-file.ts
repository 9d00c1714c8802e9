import { McapWriter } from '@mcap/core';
import { moduleKey } from '../described-module.ts';
import type { RecordingModuleInfo } from '../recording.ts';
import { earliest, type ModuleSource, openCursors, type RowCursor } from '../rows/merge-modules.ts';
import { describeMessage, fieldTag, messageFields, messageName, protobufNames } from './describe-message.ts';

/** Bytes of a chunk before it is compressed: 2 ms of work, and what a reader has to hold. */
const chunkBytes = 512 * 1024;

export interface McapAbout {
  /** µs since 1970 of T = 0 */
  readonly startUs: number;
  /** What is known of the recording, each as a metadata record: its name and its texts. */
  readonly metadata: readonly { readonly name: string; readonly texts: Readonly<Record<string, string>> }[];
}

/**
 * Writes a recording as MCAP, merged by time: a channel a module (`/imu`), whose messages of Protocol Buffers hold `T` and the
 * module's columns (NaN = no value); chunks are compressed with zstd and indexed. Memory holds one chunk.
 */
export async function* writeMcapFile(
  about: McapAbout,
  modules: readonly ModuleSource[],
  zstd: (chunk: Uint8Array) => Uint8Array,
): AsyncGenerator<Uint8Array> {
  const written = new WrittenBytes();
  const compressChunk = (chunk: Uint8Array) => ({ compression: 'zstd', compressedData: zstd(chunk) });
  const writer = new McapWriter({ writable: written, chunkSize: chunkBytes, compressChunk });
  await writer.start({ profile: '', library: 'sillage' });
  for (const { name, texts } of about.metadata) {
    await writer.addMetadata({ name, metadata: new Map(Object.entries(texts)) });
  }
  const nameOnce = protobufNames();
  const channels: Channel[] = [];
  for (const module of modules) channels.push(await openChannel(writer, module, nameOnce(module.name)));
  yield* written.take();
  const startNs = BigInt(Math.round(about.startUs)) * 1000n;
  const cursors = await openCursors(modules);
  for (let next = earliest(cursors); next; next = earliest(cursors)) {
    const channel = channels[next.module];
    if (channel === undefined) throw new RangeError(`module ${next.module}`);
    const logTime = startNs + BigInt(Math.round(next.seconds * 1e9));
    const { id: channelId, message } = channel;
    await writer.addMessage({ channelId, sequence: 0, logTime, publishTime: logTime, data: message.of(next) });
    yield* written.take();
    if (next.last) await next.advance();
    else next.step();
  }
  await writer.end();
  yield* written.take();
}

interface Channel {
  readonly id: number;
  readonly message: Message;
}

async function openChannel(writer: McapWriter, module: RecordingModuleInfo, name: string): Promise<Channel> {
  const fields = messageFields(module);
  const schemaId = await writer.registerSchema({
    name: messageName(name),
    encoding: 'protobuf',
    data: describeMessage(name, fields),
  });
  const { name: moduleName, type, rateHz, columns } = module;
  const described = columns.map(({ name, unit, description, type }) => ({ name, unit, description, type }));
  const metadata = new Map([
    [moduleKey, JSON.stringify({ name: moduleName, type, rateHz, columns: described })],
    ['unit.T', 's'],
    ...columns.map(({ unit }, i): [string, string] => [`unit.${fields[i + 1]?.name}`, unit]),
  ]);
  const id = await writer.registerChannel({ schemaId, topic: `/${name}`, messageEncoding: 'protobuf', metadata });
  return { id, message: new Message(fields.map(({ type }) => type)) };
}

/** A message of one channel; each is valid until the next is made. */
class Message {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Where each number lies. */
  readonly #places: number[] = [];

  constructor(types: readonly ('f32' | 'f64')[]) {
    const tags = types.map((type, i) => fieldTag(i + 1, type));
    this.#bytes = new Uint8Array(
      types.reduce((sum, type, i) => sum + (tags[i]?.length ?? 0) + (type === 'f64' ? 8 : 4), 0),
    );
    this.#view = new DataView(this.#bytes.buffer);
    let at = 0;
    for (const [i, type] of types.entries()) {
      const tag = tags[i] ?? new Uint8Array(0);
      this.#bytes.set(tag, at);
      this.#places.push(at + tag.length);
      at += tag.length + (type === 'f64' ? 8 : 4);
    }
  }

  of({ seconds, row, values }: RowCursor): Uint8Array {
    this.#view.setFloat64(this.#places[0]!, seconds, true);
    for (let i = 0; i < values.length; i++) {
      const column = values[i]!;
      const at = this.#places[i + 1]!;
      if (column instanceof Float32Array) this.#view.setFloat32(at, column[row]!, true);
      else this.#view.setFloat64(at, column[row]!, true);
    }
    return this.#bytes;
  }
}

/** What was written and not handed on yet. */
class WrittenBytes {
  #bytes = 0;
  #pieces: Uint8Array[] = [];

  async write(piece: Uint8Array): Promise<void> {
    this.#bytes += piece.length;
    // The writer writes into the same memory again.
    if (piece.length > 0) this.#pieces.push(piece.slice());
  }

  position(): bigint {
    return BigInt(this.#bytes);
  }

  take(): readonly Uint8Array[] {
    if (this.#pieces.length === 0) return none;
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}

const none: readonly Uint8Array[] = [];
