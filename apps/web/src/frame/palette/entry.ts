/** One line of the palette. */
export interface Entry {
  readonly key: string;
  readonly group: 'people' | 'records' | 'devices' | 'screens' | 'actions' | 'do';
  readonly label: string;
  /** Quiet words at the right. */
  readonly hint?: string;
  /** The key that does the same; those who type only see it. */
  readonly shortcut?: string;
  readonly icon: string;
  readonly run: () => void;
}

/** Without case, accents and typographic apostrophes: what people type is what they mean. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}

/** Whether each word typed begins a word of the text. */
export function matches(text: string, typed: string): boolean {
  const words = plain(text).split(/[^\p{L}\p{N}]+/u);
  return plain(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** Where the typed text stands in a label, to print it bold; accents count as one letter each. */
export function findTyped(label: string, typed: string): { start: number; end: number } | undefined {
  const letters = [...label].map((letter) => plain(letter));
  const wanted = plain(typed.trim());
  if (wanted === '' || letters.some((letter) => letter.length !== 1)) return undefined;
  const start = letters.join('').indexOf(wanted);
  return start < 0 ? undefined : { start, end: start + wanted.length };
}
