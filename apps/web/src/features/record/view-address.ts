import type { Record } from '@sillage/contract';
import { figureOf, measuredOf, type Saying } from '@sillage/domain';
import { clampWindow, sameWindow, type TimeWindow } from '../../charts/time-window.ts';
import type { XKind } from '../../charts/x-marks.ts';
import { type YAxis, yAxes } from '../../charts/y-axes.ts';
import { fixRanges, type GraphPlan, type Layout } from './graph-layout.ts';

type Sayings = ReadonlyMap<string, Saying>;
const asMeasured: Sayings = new Map();

/** What an address says of a view; what it does not say is as usual. */
export interface AddressedView {
  /** s; also where the graphs stand on the distance. */
  readonly window?: TimeWindow;
  readonly x?: XKind;
  /** The variable over which others are drawn. */
  readonly plane?: string;
  readonly layout?: Layout;
  readonly hidden: ReadonlySet<string>;
  /** s */
  readonly cursor?: number;
  readonly mark?: number;
  /** Id of the active selection. */
  readonly selection?: number;
}

/** Longer addresses are not read: some mail programs cut them. */
const longestAddress = 8000;
const mostGraphs = 24;
const mostVariables = 60;

/** Whether an address wants everything on one graph; undefined where it does not say. */
export function wantsSingleGraph(search: string): boolean | undefined {
  const one = new URLSearchParams(search).get('one');
  return one === '1' ? true : one === '0' ? false : undefined;
}

/** Parses the address: variables that the record lacks and figures that are none are left out. */
export function readViewAddress(
  search: string,
  available: Record['available_data'],
  extent: TimeWindow,
  sayings: Sayings = asMeasured,
): AddressedView {
  const given = new URLSearchParams(search.length > longestAddress ? '' : search);
  const figure = (text: string | null | undefined) => {
    const value = text === null || text === undefined || text.trim() === '' ? Number.NaN : Number(text);
    return Number.isFinite(value) ? value : undefined;
  };
  const inside = (seconds: number | undefined) =>
    seconds === undefined || seconds < extent.from || seconds > extent.to ? undefined : seconds;
  const [from, to] = (given.get('t') ?? '').split('_').map(figure);
  const window = from === undefined || to === undefined || !(to > from) ? undefined : clampWindow({ from, to }, extent);
  const layout = withRanges(readGraphs(given.get('g') ?? '', available), given.get('r') ?? '', sayings);
  const cursor = inside(figure(given.get('c')));
  const mark = inside(figure(given.get('a')));
  const selection = figure(given.get('s'));
  const plane = given.get('v') ?? '';
  return {
    hidden: new Set(split(given.get('h') ?? '', ',').filter((name) => Object.hasOwn(available, name))),
    ...(window && { window }),
    ...(given.get('x') === 'D' && { x: 'distance' as const }),
    ...(Object.hasOwn(available, plane) && { plane }),
    ...(layout.length > 0 && { layout }),
    ...(cursor !== undefined && { cursor }),
    ...(mark !== undefined && { mark }),
    ...(selection !== undefined && { selection }),
  };
}

