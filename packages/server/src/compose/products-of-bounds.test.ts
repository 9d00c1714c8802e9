import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { limits } from '@sillage/contract';
import { maxBlockBytes, maxMessageBytes, maxMetaBytes } from '@sillage/device-protocol';
import { describe, expect, test } from 'vitest';

const mebibyte = 1024 ** 2;
/** Bytes of memory that one kind of what comes from outside may take: by one host, and by all of them together. */
const budget = { aHost: 256 * mebibyte, inAll: 1024 * mebibyte };

const known: Readonly<Record<string, unknown>> = { limits, maxBlockBytes, maxMessageBytes, maxMetaBytes };

/** A bound as a file below `src` has it: its rooms keep it to themselves. */
function boundOf(file: string, name: string): number {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const text = new RegExp(`\\bconst ${name.split('.')[0]}(?:: [^=]+)? = ([^;]+);`).exec(source)?.[1];
  if (text === undefined) throw new Error(`${file} has no bound called ${name}`);
  const own = [...new Set(text.match(/(?<![.\w])[a-z]\w*(?![\w:])/g))].filter(
    (word) => !(word in known) && word !== 'Math',
  );
  const value: unknown = runInNewContext(`(${text})${name.includes('.') ? `.${name.split('.')[1]}` : ''}`, {
    ...known,
    ...Object.fromEntries(own.map((word) => [word, boundOf(file, word)])),
  });
  if (typeof value !== 'number') throw new Error(`${name} of ${file} is no number`);
  return value;
}

/** Bytes in memory of one byte of JSON, of the densest that is taken: `{},`. */
const parsed = 20;
/** Bytes of a point of a curve while it is read and sent: time, value, and their copy on the way. */
const pointBytes = 24;
/** Bytes of a name in a set or of a row of a table, with what holds it. */
const rowBytes = 500;
/** An open journal holds less than a block (share-write-buffer.test.ts). */
const journalBytes = 16 * 1024;

const http = {
  connections: (of: 'aHost' | 'inAll') => boundOf('platform/http/create-http.ts', `usualMostConnections.${of}`),
  small: boundOf('platform/http/bound-bodies.ts', 'smallBodyBytes'),
  form: boundOf('platform/http/bound-bodies.ts', 'formBytes'),
  besidesFile: boundOf('platform/http/receive-upload.ts', 'besidesFileBytes'),
  bodies: (of: 'aHost' | 'inAll') => boundOf('platform/http/bound-bodies.ts', `bodyBytes.${of}`),
};
const mqtt = {
  connections: boundOf('platform/broker/embedded-broker.ts', 'maxConnections'),
  aHost: boundOf('platform/broker/embedded-broker.ts', 'usualOfAHost'),
  packet: boundOf('platform/broker/embedded-broker.ts', 'maxPacketBytes'),
};
const answers = {
  point: boundOf('recording/records/admit-answers.ts', 'budgetPoints'),
  waiting: boundOf('recording/records/admit-answers.ts', 'waitingInAll'),
  ofAPerson: boundOf('recording/records/admit-answers.ts', 'waitingAPerson'),
};
const socket = (of: 'aHost' | 'inAll' | 'members') => boundOf('platform/socket/create-realtime.ts', `usualMost.${of}`);
const queue = (name: string) => boundOf('platform/socket/queue-requests.ts', name);
const overWebSocket = (of: 'aHost' | 'inAll') => boundOf('compose/serve-mqtt-over-websocket.ts', `usualMost.${of}`);
const ingest = (file: string, name: string) => boundOf(`recording/ingest/${file}`, name);
const exports = (name: string) => boundOf('recording/export/bound-exports.ts', name);
/** What is read of all modules at once, and one row group or as much text. */
const exportBytes =
  8 *
  (boundOf('recording/store/read-samples.ts', 'chunkCells') +
    boundOf('recording/store/parquet/stream-parquet.ts', 'cellsARowGroup'));
const mib = (name: string) => mebibyte * boundOf('recording/decode/decode-workers.ts', name);

/** What, then bytes of one host, then bytes of all. Where nothing tells hosts apart one may have all. */
const products: readonly (readonly [string, number, number?])[] = [
  [
    'small bodies × connections, parsed',
    http.small * parsed * http.connections('aHost'),
    http.small * parsed * http.connections('inAll'),
  ],
  ['longer bodies × connections, parsed', http.bodies('aHost') * parsed, http.bodies('inAll') * parsed],
  ['values × names of one body', limits.jsonBodyValues * rowBytes],
  ['members × levels of one body', limits.jsonBodyMembers * limits.jsonBodyDepth * 56],
  [
    'uploads × what is beside their files',
    (http.bodies('aHost') / http.form) * http.besidesFile,
    (http.bodies('inAll') / http.form) * http.besidesFile,
  ],
  ['points × answers under way', Math.max(answers.point, limits.dataPointsARequest) * pointBytes],
  [
    'answers that wait × small questions',
    answers.ofAPerson * http.small * parsed,
    answers.waiting * http.small * parsed,
  ],
  [
    'live connections × message',
    socket('aHost') * boundOf('platform/socket/create-realtime.ts', 'maxMessageBytes'),
    socket('inAll') * boundOf('platform/socket/create-realtime.ts', 'maxMessageBytes'),
  ],
  ['rooms × members', socket('members') * rowBytes],
  ['requests for rooms that wait × their length', 2 * queue('charactersOfAll') + rowBytes * queue('waitingOfAll')],
  ['devices × packet', mqtt.aHost * mqtt.packet, mqtt.connections * mqtt.packet],
  [
    'devices over WebSocket × message',
    overWebSocket('aHost') * boundOf('compose/serve-mqtt-over-websocket.ts', 'maxMessageBytes'),
    overWebSocket('inAll') * boundOf('compose/serve-mqtt-over-websocket.ts', 'maxMessageBytes'),
  ],
  ['blocks that wait for their record × devices', ingest('hold-blocks.ts', 'maxBytes')],
  ['messages of unknown devices × devices', ingest('hold-early-messages.ts', 'maxBytes')],
  ['descriptions × devices', maxMetaBytes * 3 * mqtt.aHost, maxMetaBytes * 3 * mqtt.connections],
  [
    'open records × devices',
    ingest('follow-records.ts', 'maxOpenRecords') * journalBytes * mqtt.aHost,
    ingest('follow-records.ts', 'maxOpenRecords') * journalBytes * mqtt.connections,
  ],
  ['outcomes of commands × their length', ingest('routes.ts', 'maxOutcomes') * maxMessageBytes * 3],
  ['exports × what one holds', exports('mostAPerson') * exportBytes, exports('mostInAll') * exportBytes],
  [
    'threads that decode × what one may hold',
    0,
    boundOf('recording/decode/decode-workers.ts', 'maxThreads') *
      (mib('maxOldGenerationSizeMb') + boundOf('recording/store/write-signals.ts', 'bufferBytes')),
  ],
];

describe('what comes from outside takes bounded memory, also where two bounds multiply', () => {
  test.each(products.map(([what, ofAHost, ofAll = ofAHost]) => [what, ofAHost, ofAll] as const))(
    '%s',
    (_, ofAHost, ofAll) => {
      expect(ofAHost).toBeLessThanOrEqual(budget.aHost);
      expect(ofAll).toBeLessThanOrEqual(budget.inAll);
      expect(ofAll).toBeGreaterThanOrEqual(ofAHost);
    },
  );
});
