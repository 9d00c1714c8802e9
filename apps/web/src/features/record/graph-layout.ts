import type { Variable } from '@sillage/contract';
import { isDull, lookRank } from '@sillage/domain';
import type { RightAxes } from '../../charts/chart-options.ts';
import { type ValueRanges, type YAxis, yAxes } from '../../charts/y-axes.ts';

/** A variable on a graph. */
export interface Placed {
  readonly name: string;
  readonly axis: YAxis;
}

export interface GraphPlan {
  readonly id: number;
  readonly variables: readonly Placed[];
  /** Ranges of values that were set, by axis; the others hold all that is drawn. */
  readonly fixed?: ValueRanges;
}

export type Layout = readonly GraphPlan[];

type Available = Readonly<Record<string, Variable>>;

const graphsAtFirst = 4;
const variablesAGraph = 3;

/** The name without its axis: `imu.acc` of `imu.acc_x`. */
export const stemOf = (name: string): string => name.replace(/_[a-z]$/i, '');

/** Variables that belong on one graph: of one module and unit; where no unit is known, of one name but for its axis. */
function familyOf(name: string, available: Available): string {
  const module = name.slice(0, name.indexOf('.'));
  const unit = available[name]?.unit ?? '';
  return `${module} ${unit === '' ? stemOf(name) : unit}`;
}

function freshId(layout: Layout): number {
  return 1 + Math.max(0, ...layout.map((graph) => graph.id));
}

/** The first look at a record: its most telling quantities, one graph a module and unit. */
export function firstLayout(available: Available): Layout {
  const families = new Map<string, string[]>();
  const names = Object.keys(available).sort((a, b) => lookRank('record', a) - lookRank('record', b));
  for (const name of names) {
    if (isDull(name)) continue;
    const family = familyOf(name, available);
    families.set(family, [...(families.get(family) ?? []), name]);
  }
  const chosen = [...families.values()].slice(0, graphsAtFirst);
  const fallback = chosen.length === 0 ? names.slice(0, 1).map((name) => [name]) : chosen;
  return fallback.map((family, index) => ({
    id: index + 1,
    variables: family.slice(0, variablesAGraph).map((name) => ({ name, axis: 'y1' as const })),
  }));
}

export function placedNames(layout: Layout): string[] {
  return layout.flatMap((graph) => graph.variables.map((one) => one.name));
}

/** The graph that a variable stands on; −1 for none. */
export function placeOf(layout: Layout, name: string): number {
  return layout.findIndex(({ variables }) => variables.some((one) => one.name === name));
}

/** Adds a variable where its unit already stands, else on an empty graph, else on a new one. */
export function addVariable(layout: Layout, name: string, available: Available): Layout {
  if (placedNames(layout).includes(name)) return layout;
  const family = familyOf(name, available);
  const related = (one: Placed) => familyOf(one.name, available) === family;
  const empty = layout.findLast((graph) => graph.variables.length === 0);
  const kindred = layout.find((graph) => graph.variables.some(related));
  const target = empty ?? kindred;
  if (target === undefined) return [...layout, { id: freshId(layout), variables: [{ name, axis: 'y1' }] }];
  const axis = target.variables.find(related)?.axis ?? 'y1';
  return layout.map((graph) =>
    graph === target ? { ...graph, variables: [...graph.variables, { name, axis }] } : graph,
  );
}

/** An empty graph at the end; the next variable goes there. */
export function addGraph(layout: Layout): Layout {
  if (layout.some((graph) => graph.variables.length === 0)) return layout;
  return [...layout, { id: freshId(layout), variables: [] }];
}

/** Removes a variable, and its graph when it was the last one there. */
export function removeVariable(layout: Layout, name: string): Layout {
  return layout
    .map((graph) => ({ ...graph, variables: graph.variables.filter((one) => one.name !== name) }))
    .filter((graph, index) => graph.variables.length > 0 || layout[index]?.variables.length === 0);
}

/** Axes at the right that the graphs need between them. */
export function rightAxesOf(layout: Layout): RightAxes {
  return layout.some(({ variables }) => variables.some(({ axis }) => axis === 'y3')) ? 2 : 1;
}

export function removeGraph(layout: Layout, id: number): Layout {
  return layout.filter((graph) => graph.id !== id);
}

/** Sets ranges of a graph, those of other axes stay; undefined gives all of them back to what is drawn. */
export function fixRanges(layout: Layout, id: number, ranges: ValueRanges | undefined): Layout {
  return layout.map(({ fixed, ...graph }) =>
    graph.id !== id
      ? { ...graph, ...(fixed && { fixed }) }
      : { ...graph, ...(ranges && { fixed: { ...fixed, ...ranges } }) },
  );
}

/** Every graph holds all that is drawn again. */
export function freeRanges(layout: Layout): Layout {
  return layout.some(({ fixed }) => fixed !== undefined) ? layout.map(({ fixed: _, ...graph }) => graph) : layout;
}

/** Moves a variable to the graph at a place, on its axis; one place after the last is a new graph. */
export function moveVariable(layout: Layout, name: string, place: number): Layout {
  const moved = layout.flatMap(({ variables }) => variables).find((one) => one.name === name);
  const target = layout[place];
  if (moved === undefined || place < 0 || place > layout.length || target?.variables.includes(moved)) return layout;
  const rest = layout.map((graph) => ({ ...graph, variables: graph.variables.filter((one) => one !== moved) }));
  const put =
    target === undefined
      ? [...rest, { id: freshId(layout), variables: [moved] }]
      : rest.map((graph) => (graph.id === target.id ? { ...graph, variables: [...graph.variables, moved] } : graph));
  // A graph that it left empty goes.
  return put.filter((graph, index) => graph.variables.length > 0 || layout[index]?.variables.length === 0);
}

export function setAxis(layout: Layout, name: string, axis: YAxis): Layout {
  return layout.map((graph) => ({
    ...graph,
    variables: graph.variables.map((one) => (one.name === name ? { ...one, axis } : one)),
  }));
}

/**
 * One graph ("multiple graphs" off): an axis a unit. Values of a fourth unit would be read on the scale of another, so
 * they wait.
 */
export function mergeGraphs(layout: Layout, available: Available): Layout {
  const names = placedNames(layout);
  const quantity = (name: string | undefined) => {
    const unit = available[name ?? '']?.unit ?? '';
    return unit === '' && name !== undefined ? familyOf(name, available) : unit;
  };
  const units = [...new Set(names.map(quantity))].slice(0, yAxes.length);
  const variables = names.flatMap((name) => {
    const axis = yAxes[units.indexOf(quantity(name))];
    return axis === undefined ? [] : [{ name, axis }];
  });
  const [first] = layout;
  if (first === undefined || variables.length === 0) return [];
  return [{ id: first.id, variables, ...(first.fixed && { fixed: first.fixed }) }];
}

/** A layout of what there is; the same one where all of it is there. */
export function onlyAvailable(layout: Layout, available: Readonly<{ [name: string]: unknown }>): Layout {
  if (placedNames(layout).every((name) => Object.hasOwn(available, name))) return layout;
  return layout.map((graph) => ({
    ...graph,
    variables: graph.variables.filter(({ name }) => Object.hasOwn(available, name)),
  }));
}