function split(text: string, sign: string): string[] {
  return text
    .split(sign)
    .filter((part) => part !== '')
    .slice(0, mostVariables)
    .map(decode);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How the values of an axis are said: as those of its first variable. */
function sayingOf({ variables }: GraphPlan, axis: YAxis, sayings: Sayings): Saying | undefined {
  const first = variables.find((variable) => variable.axis === axis);
  return first && sayings.get(first.name);
}

/** A range in other units, the lower end first. */
function converted([low, high]: readonly [number, number], convert: (value: number) => number) {
  const ends = [convert(low), convert(high)] as const;
  return [Math.min(...ends), Math.max(...ends)] as const;
}

/** `0*1_-5_10`: of the first graph, y1 from −5 to 10, as it was measured, whatever its reader says it in. */
function withRanges(layout: Layout, text: string, sayings: Sayings): Layout {
  return text
    .split(',')
    .slice(0, mostGraphs * yAxes.length)
    .reduce((now, written) => {
      const [, place = '', number = '', low = '', high = ''] = /^(\d+)\*([123])_([^_]+)_([^_]+)$/.exec(written) ?? [];
      const graph = now[Number(place)];
      const axis = yAxes[Number(number) - 1] ?? 'y1';
      const say = graph && sayingOf(graph, axis, sayings);
      const range = converted([Number(low), Number(high)], (value) => (say ? figureOf(say, value) : value));
      const isRange = Number.isFinite(range[0]) && Number.isFinite(range[1]) && range[1] > range[0];
      return place === '' || graph === undefined || !isRange ? now : fixRanges(now, graph.id, { [axis]: range });
    }, layout);
}

function readGraphs(text: string, available: Record['available_data']): Layout {
  const taken = new Set<string>();
  const graphs: GraphPlan[] = [];
  for (const graph of text.split(';').slice(0, mostGraphs)) {
    const variables = graph.split(',').flatMap((written) => {
      const [, encoded = '', number = '1'] = /^(.*?)(?:\*([123]))?$/.exec(written) ?? [];
      const name = decode(encoded);
      if (!Object.hasOwn(available, name) || taken.has(name) || taken.size >= mostVariables) return [];
      taken.add(name);
      const axis: YAxis = yAxes[Number(number) - 1] ?? 'y1';
      return [{ name, axis }];
    });
    if (variables.length > 0) graphs.push({ id: graphs.length + 1, variables });
  }
  return graphs;
}

/** A name that holds none of our signs. */
const encode = (name: string) => encodeURIComponent(name).replaceAll('*', '%2A');

/** Figures to the µs: finer than any sample. */
const written = (seconds: number) => String(Math.round(seconds * 1e6) / 1e6);

/** Window, cursor and mark in s. */
export interface ViewToAddress {
  readonly x: XKind;
  readonly plane: string | undefined;
  readonly window: TimeWindow;
  readonly extent: TimeWindow;
  readonly layout: Layout;
  readonly hidden: ReadonlySet<string>;
  readonly cursor: number | undefined;
  readonly mark: number | undefined;
  readonly selection: number | undefined;
  readonly single: boolean;
}

/** What the address says of a view, for `readViewAddress`. */
export function writeViewAddress(
  view: ViewToAddress,
  sayings: Sayings = asMeasured,
): { readonly [key: string]: string } {
  const shown = view.layout.filter(({ variables }) => variables.length > 0);
  const ranges = shown.flatMap((graph, place) =>
    yAxes.flatMap((axis) => {
      const range = graph.fixed?.[axis];
      const say = sayingOf(graph, axis, sayings);
      if (range === undefined) return [];
      const [low, high] = converted(range, (value) => (say ? measuredOf(say, value) : value));
      return Number.isFinite(low) && Number.isFinite(high) ? [`${place}*${axis.slice(1)}_${low}_${high}`] : [];
    }),
  );
  const graphs = shown.map(({ variables }) =>
    variables.map(({ name, axis }) => (axis === 'y1' ? encode(name) : `${encode(name)}*${axis.slice(1)}`)).join(','),
  );
  return {
    ...(!sameWindow(view.window, view.extent) && { t: `${written(view.window.from)}_${written(view.window.to)}` }),
    ...(view.x === 'distance' && { x: 'D' }),
    ...(view.plane !== undefined && { v: view.plane }),
    ...(graphs.length > 0 && { g: graphs.join(';') }),
    ...(ranges.length > 0 && { r: ranges.join(',') }),
    ...(view.hidden.size > 0 && { h: [...view.hidden].map(encode).join(',') }),
    ...(view.cursor !== undefined && { c: written(view.cursor) }),
    ...(view.mark !== undefined && { a: written(view.mark) }),
    ...(view.selection !== undefined && { s: String(view.selection) }),
    one: view.single ? '1' : '0',
  };
}
