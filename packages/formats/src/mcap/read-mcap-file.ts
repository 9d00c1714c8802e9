import { boundRows, type ReadBound } from '../bound-read.ts';
import type { ByteSource, Scratch } from '../byte-source.ts';
import { moduleKey, readDescription } from '../described-module.ts';
import {
  type FileProblem,
  type FileRead,
  type Finding,
  heldBy,
  possibleStart,
  type RecordingModuleInfo,
} from '../recording.ts';
import { columnPieces, type Piece } from '../rows/column-pieces.ts';
import { RowSpool } from '../rows/row-spool.ts';
import { safeName, uniqueNames } from '../safe-names.ts';
import {
  compressedOtherwise,
  otherEncodings,
  skippedBytes,
  tooManyNumbers,
  tooManyTopics,
  unreadMessages,
} from './mcap-findings.ts';
import { JsonFields, mostColumns, readProtobuf } from './read-message.ts';
import { McapWalk, mcapMagic } from './walk-messages.ts';

/** Channels that are read: each holds rows in memory. */
const mostModules = 64;
/** Characters of the name of an encoding that are said. */
const mostEncodingCharacters = 20;
/** Nanoseconds since 1970 after which a time is a moment and none since the start: 2001. */
const firstMomentNs = 1_000_000_000_000_000_000n;

export function looksMcap(head: Uint8Array): boolean {
  return mcapMagic.every((byte, i) => head[i] === byte);
}

/** What the first pass tells of a channel: how its messages are read, and how many of them can be. */
interface Learnt {
  readonly module: RecordingModuleInfo;
  /** Of JSON messages; undefined for ours. */
  readonly json: JsonFields | undefined;
  rows: number;
  firstNs: bigint;
  lastNs: bigint;
}

interface LearntFile {
  readonly channels: ReadonlyMap<number, Learnt>;
  /** Topics whose messages are in another encoding, by channel; and the first such encoding. */
  readonly others: ReadonlyMap<number, string>;
  readonly otherEncoding: string | undefined;
  /** Channels beyond those that are read. */
  readonly beyond: number;
  readonly unread: number;
  /** Of T = 0. */
  readonly startNs: bigint;
  readonly walk: McapWalk;
}

/** What reading writes at most: rows are counted. */
export function boundMcap(source: ByteSource): ReadBound | undefined {
  const learnt = [...learn(source).channels.values()];
  if (learnt.length === 0) return undefined;
  const rows = learnt.reduce((sum, channel) => sum + channel.rows, 0);
  const modules = learnt.flatMap(
    ({ module }) =>
      boundRows(
        rows,
        module.columns.map(({ type }) => type),
      ).modules,
  );
  return { sourceBytes: rows, modules };
}

/**
 * Reads MCAP in two passes, the first to learn what is in it: our own channels exactly, of others those whose messages are JSON
 * with numbers, by their log time. Memory holds one chunk, and a run of rows (see RowSpool) shared by all channels. Never throws because of the file.
 */
export function* readMcap(source: ByteSource, newScratch: () => Scratch): Generator<Piece, FileRead | FileProblem> {
  const learnt = learn(source);
  const { channels, startNs, walk } = learnt;
  if (channels.size === 0) {
    const other = walk.otherCompression ?? learnt.otherEncoding;
    return other === undefined
      ? { problem: 'noSamples' }
      : { problem: 'otherFormat', format: `MCAP (${other})`, kind: 'notYet' };
  }
  const spools = new Map(
    [...channels].map(([id, { module }]) => [id, new RowSpool(module.columns.length, newScratch, channels.size)]),
  );
  const rows = new Map([...channels].map(([id, { module }]) => [id, new Float64Array(module.columns.length + 1)]));
  for (const { channel, logTime, data } of new McapWalk(source).messages()) {
    const [known, spool, row] = [channels.get(channel.id), spools.get(channel.id), rows.get(channel.id)];
    if (!known || !spool || !row) continue;
    if (known.json) {
      const values = row.subarray(1);
      if (known.json.read(data, values)) spool.add(Number(logTime - startNs) / 1e9, values);
    } else if (readOwn(data, row)) {
      for (const [i, { type }] of known.module.columns.entries()) row[i + 1] = heldBy(row[i + 1]!, type);
      spool.add(row[0]!, row.subarray(1));
    }
  }
  for (const [id, { module }] of channels) {
    const spool = spools.get(id);
    if (spool) yield* inOrder(module, spool);
  }
  const none = {
    version: '',
    deviceType: 'mcap',
    deviceNumber: undefined,
    recordType: 'record',
    folderName: undefined,
  };
  const startUs = possibleStart(startNs > firstMomentNs ? Number(startNs / 1000n) : undefined);
  return { ...none, startUs, findings: findingsOf(learnt), bytesLost: walk.bytesLost, passes: [] };
}

