import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './message-screen.module.css';
import { drawWake } from './wake.ts';

const wake = drawWake(6, 10);

/**
 * A screen or panel without content: what is so, why, and what to do.
 * Without `icon` it shows the wake drawing of first use and not-found.
 */
export function MessageScreen(props: {
  title: string;
  text?: ReactNode;
  icon?: string;
  tone?: 'error' | 'warning' | 'primary' | 'quiet';
  /** `h1` when it is the whole page. */
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
}): ReactNode {
  const Heading = props.heading ?? 'h2';
  return (
    <div className={styles.message}>
      {props.icon === undefined ? (
        <WakeDrawing />
      ) : (
        <span className={`${styles.disc} ${styles[props.tone ?? 'primary']}`}>
          <Icon path={props.icon} size={24} />
        </span>
      )}
      <Heading className={styles.title}>{props.title}</Heading>
      {props.text !== undefined && <p className={styles.text}>{props.text}</p>}
      {props.children !== undefined && <div className={styles.actions}>{props.children}</div>}
    </div>
  );
}

function WakeDrawing(): ReactNode {
  return (
    <svg width="80" height="98" viewBox="-94 -62 101 124" className={styles.wake} aria-hidden="true">
      <g transform="rotate(90)">
        {wake.map((path, index) => (
          <path key={path} d={path} strokeOpacity={0.95 - index * 0.11} />
        ))}
      </g>
    </svg>
  );
}
