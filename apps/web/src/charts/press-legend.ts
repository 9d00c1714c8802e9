/**
 * The hidden variables once a name of the legend is pressed: its graph shows it alone, or everything again when it was
 * alone already. With `more` the pressed one alone is hidden or shown.
 */
export function pressLegend(
  hidden: ReadonlySet<string>,
  name: string,
  graph: readonly string[],
  more: boolean,
): ReadonlySet<string> {
  const others = graph.filter((one) => one !== name);
  if (more) return new Set(hidden.has(name) ? [...hidden].filter((one) => one !== name) : [...hidden, name]);
  const elsewhere = [...hidden].filter((one) => !graph.includes(one));
  const isAlone = !hidden.has(name) && others.every((one) => hidden.has(one));
  return new Set(isAlone ? elsewhere : [...elsewhere, ...others]);
}
