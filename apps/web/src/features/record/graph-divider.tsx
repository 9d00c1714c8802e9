import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './graphs.module.css';

/** px; the least is that of a graph that nobody made higher. */
const leastHeight = 96;
const mostHeight = 2000;
/** px that an arrow key gives or takes. */
const keyStep = 24;

interface Props {
  /** Number of the graph above, as people count. */
  readonly number: number;
  /** px, of the graph above; undefined: its share of the room. */
  readonly height: number | undefined;
  onHeight(pixels: number | undefined): void;
}

/** Below a graph: dragged, or moved by the arrow keys, it says how high that is; pressed twice, or with Home, it has its share again. */
export function GraphDivider({ number, height, onHeight }: Props): ReactNode {
  const { t } = useTranslation('record');
  const own = useRef<HTMLDivElement>(null);
  const above = () => own.current?.previousElementSibling?.getBoundingClientRect();
  const set = (pixels: number) => onHeight(Math.round(Math.min(mostHeight, Math.max(leastHeight, pixels))));
  const move = (event: PointerEvent<HTMLElement>) => {
    const graph = above();
    if (event.buttons === 1 && graph !== undefined) set(event.clientY - graph.top);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const sign = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (sign === 0 && event.key !== 'Home') return;
    event.preventDefault();
    if (sign === 0) onHeight(undefined);
    else set((height ?? above()?.height ?? leastHeight) + sign * keyStep);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a divider that is moved is no line between paragraphs
    <div
      ref={own}
      className={styles.divider}
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('graphs.height', { number })}
      aria-valuenow={height ?? leastHeight}
      aria-valuetext={height === undefined ? t('graphs.heightShared') : t('graphs.heightPixels', { height })}
      aria-valuemin={leastHeight}
      aria-valuemax={mostHeight}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={move}
      onDoubleClick={() => onHeight(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}
