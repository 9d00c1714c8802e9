import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { Icon } from './icon.tsx';

/** One line above the content that says what is not as usual, and what it means. */
export function Banner(props: {
  tone: 'warning' | 'error' | 'info';
  icon: string;
  children: ReactNode;
  action?: ReactNode;
}): ReactNode {
  return (
    <div className={`${styles.banner} ${styles[props.tone]}`} role="status">
      <Icon path={props.icon} />
      <span className={styles.text}>{props.children}</span>
      {props.action}
    </div>
  );
}
