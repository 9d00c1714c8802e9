import type { ApiClient } from '@sillage/client';
import { limits } from '@sillage/contract';
import type { Curve } from '../../charts/curve.ts';
import type { CurveTile } from '../../charts/time-window.ts';
import type { XKind } from '../../charts/x-marks.ts';
import { requestCurves } from '../../records/request-curves.ts';

export interface AskedCurves {
  readonly variables: readonly string[];
  readonly tile: CurveTile;
  readonly x: XKind;
  /** Nobody waits for it yet. */
  readonly isAhead: boolean;
  readonly signal: AbortSignal;
}

export type CurvesByName = ReadonlyMap<string, Curve>;

/** One request for what several graphs ask for. */
interface Gathered {
  readonly variables: Set<string>;
  readonly abort: AbortController;
  readonly curves: Promise<CurvesByName>;
  waiting: number;
}

/** By record, tile and axis, until they are sent. */
const gathering = new Map<string, Gathered>();

/** ms in which the timers of all graphs are over that got their answers together, each in a rendering of its own. */
const timersMilliseconds = 100;

/** What is wanted goes once all graphs of a rendering have asked, what is fetched ahead once all their timers have. */
function allAsked(isAhead: boolean): Promise<void> {
  return isAhead ? new Promise((resolve) => void setTimeout(resolve, timersMilliseconds)) : Promise.resolve();
}

function hasRoom({ variables }: Gathered, more: readonly string[]): boolean {
  return new Set([...variables, ...more]).size <= limits.variablesARequest;
}

function gather(server: ApiClient, id: number, key: string, { tile, x, isAhead }: AskedCurves): Gathered {
  const variables = new Set<string>();
  const abort = new AbortController();
  const send = async (): Promise<CurvesByName> => {
    await allAsked(isAhead);
    if (gathering.get(key)?.abort === abort) gathering.delete(key);
    const wanted = { variables: [...variables].sort(), window: tile, maxData: tile.maxData, x, signal: abort.signal };
    const curves = await requestCurves(server, id, wanted);
    return new Map(curves.map((curve) => [curve.variable, curve]));
  };
  const made = { variables, abort, curves: send(), waiting: 0 };
  gathering.set(key, made);
  return made;
}

/**
 * The curves of a tile. Graphs that ask for the same one at once share a request: one way to the server, one answer, one
 * picture. It is aborted once nobody waits for any of it.
 */
export async function gatherCurves(server: ApiClient, id: number, asked: AskedCurves): Promise<CurvesByName> {
  const { variables, tile, x, isAhead, signal } = asked;
  const key = JSON.stringify([id, tile, x, isAhead]);
  const open = gathering.get(key);
  const one = open !== undefined && hasRoom(open, variables) ? open : gather(server, id, key, asked);
  for (const name of variables) one.variables.add(name);
  one.waiting += 1;
  const leave = () => {
    one.waiting -= 1;
    if (one.waiting > 0) return;
    if (gathering.get(key) === one) gathering.delete(key);
    one.abort.abort();
  };
  signal.addEventListener('abort', leave, { once: true });
  const all = await one.curves;
  return new Map([...all].filter(([name]) => variables.includes(name)));
}
