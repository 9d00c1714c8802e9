import type { ReactNode } from 'react';
import styles from './long-text.module.css';

interface Block {
  readonly kind: 'heading' | 'paragraph';
  readonly text: string;
}

/** Text as administrators type it: a blank line ends a paragraph, a line that begins with `#` or `1.` is a heading. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const part of text.replaceAll('\r', '').split(/\n\s*\n/)) {
    const lines = part.trim().split('\n');
    while (/^(#{1,6}\s|\d+\.\s)/.test(lines[0] ?? '')) {
      blocks.push({ kind: 'heading', text: (lines.shift() ?? '').replace(/^#{1,6}\s+/, '') });
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
