import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';

/** A text as a QR code: dark on white in every theme, as cameras want it. */
export function QrCode(props: { text: string; name: string; size?: number }): ReactNode {
  const { text, name, size = 72 } = props;
  const { side, path } = useMemo(() => draw(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      width={size}
      height={size}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#022e43" />
    </svg>
  );
}

function draw(text: string): { readonly side: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return { side: size, path };
}
