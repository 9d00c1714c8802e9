import type { ReactNode } from 'react';
import styles from './choice-buttons.module.css';

/** A few choices side by side, one of them taken, as buttons that say whether they are pressed. */
export function ChoiceButtons<V extends string>(props: {
  label: string;
  /** May be none of these: one of another row is. */
  chosen: string;
  choices: readonly { readonly value: V; readonly label: string }[];
  onChoose(value: V): void;
}): ReactNode {
  return (
    // biome-ignore lint/a11y/useSemanticElements: several rows of these share one fieldset
    <div className={styles.choices} role="group" aria-label={props.label}>
      {props.choices.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={value === props.chosen} onClick={() => props.onChoose(value)}>
          {label}
        </button>
      ))}
    </div>
  );
}
