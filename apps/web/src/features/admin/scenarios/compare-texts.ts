import { diffLines } from 'diff';

/** A line of a text, from 1. */
interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** A line of two texts side by side; null where one has no such line. */
export interface ComparedLine {
  readonly former: NumberedLine | null;
  readonly present: NumberedLine | null;
  readonly isSame: boolean;
}

/** Two texts line by line: lines that both have beside each other, and so those of one place that differ. */
export function compareTexts(former: string, present: string): readonly ComparedLine[] {
  const formers = { value: '', count: 0 };
  const presents = { value: '', count: 0 };
  const compared: ComparedLine[] = [];
  const pair = (isSame: boolean): void => {
    const [left, right] = [numbered(formers), numbered(presents)];
    const longer = left.length > right.length ? left : right;
    for (const at of longer.keys()) compared.push({ former: left[at] ?? null, present: right[at] ?? null, isSame });
  };
  for (const { added, removed, value } of diffLines(former, present)) {
    // What is gone is told before what came in its place.
    if (removed || !added) pair(false);
    if (!added) formers.value = value;
    if (!removed) presents.value = value;
    if (!removed) pair(!added);
  }
  pair(false);
  return compared;
}

/** The lines of a part that has not been told yet, numbered after those of before. */
function numbered(part: { value: string; count: number }): readonly NumberedLine[] {
  const lines = part.value === '' ? [] : part.value.replace(/\n$/, '').split('\n');
  const before = part.count;
  part.value = '';
  part.count += lines.length;
  return lines.map((text, at) => ({ number: before + at + 1, text }));
}
