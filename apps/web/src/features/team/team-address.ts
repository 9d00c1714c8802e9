import { isDay } from '../../ui/typed-day.ts';

/** What a team's results are asked for, as the address says it. */
export interface TeamAddress {
  readonly group: number | undefined;
  readonly analysis: string | undefined;
  /** Days, `yyyy-mm-dd`, both included; undefined: the server says which, by the zone of the club. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export function readTeamAddress(search: string): TeamAddress {
  const given = new URLSearchParams(search.slice(0, 500));
  const group = Number(given.get('group') ?? Number.NaN);
  const day = (name: string) => {
    const text = given.get(name) ?? '';
    return isDay(text) ? text : undefined;
  };
  return {
    group: Number.isInteger(group) && group > 0 ? group : undefined,
    analysis: given.get('analysis') ?? undefined,
    from: day('from'),
    to: day('to'),
  };
}

export function writeTeamAddress({ group, analysis, from, to }: TeamAddress): string {
  const said = new URLSearchParams();
  if (group !== undefined) said.set('group', String(group));
  if (analysis !== undefined) said.set('analysis', analysis);
  if (from !== undefined) said.set('from', from);
  if (to !== undefined) said.set('to', to);
  return `?${said}`;
}
