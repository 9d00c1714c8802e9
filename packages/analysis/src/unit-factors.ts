/** What values of a unit are multiplied by to be in the first of its group. */
const groups: readonly (readonly (readonly [RegExp, number])[])[] = [
  [
    [/^n(ewtons?)?$/, 1],
    [/^kn$/, 1000],
  ],
  [
    [/^m\/s$|^m\.s-1$|^m·s⁻¹$/, 1],
    [/^km\/h$|^kph$|^kmh$/, 1 / 3.6],
  ],
  [
    [/^m\/s²$|^m\/s\^?2$|^m·s⁻²$/, 1],
    [/^g$/, 9.80665],
  ],
  [
    [/^w(atts?)?$/, 1],
    [/^kw$/, 1000],
  ],
  [
    [/^m(et(er|re)s?)?$/, 1],
    [/^cm$/, 0.01],
    [/^mm$/, 0.001],
    [/^km$/, 1000],
  ],
  [[/^n·?\*?\.?-?m$/, 1]],
  [
    [/^s(ec(onds?)?)?$/, 1],
    [/^ms$/, 0.001],
    [/^min$/, 60],
  ],
  [[/^kg$/, 1]],
  [[/^rpm$|^1\/min$|^tr\/min$|^spm$/, 1]],
  [
    [/^°$|^deg(rees?)?$/, 1],
    [/^rad$/, 180 / Math.PI],
  ],
  [
    [/^°\/s$|^deg\/s$|^dps$/, 1],
    [/^rad\/s$/, 180 / Math.PI],
  ],
];

const factorIn = (group: (typeof groups)[number], unit: string) =>
  group.find(([pattern]) => pattern.test(unit.trim().toLowerCase()))?.[1];

/** By what values of a unit are multiplied to be in another; undefined where they measure different things. A unit that is not said is the wanted one; where none is wanted, any is. */
export function unitFactor(unit: string, wanted: string): number | undefined {
  if (unit.trim() === '' || wanted === '' || unit === wanted) return 1;
  for (const group of groups) {
    const [from, to] = [factorIn(group, unit), factorIn(group, wanted)];
    if (from !== undefined && to !== undefined) return from / to;
  }
  return undefined;
}
