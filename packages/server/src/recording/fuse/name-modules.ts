/**
 * Names of the modules of several parts in one record: as they are where only one part has a module of that name, else with
 * what the part is called behind; each once.
 * @param parts called as people know them: a device, else the name of the record
 */
export function nameModules(
  parts: readonly { readonly label: string; readonly modules: readonly string[] }[],
): Record<string, string>[] {
  const counts = new Map<string, number>();
  for (const { modules } of parts) for (const name of modules) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set([...counts].filter(([, count]) => count === 1).map(([name]) => name));
  return parts.map(({ label, modules }) =>
    Object.fromEntries(
      modules.map((name) => [name, counts.get(name) === 1 ? name : nameOnce(`${name}_${plain(label)}`, taken)]),
    ),
  );
}

function nameOnce(wanted: string, taken: Set<string>): string {
  let given = wanted;
  for (let n = 2; taken.has(given); n++) given = `${wanted}_${n}`;
  taken.add(given);
  return given;
}

/** Characters of a label that a name of a module keeps. */
const mostCharacters = 40;

/** Without dots, which end the name of a module in `module.variable`. */
function plain(label: string): string {
  return label
    .trim()
    .replaceAll(/[^\p{L}\p{N}-]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, mostCharacters);
}
