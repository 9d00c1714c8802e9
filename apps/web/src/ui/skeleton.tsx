import { type ReactNode, useEffect, useState } from 'react';
import styles from './skeleton.module.css';

/** Shows its children (skeleton bars in the final geometry) only once loading has lasted 300 ms. */
export function AfterAWhile(props: { children: ReactNode }): ReactNode {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return shown ? props.children : null;
}

/** One shimmering bar; sizes in CSS units. */
export function SkeletonBar(props: { width: string; height?: string }): ReactNode {
  return (
    <span className={styles.bar} style={{ width: props.width, height: props.height ?? '10px' }} aria-hidden="true" />
  );
}
