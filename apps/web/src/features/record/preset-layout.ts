import type { Language, Record } from '@sillage/contract';
import { type GraphPreset, sayVariable, spelledAs } from '@sillage/domain';
import type { GraphPlan, Layout } from './graph-layout.ts';

export interface PresetLayout {
  readonly layout: Layout;
  /** Of the lists of which the record has nothing, the first name each. */
  readonly missing: readonly string[];
}

/** The graphs of a preset, one a list, as far as the record has their variables. */
export function presetLayout(preset: GraphPreset, available: Record['available_data']): PresetLayout {
  const names = Object.keys(available);
  const taken = new Set<string>();
  const graphs: GraphPlan[] = [];
  const missing: string[] = [];
  for (const list of [preset.y1, preset.y2, preset.y3 ?? []]) {
    const found = list.flatMap((wanted) => spelledAs(wanted, names)).filter((name) => !taken.has(name));
    for (const name of found) taken.add(name);
    if (found.length > 0) {
      graphs.push({ id: graphs.length + 1, variables: found.map((name) => ({ name, axis: 'y1' })) });
    } else if (list[0] !== undefined) missing.push(list[0]);
  }
  return { layout: graphs, missing };
}

/** Whether the graphs of a preset are those that are drawn. */
export function isDrawn(drawn: Layout, preset: Layout): boolean {
  const words = (layout: Layout) =>
    JSON.stringify(layout.flatMap(({ variables }) => (variables.length > 0 ? [variables] : [])));
  return preset.length > 0 && words(drawn) === words(preset);
}

/** `Vitesse, vitesse intégrée ; cadence`: the words of each graph. */
export function joinGraphs(graphs: readonly (readonly string[])[], language: Language): string {
  const said = graphs.filter((words) => words.length > 0).map((words) => words.join(', '));
  return said.join(language === 'fr' ? '\u00a0; ' : '; ');
}

/** What a preset draws. */
export function sayPreset({ y1, y2, y3 = [] }: GraphPreset, language: Language): string {
  const words = (list: readonly string[]) => list.map((name) => sayVariable(name, language) ?? name);
  return joinGraphs([y1, y2, y3].map(words), language);
}
