import type { ReactNode } from 'react';
import styles from './edit-dialog.module.css';

/** What every control of a form is given. */
export interface ControlProps {
  readonly label: string;
  readonly problem: string | undefined;
  readonly hint: string | undefined;
  readonly value: unknown;
  readonly autoFocus: boolean;
  onChange(value: unknown): void;
  onBlur(): void;
  inputRef(element: HTMLElement | null): void;
}

/** What is wrong with a field, or else what to know of it. */
export function FieldHelp(props: { problem: string | undefined; hint: string | undefined; id?: string }): ReactNode {
  const text = props.problem ?? props.hint;
  if (text === undefined) return null;
  return (
    <p id={props.id} className={styles.help} {...(props.problem !== undefined && { role: 'alert' })}>
      {text}
    </p>
  );
}
