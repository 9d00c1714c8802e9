import { McapRecordBuilder, McapStreamReader, type McapTypes } from '@mcap/core';
import { decompress } from 'fzstd';
import type { ByteSource } from '../byte-source.ts';
import { UnpackBudget } from '../unpack-budget.ts';

/** First and last bytes of a file. */
export const mcapMagic = Uint8Array.of(0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a);
/** Bytes of a record as it lies in the file, and of a chunk without its compression, that are held in memory. */
const [mostRecordBytes, mostChunkBytes] = [32 << 20, 64 << 20];
/** Topics of a file: beyond them nothing more is read. */
const mostChannels = 1024;
/** Characters of what describes them, together. */
const mostChannelCharacters = 16 << 20;

const opcodes = {
  header: 1,
  footer: 2,
  schema: 3,
  channel: 4,
  message: 5,
  chunk: 6,
  dataEnd: 15,
  lastKnown: 15,
} as const;
const read = new Set<number>([opcodes.header, opcodes.schema, opcodes.channel, opcodes.message, opcodes.chunk]);
const firstPrivateOpcode = 0x80;
/** Opcode and length. */
const headBytes = 9;

export interface WalkedMessage {
  readonly channel: McapTypes.Channel;
  readonly logTime: bigint;
  readonly data: Uint8Array;
}

/**
 * Goes through the messages of a file, one record in memory. What cannot be read is left out: a record, or all that follows
 * when its length cannot be true.
 */
export class McapWalk {
  bytesLost = 0;
  /** Messages of channels beyond those that are held. */
  withoutChannel = 0;
  /** A compression that is not read. */
  otherCompression: string | undefined;
  readonly #source: ByteSource;
  readonly #channels = new Map<number, McapTypes.Channel>();
  /** Channels beyond those that are held here. The reader holds all of them. */
  readonly #beyond = new Set<number>();
  #channelCharacters = 0;
  #beyondCharacters = 0;
  readonly #budget: UnpackBudget;
  #reader: McapStreamReader;

  constructor(source: ByteSource) {
    this.#source = source;
    this.#budget = new UnpackBudget(source.sizeBytes);
    this.#reader = newReader(this.#budget);
  }

  *messages(): Generator<WalkedMessage> {
    const { sizeBytes } = this.#source;
    const head = new Uint8Array(headBytes);
    const view = new DataView(head.buffer);
    for (let at = mcapMagic.length; at + headBytes <= sizeBytes; ) {
      this.#source.read(head, at);
      const opcode = view.getUint8(0);
      const length = Number(view.getBigUint64(1, true));
      const isKnown = opcode > 0 && (opcode <= opcodes.lastKnown || opcode >= firstPrivateOpcode);
      if (!isKnown || length > sizeBytes - at - headBytes) {
        this.bytesLost += sizeBytes - at;
        return;
      }
      if (opcode === opcodes.dataEnd || opcode === opcodes.footer) return;
      const bytes = headBytes + length;
      if (read.has(opcode)) {
        if (bytes > mostRecordBytes) this.bytesLost += bytes;
        else yield* this.#messagesOf(at, bytes);
      }
      at += bytes;
    }
  }

  *#messagesOf(at: number, length: number): Generator<WalkedMessage> {
    const bytes = new Uint8Array(length);
    this.#source.read(bytes, at);
    try {
      this.#reader.append(bytes);
      for (let record = this.#reader.nextRecord(); record; record = this.#reader.nextRecord()) {
        if (record.type === 'Channel') this.#learn(record);
        if (record.type !== 'Message') continue;
        const channel = this.#channels.get(record.channelId);
        if (channel) yield { channel, logTime: record.logTime, data: record.data };
        else this.withoutChannel++;
      }
    } catch (error) {
      if (error instanceof OtherCompression) this.otherCompression = error.compression;
      this.bytesLost += length;
      this.#startAnew();
    }
  }

  #learn(channel: McapTypes.Channel): void {
    if (this.#channels.has(channel.id) || this.#beyond.has(channel.id)) return;
    let characters = channel.topic.length + channel.messageEncoding.length;
    for (const [key, value] of channel.metadata) characters += key.length + value.length;
    // The reader that holds it gives its place to another.
    if (this.#channelCharacters + characters > mostChannelCharacters)
      throw new RangeError('channels of too many words');
    this.#channelCharacters += characters;
    if (this.#channels.size < mostChannels) {
      this.#channels.set(channel.id, channel);
      return;
    }
    this.#beyond.add(channel.id);
    this.#beyondCharacters += characters;
  }

  /** A reader that refused a record is not to be used any more; the next one has to know the channels. */
  #startAnew(): void {
    this.#reader = newReader(this.#budget);
    this.#beyond.clear();
    this.#channelCharacters -= this.#beyondCharacters;
    this.#beyondCharacters = 0;
    const builder = new McapRecordBuilder();
    for (const channel of this.#channels.values()) builder.writeChannel(channel);
    this.#reader.append(builder.buffer.slice());
    while (this.#reader.nextRecord());
  }
}

class OtherCompression extends Error {
  readonly compression: string;

  constructor(compression: string) {
    super(compression);
    this.compression = compression;
  }
}

function newReader(budget: UnpackBudget): McapStreamReader {
  const zstd = (packed: Uint8Array, size: bigint) => unpackZstd(packed, size, budget);
  return new McapStreamReader({ noMagicPrefix: true, decompressHandlers: { zstd, lz4: refuseLz4 } });
}

function unpackZstd(packed: Uint8Array, size: bigint, budget: UnpackBudget): Uint8Array {
  if (size > mostChunkBytes) throw new RangeError(`a chunk of ${size} bytes`);
  budget.take(Number(size));
  return decompress(packed, new Uint8Array(Number(size)));
}

function refuseLz4(): never {
  throw new OtherCompression('lz4');
}
