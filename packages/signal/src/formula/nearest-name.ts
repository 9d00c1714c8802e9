/** Edits of a name beyond which another one is a guess. */
const mostEdits = 3;

/** The name that is meant by one that is not known: fewest letters changed, of small and capital letters alike. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let best: { name: string; edits: number } | undefined;
  for (const one of known) {
    const edits = editsBetween(wanted, one.toLowerCase());
    if (edits <= Math.min(mostEdits, name.length / 2) && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) {
      best = { name: one, edits };
    }
  }
  return best?.name;
}

/** Letters to insert, remove or replace (Levenshtein). */
function editsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > mostEdits) return mostEdits + 1;
  let before = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = row;
  }
  return before[b.length] ?? 0;
}
