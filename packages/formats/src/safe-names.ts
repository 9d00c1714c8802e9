/** Longest module or variable name kept. */
const maxNameLength = 60;

/**
 * A name fit for `module.variable`, for a file name and for a formula-free CSV header: ASCII letters, digits, `_`;
 * starts with a letter. Accents are dropped, everything else becomes `_`.
 */
export function safeName(name: string): string {
  const ascii = name
    .slice(0, 4 * maxNameLength)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .slice(0, maxNameLength);
  return /^[A-Za-z]/.test(ascii) ? ascii : `v${ascii}`.slice(0, maxNameLength);
}

/** Answers each name once: a second `a` becomes `a_2`. `t` and `T` are the time's. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>(['t']);
  const next = new Map<string, number>();
  return (name) => {
    let given = name;
    let n = next.get(name) ?? 2;
    // Case-insensitive: names become file names, also on disks that ignore case.
    while (taken.has(given.toLowerCase())) given = `${name}_${n++}`;
    next.set(name, n);
    taken.add(given.toLowerCase());
    return given;
  };
}
