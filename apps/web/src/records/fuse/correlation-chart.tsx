import type { FusionCorrelation } from '@sillage/contract';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { formatNumber } from '../../ui/format-number.ts';
import styles from './fuse-dialog.module.css';
import { offsetText } from './offsets.ts';

/** Of the drawing, in its own units: stretched to its place. */
const [width, height] = [460, 132];
const [left, top, right, bottom] = [34, 8, 8, 20];
const marks = [1, 0.5, 0, -0.5];
/** s that a key moves the offset, and with Shift. */
const [keyStep, largeStep] = [0.01, 0.1];
/** Steps between times that people read. */
const timeSteps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/** How alike two are, by how far apart they began. */
type Correlation = Pick<FusionCorrelation, 'from' | 'step' | 'values'>;

/** How alike two records are by how far apart they began, with the offset on it: dragged, or moved by the arrow keys. */
export function CorrelationChart(props: {
  correlation: Correlation;
  /** s */
  offset: number | undefined;
  onChange(offset: number): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const box = useRef<HTMLDivElement>(null);
  const { correlation, offset } = props;
  const { from, step, values } = correlation;
  const to = from + step * Math.max(1, values.length - 1);
  const xOf = (seconds: number) => left + ((seconds - from) / (to - from)) * (width - left - right);
  const yOf = (r: number) => top + ((1 - r) / 1.7) * (height - top - bottom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the curve says where it lies
  const path = useMemo(
    () =>
      values
        .map((r, i) => `${i === 0 ? 'M' : 'L'}${xOf(from + i * step).toFixed(1)} ${yOf(Math.max(-0.7, r)).toFixed(1)}`)
        .join(''),
    [correlation],
  );
  const drag = ({ clientX, buttons }: PointerEvent) => {
    const place = box.current?.getBoundingClientRect();
    if (buttons !== 1 || place === undefined || place.width === 0) return;
    const share = ((clientX - place.left) / place.width - left / width) / ((width - left - right) / width);
    props.onChange(rounded(from + Math.min(1, Math.max(0, share)) * (to - from)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const sign = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (sign === 0) return;
    event.preventDefault();
    props.onChange(rounded((offset ?? 0) + sign * (event.shiftKey ? largeStep : keyStep)));
  };
  const every = timeSteps.find((one) => (to - from) / one <= 6) ?? (to - from) / 2;
  const times: number[] = [];
  for (let at = Math.ceil(from / every) * every; at <= to; at += every) times.push(at);
  const isShown = offset !== undefined && offset >= from && offset <= to;
  return (
    <div
      ref={box}
      className={styles.slider}
      role="slider"
      tabIndex={0}
      aria-label={t('fuse.correlation')}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={offset ?? from}
      aria-valuetext={offset === undefined ? t('fuse.unknown') : `${offsetText(offset, language)} s`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
      onKeyDown={onKeyDown}
    >
      <svg className={styles.correlation} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {marks.map((mark) => (
          <g key={mark}>
            <line x1={left} x2={width - right} y1={yOf(mark)} y2={yOf(mark)} data-zero={mark === 0} />
            <text x={left - 6} y={yOf(mark) + 4} textAnchor="end">
              {formatNumber(mark, 1, language)}
            </text>
          </g>
        ))}
        {times.map((at, i) => (
          <text key={at} x={xOf(at)} y={height - 4} textAnchor="middle">
            {formatNumber(at, every < 1 ? 1 : 0, language)}
            {i === times.length - 1 ? ' s' : ''}
          </text>
        ))}
        <path d={path} />
        {isShown && (
          <g className={styles.here}>
            <line x1={xOf(offset)} x2={xOf(offset)} y1={top} y2={height - bottom} />
            <circle cx={xOf(offset)} cy={yOf(valueAt(correlation, offset))} r={5} />
            <text
              x={xOf(offset) + (xOf(offset) > width - 90 ? -8 : 8)}
              y={yOf(valueAt(correlation, offset)) + 6}
              textAnchor={xOf(offset) > width - 90 ? 'end' : 'start'}
            >
              {offsetText(offset, language)} s
            </text>
          </g>
        )}
      </svg>
    </div>
  );
}

/** To the ms, as it is written. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function valueAt({ from, step, values }: Correlation, seconds: number): number {
  return Math.max(-0.7, values[Math.round((seconds - from) / step)] ?? 0);
}
