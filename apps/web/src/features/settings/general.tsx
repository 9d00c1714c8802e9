import type { ReactNode } from 'react';
import styles from './general.module.css';
import { Preferences, ShortcutsRow } from './preferences.tsx';

/** What a person sets for the own use of the app. */
export default function General(): ReactNode {
  return (
    <div className={styles.rows}>
      <Preferences />
      <div className={styles.keyboard}>
        <ShortcutsRow />
      </div>
    </div>
  );
}
