import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';
import styles from './bottom-sheet.module.css';

/** A panel from below, for screens without room at the side. */
export function BottomSheet(props: { open: boolean; onClose(): void; children: ReactNode }): ReactNode {
  return (
    <Drawer
      anchor="bottom"
      open={props.open}
      onClose={props.onClose}
      slotProps={{ paper: { className: styles.bottomSheet ?? '' } }}
    >
      <span className={styles.grip} />
      {props.children}
    </Drawer>
  );
}
