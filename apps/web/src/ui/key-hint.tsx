import type { ReactNode } from 'react';
import styles from './key-hint.module.css';

/** The key of a shortcut beside its action; only fine pointers see it. */
export function KeyHint(props: { children: string }): ReactNode {
  return (
    <span className={styles.key} aria-hidden="true" data-key-hint="">
      {props.children}
    </span>
  );
}
