import { limits } from '@sillage/contract';

/** What records are laid on one another by. */
export const alignments = ['start', 'selection', 'threshold', 'distance', 'correlation'] as const;
export type Alignment = (typeof alignments)[number];

/** A comparison as its address says it. */
export interface Comparison {
  /** Of records; the first is the reference. */
  readonly ids: readonly number[];
  readonly by: Alignment;
  /** Own names of variables, a graph each; none = those that tell most. */
  readonly variables: readonly string[];
  /** What is crossed, with `threshold`. */
  readonly threshold: number | undefined;
  /** By id: s or m that a record was moved by hand. */
  readonly moved: ReadonlyMap<number, number>;
}

/** Variables that are compared at the same time. */
export const mostVariables = 4;
const mostCharacters = 200;

/** Reads an address; what is none is left out. */
export function readComparison(search: string): Comparison {
  const given = new URLSearchParams(search.slice(0, 4000));
  const ids = [...new Set((given.get('ids') ?? '').split(',').map(Number))].filter(
    (id) => Number.isInteger(id) && id > 0,
  );
  const by = alignments.find((one) => one === given.get('by')) ?? 'start';
  const variables = (given.get('v') ?? '').split(',').flatMap((name) => (name === '' ? [] : [decode(name)]));
  const threshold = Number(given.get('at') ?? Number.NaN);
  const moved = (given.get('m') ?? '').split(',').flatMap((written) => {
    const [id, by_] = written.split('*').map(Number);
    return id !== undefined && by_ !== undefined && Number.isFinite(by_) && by_ !== 0 ? [[id, by_] as const] : [];
  });
  return {
    ids: ids.slice(0, limits.recordsCompared),
    by,
    variables: [...new Set(variables)].slice(0, mostVariables),
    threshold: Number.isFinite(threshold) ? threshold : undefined,
    moved: new Map(moved.slice(0, limits.recordsCompared)),
  };
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name).slice(0, mostCharacters);
  } catch {
    return name.slice(0, mostCharacters);
  }
}

/** The address of a comparison, after its path. */
export function writeComparison({ ids, by, variables, threshold, moved }: Comparison): string {
  const said = new URLSearchParams({
    ids: ids.join(','),
    ...(by !== 'start' && { by }),
    ...(variables.length > 0 && { v: variables.map(encodeURIComponent).join(',') }),
    ...(threshold !== undefined && { at: String(threshold) }),
    ...(moved.size > 0 && { m: [...moved].map(([id, by_]) => `${id}*${Number(by_.toFixed(6))}`).join(',') }),
  });
  return `?${said}`;
}
