import { mdiCheck } from '@mdi/js';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './listed-choice.module.css';

/** One of a list from which several are chosen: those that are carry a tick, not only a colour. */
export function ListedChoice(props: { label: string; chosen: boolean }): ReactNode {
  return (
    <span className={styles.choice}>
      <span className={styles.label}>{props.label}</span>
      {props.chosen && <Icon path={mdiCheck} size={18} />}
    </span>
  );
}