function readOwn(data: Uint8Array, row: Float64Array): boolean {
  return readProtobuf(data, row) && Number.isFinite(row[0]);
}

function* inOrder(module: RecordingModuleInfo, spool: RowSpool): Generator<Piece> {
  const places = module.columns.map((_, i) => i);
  if (spool.stepsBack === 0) {
    yield* columnPieces(module, places, spool.inFileOrder());
    spool.free();
    return;
  }
  const sorted = spool.sorted();
  spool.free();
  yield* columnPieces(module, places, sorted.rows());
  sorted.free();
}

function learn(source: ByteSource): LearntFile {
  const walk = new McapWalk(source);
  const channels = new Map<number, Learnt>();
  // Each is named once, by its first message, whether that can be read or not.
  const opened = new Map<number, Learnt | undefined>();
  const others = new Map<number, string>();
  const beyond = new Set<number>();
  let otherEncoding: string | undefined;
  let unread = 0;
  const nameOnce = uniqueNames();
  let ownStartNs: bigint | undefined;
  let firstNs: bigint | undefined;
  for (const { channel, logTime, data } of walk.messages()) {
    if (channels.size === mostModules && !channels.has(channel.id)) {
      beyond.add(channel.id);
      continue;
    }
    if (!opened.has(channel.id)) opened.set(channel.id, openChannel(channel, nameOnce));
    const known = opened.get(channel.id);
    if (known === undefined) {
      others.set(channel.id, channel.topic);
      otherEncoding ??= channel.messageEncoding.slice(0, mostEncodingCharacters) || undefined;
      continue;
    }
    const row = new Float64Array(1);
    const isRead = known.json ? known.json.learn(data) : readOwn(data, row);
    if (!isRead) {
      unread++;
      continue;
    }
    if (!known.json) ownStartNs ??= logTime - BigInt(Math.round(row[0]! * 1e9));
    else if (firstNs === undefined || logTime < firstNs) firstNs = logTime;
    if (known.rows++ === 0) known.firstNs = logTime;
    known.lastNs = logTime;
    channels.set(channel.id, known);
  }
  const kept = new Map<number, Learnt>();
  for (const [id, learnt] of channels) {
    if (learnt.module.columns.length > 0) kept.set(id, { ...learnt, module: withRate(learnt) });
  }
  const startNs = ownStartNs ?? firstNs ?? 0n;
  return { channels: kept, others, otherEncoding, beyond: beyond.size, unread, startNs, walk };
}

function openChannel(
  { topic, messageEncoding, metadata }: { topic: string; messageEncoding: string; metadata: Map<string, string> },
  nameOnce: (name: string) => string,
): Learnt | undefined {
  const none = { rows: 0, firstNs: 0n, lastNs: 0n };
  if (messageEncoding === 'protobuf') {
    const described = readDescription(metadata.get(moduleKey));
    return described && { ...none, module: { ...described, name: nameOnce(described.name) }, json: undefined };
  }
  if (messageEncoding !== 'json') return undefined;
  const json = new JsonFields();
  const name = nameOnce(safeName(topic.replace(/^\/+/, '')));
  return { ...none, module: { name, type: 'mcap', rateHz: 1, columns: json.columns }, json };
}

/** JSON channels do not say how often they come. */
function withRate({ module, json, rows, firstNs, lastNs }: Learnt): RecordingModuleInfo {
  const seconds = Math.abs(Number(lastNs - firstNs)) / 1e9;
  if (!json || rows < 2 || seconds === 0) return module;
  return { ...module, rateHz: Number(((rows - 1) / seconds).toPrecision(6)) };
}

function findingsOf({ channels, others, beyond, unread, walk }: LearntFile): Finding[] {
  const unreadable = unread + walk.withoutChannel;
  const rich = [...channels.values()].filter(({ json }) => json?.tooMany === true);
  return [
    ...(walk.otherCompression === undefined ? [] : [compressedOtherwise(walk.otherCompression)]),
    ...(walk.bytesLost > 0 && walk.otherCompression === undefined ? [skippedBytes(walk.bytesLost)] : []),
    ...(others.size > 0 ? [otherEncodings([...others.values()])] : []),
    ...(beyond > 0 ? [tooManyTopics(beyond, mostModules)] : []),
    ...(unreadable > 0 ? [unreadMessages(unreadable)] : []),
    ...rich.map(({ module }) => tooManyNumbers(module.name, mostColumns)),
  ];
}
