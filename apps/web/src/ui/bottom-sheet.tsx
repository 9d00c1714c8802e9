import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';
import styles from './bottom-sheet.module.css';

/** A panel from below, for screens without room at the side. */
export function BottomSheet(props: {
  open: boolean;
  onClose(): void;
  /** What it is called where nothing in it says so. */
  label?: string;
  /** As high as its content: for what does not change its length while it is open. */
  fitted?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <Drawer
      anchor="bottom"
      open={props.open}
      onClose={props.onClose}
      slotProps={{
        paper: {
          className: `${styles.bottomSheet} ${props.fitted ? styles.fitted : ''}`,
          'aria-label': props.label,
        },
      }}
    >
      <span className={styles.grip} />
      {props.children}
    </Drawer>
  );
}
