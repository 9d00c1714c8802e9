/** What a team's results are asked for, as the address says it. */
export interface TeamAddress {
  readonly group: number | undefined;
  readonly analysis: string | undefined;
  /** Days, `yyyy-mm-dd`, both included. */
  readonly from: string;
  readonly to: string;
}

/** Days that are looked at unless somebody says others. */
const usualDays = 90;
const dayMs = 86_400_000;

/** `yyyy-mm-dd` of the calendar. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

export function readTeamAddress(search: string, nowMs: number): TeamAddress {
  const given = new URLSearchParams(search.slice(0, 500));
  const group = Number(given.get('group') ?? Number.NaN);
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const day = (name: string, otherwise: string) => {
    const text = given.get(name) ?? '';
    return isDay(text) ? text : otherwise;
  };
  return {
    group: Number.isInteger(group) && group > 0 ? group : undefined,
    analysis: given.get('analysis') ?? undefined,
    from: day('from', dayOf(nowMs - usualDays * dayMs)),
    to: day('to', dayOf(nowMs)),
  };
}

export function writeTeamAddress({ group, analysis, from, to }: TeamAddress): string {
  const said = new URLSearchParams();
  if (group !== undefined) said.set('group', String(group));
  if (analysis !== undefined) said.set('analysis', analysis);
  said.set('from', from);
  said.set('to', to);
  return `?${said}`;
}
