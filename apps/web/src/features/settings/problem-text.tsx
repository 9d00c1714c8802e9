import type { ReactNode } from 'react';
import styles from './problem-text.module.css';

/** What went wrong with a form, where it concerns none of its fields. */
export function ProblemText(props: { text: string | undefined }): ReactNode {
  if (props.text === undefined) return null;
  return (
    <p role="alert" className={styles.problem}>
      {props.text}
    </p>
  );
}
