import type { ReactNode } from 'react';
import styles from './long-text.module.css';

interface Block {
  readonly kind: 'heading' | 'paragraph';
  readonly text: string;
}

/** Longer first lines are sentences, not headings. */
const longestHeading = 80;

/** A line that begins with `#` or `1.`, or a short one without a full stop above other lines. */
function isHeading(line: string | undefined, above: boolean): line is string {
  if (line === undefined) return false;
  if (/^(#{1,6}|\d+\.)\s/.test(line)) return true;
  return above && line.length <= longestHeading && !/[.,;:!?…]\s*$/.test(line);
}

/** Text as administrators type it: a blank line ends a paragraph, which may begin with a heading on a line of its own. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const part of text.replaceAll('\r', '').split(/\n\s*\n/)) {
    const lines = part.trim().split('\n');
    const [head] = lines;
    if (isHeading(head, lines.length > 1)) {
      blocks.push({ kind: 'heading', text: head.replace(/^#{1,6}\s+/, '') });
      lines.shift();
    }
    const rest = lines.join('\n').trim();
    if (rest !== '') blocks.push({ kind: 'paragraph', text: rest });
  }
  return blocks;
}

/** Terms of use, notices, licences: headings and paragraphs, never markup. */
export function LongText(props: { text: string }): ReactNode {
  return (
    <div className={styles.text}>
      {blocksOf(props.text).map((block, index) =>
        block.kind === 'heading' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole
          <h3 key={index}>{block.text}</h3>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text is replaced as a whole
          <p key={index}>{block.text}</p>
        ),
      )}
    </div>
  );
}
