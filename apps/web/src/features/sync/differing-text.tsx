import { diffWordsWithSpace } from 'diff';
import type { ReactNode } from 'react';

/** characters of a text that is compared word by word; the time for it grows with their product. */
const mostCompared = 4000;

/** A text; the words that the other one does not have are marked. */
export function DifferingText(props: { text: string; other: string }): ReactNode {
  const { text, other } = props;
  if (Math.max(text.length, other.length) > mostCompared) return text;
  const parts = diffWordsWithSpace(other, text).filter(({ removed }) => !removed);
  return parts.map(({ value, added }, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have nothing but their place
    return added ? <mark key={at}>{value}</mark> : <span key={at}>{value}</span>;
  });
}
