import { Readable } from 'node:stream';
import { api, askedPoints, isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { Answer, type Serve, type Viewer } from '../../platform/http/index.ts';
import { type AnswerGate, createAnswerGate, largeAnswerPoints } from './admit-answers.ts';
import { arrowType, curvesToArrow, wantsArrow } from './curves-to-arrow.ts';
import { entriesToJson, entryToJson } from './curves-to-json.ts';
import type { RecordDependencies } from './dependencies.ts';
import { readDistance } from './read-distance.ts';
import { type CurvesEntry, type CurvesRequest, readCurves, renameFields } from './read-record-data.ts';
import { readStatistics } from './read-statistics.ts';

type AskedCurves = Readonly<Record<string, readonly CurvesRequest[]>>;
type CurvesById = ReadonlyMap<string, readonly CurvesEntry[]>;

const jsonType = 'application/json; charset=utf-8';
/** Answers of fewer go out whole, with their length; longer ones piece by piece. */
const pointsInOnePiece = 65_536;

/** Curves and statistics of raw samples. */
export function curveRoutes(serve: Serve, dependencies: RecordDependencies): void {
  const gate = createAnswerGate();
  const answerMany = (call: Asking & { readonly body: { readonly data: AskedCurves } }) =>
    answerCurves(dependencies, gate, call, call.body.data, entriesToJson);
  serve(api.queryRecordData, answerMany);
  serve(api.queryRecordDataMultiple, answerMany);

  serve(api.readRecordData, async (call) => {
    const { wanted_x, wanted_y, range, maxData } = call.query;
    const [a, b] = range ?? [];
    const bounds = a === undefined || b === undefined ? ([] as const) : ([a, b] as const);
    const request: CurvesRequest = { x: { type: 'range', name: wanted_x, range: bounds, maxData }, y: wanted_y };
    const answer = await answerCurves(dependencies, gate, call, { [call.params.id]: [request] }, onlyEntry);
    return isRefusal(answer) ? renameFields(answer, lastOfPath) : answer;
  });

  serve(api.readRecordDistance, (call) => readDistance(dependencies, call, call.params.id));

  serve(api.readRecordStatistics, async ({ principal, scope, params, query, signal }) => {
    // As heavy as a large answer of curves, whatever it says: raw samples are read.
    const leave = await gate.enter(principal.userId, largeAnswerPoints + 1);
    if (isRefusal(leave)) return leave;
    try {
      return await readStatistics(dependencies, { principal, scope }, params.id, query, signal);
    } finally {
      leave();
    }
  });
}

/** What a query calls by its bare name. */
const lastOfPath = (path: string) => path.slice(path.lastIndexOf('.') + 1);

interface Asking extends Viewer {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** One answer, made when its turn has come; its place is free again when it has been sent. */
async function answerCurves(
  dependencies: RecordDependencies,
  gate: AnswerGate,
  asking: Asking,
  asked: AskedCurves,
  toJson: (all: CurvesById) => AsyncIterable<string>,
): Promise<Answer | Refusal> {
  const leave = await gate.enter(asking.principal.userId, askedPoints(Object.values(asked).flat()));
  if (isRefusal(leave)) return leave;
  let isLeaving = true;
  try {
    const all = await readAll(dependencies, asking, asked);
    if (isRefusal(all)) return all;
    const entries = [...all.values()].flat();
    const points = entries.flatMap(({ curves }) => curves).reduce((sum, curve) => sum + curve.values.length, 0);
    const asArrow = wantsArrow(asking.headers);
    if (!asArrow && points > limits.jsonPointsAnAnswer) {
      return refuse('record.tooManyPoints', { maximum: limits.jsonPointsAnAnswer });
    }
    const pieces = asArrow ? curvesToArrow(entries) : toJson(all);
    const body = points <= pointsInOnePiece ? await joined(pieces) : Readable.from(pieces, { objectMode: false });
    isLeaving = false;
    return new Answer(200, body, { 'content-type': asArrow ? arrowType : jsonType }, leave);
  } finally {
    if (isLeaving) leave();
  }
}

async function readAll(
  dependencies: RecordDependencies,
  asking: Asking,
  asked: AskedCurves,
): Promise<CurvesById | Refusal> {
  const all = new Map<string, readonly CurvesEntry[]>();
  for (const [id, requests] of Object.entries(asked)) {
    // A name that is no id gives 0, which no record has.
    const recordId = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0;
    const entries = await readCurves(dependencies, asking, recordId, requests, asking.signal);
    if (isRefusal(entries)) return entries;
    all.set(id, entries);
  }
  return all;
}

async function* onlyEntry(all: CurvesById): AsyncGenerator<string> {
  for (const entry of [...all.values()].flat()) yield* entryToJson(entry);
}

async function joined(pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
  return Buffer.concat(parts);
}
