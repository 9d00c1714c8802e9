import type { ReactNode } from 'react';

/** An mdi glyph; hidden from readers, because every icon stands beside its word or on a named control. */
export function Icon(props: {
  path: string;
  size?: 14 | 16 | 18 | 20 | 24 | 28 | 32 | 48;
  className?: string;
}): ReactNode {
  const size = props.size ?? 20;
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      fill="currentColor"
      className={props.className}
      style={{ flex: 'none', display: 'block' }}
    >
      <path d={props.path} />
    </svg>
  );
}
