import Button, { type ButtonProps } from '@mui/material/Button';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './hold-button.module.css';

/** ms that a finger holds it. */
export const holdMs = 1000;

/**
 * Does what it says once it was held for a second, so that a wet sleeve stops nothing. A keyboard or a screen reader
 * presses it at once.
 */
export function HoldButton({ onHeld, children, className = '', ...look }: ButtonProps & { onHeld(): void }): ReactNode {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const release = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Button
      {...look}
      className={`${className} ${styles.hold} ${isHeld ? styles.held : ''}`}
      style={{ '--hold': `${holdMs}ms` } as CSSProperties}
      onPointerDown={() => {
        setHeld(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          setHeld(false);
          onHeld();
        }, holdMs);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => {
        // A press without a pointer counts no clicks.
        if (event.detail === 0) onHeld();
      }}
    >
      {children}
    </Button>
  );
}
