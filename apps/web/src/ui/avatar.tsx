import type { ReactNode } from 'react';
import styles from './avatar.module.css';

interface Person {
  readonly firstname: string;
  readonly lastname: string;
}

/** Two capitals at most; `size` in px. */
export function Avatar(props: { person: Person; size?: 20 | 24 | 28 | 56 }): ReactNode {
  const size = props.size ?? 28;
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      data-initials={initials(props.person)}
      aria-hidden="true"
    />
  );
}

export function initials({ firstname, lastname }: Person): string {
  return `${firstname.trim().charAt(0)}${lastname.trim().charAt(0)}`.toUpperCase();
}
