/** The list with one element at another place; places outside of it change nothing. */
export function moveRow<T>(rows: readonly T[], from: number, to: number): T[] {
  const moved = [...rows];
  if (from === to || to < 0 || to >= rows.length) return moved;
  const [row] = moved.splice(from, 1);
  if (row !== undefined) moved.splice(to, 0, row);
  return moved;
}
