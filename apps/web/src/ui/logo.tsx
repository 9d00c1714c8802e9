import type { ReactNode } from 'react';

/** The hull and its wake. */
export function Logo(props: { size: number }): ReactNode {
  return (
    <svg
      viewBox="0 0 32 32"
      width={props.size}
      height={props.size}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
    >
      <path d="M16 3.2c2 3.3 2.1 6.7 0 10-2.1-3.3-2-6.7 0-10z" fill="currentColor" stroke="none" />
      <path d="M12.6 13.4C10.8 18.6 7.6 23.2 3.6 27" strokeWidth="2.2" />
      <path d="M19.4 13.4c1.8 5.2 5 9.8 9 13.6" strokeWidth="2.2" />
      <path d="M14.3 17.6c-.7 3.7-2 7.2-4 10.4" strokeWidth="1.9" opacity=".8" />
      <path d="M17.7 17.6c.7 3.7 2 7.2 4 10.4" strokeWidth="1.9" opacity=".8" />
      <path d="M16 21v7.6" strokeWidth="1.6" opacity=".55" />
    </svg>
  );
}
