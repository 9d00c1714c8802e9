import { type CSSProperties, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import styles from './long-field.module.css';

/** A text of several lines: outlined, compact, fixed-width letters, with its label above and what is wrong, or to know, below. */
export function LongField(
  props: TextareaHTMLAttributes<HTMLTextAreaElement> & {
    label: string;
    problem?: string | undefined;
    hint?: string | undefined;
    ref?: Ref<HTMLTextAreaElement>;
  },
): ReactNode {
  const { label, problem, hint, ...input } = props;
  const id = useId();
  const help = problem ?? hint;
  return (
    <div className={styles.field} data-wrong={problem !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <textarea
        {...input}
        id={id}
        style={{ '--lines': input.rows ?? 2 } as CSSProperties}
        aria-invalid={problem !== undefined}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
      />
      {help !== undefined && (
        <p id={`${id}-help`} {...(problem !== undefined && { role: 'alert' })}>
          {help}
        </p>
      )}
    </div>
  );
}
