import { mdiArrowAll, mdiMagnifyMinusOutline, mdiMagnifyPlusOutline } from '@mdi/js';
import { quantityOf } from '@sillage/domain';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { type TimeWindow, tileOf } from '../../../charts/time-window.ts';
import { useChartTheme } from '../../../charts/use-chart-theme.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { Icon } from '../../../ui/icon.tsx';
import { withoutChannels } from '../computed-channels.ts';
import { useCurves } from '../fetch-curves.ts';
import { useOpenRecord } from '../open-record.ts';
import { looksOf } from '../variable-look.ts';
import { Tool } from './film-player.tsx';
import type { Motion } from './measure-motion.ts';
import styles from './motion-chart.module.css';
import { sayOffset, toMilliseconds } from './offset-text.ts';

interface MotionProps {
  readonly motion: Motion | undefined;
  /** s of the record at which the film begins; dragged. */
  readonly offset: number;
  /** Where it may lie; drawn dotted. */
  readonly proposed: number | undefined;
  readonly frameSeconds: number;
  onOffset(seconds: number): void;
}

/** s across the chart, the widest and the narrowest. */
const spans = [60, 30, 16, 8, 4, 2, 1] as const;
const usualSpan = 3;
/** px for which the curves of the record are asked. */
const chartPixels = 700;
/** Frames of a step with Shift. */
const largeStep = 10;

/** What moved in the film above what the record measured, around the cursor: dragged until what belongs together stands together. */
export function MotionChart(props: MotionProps): ReactNode {
  const { t } = useTranslation('record');
  const { view } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const [spanAt, setSpanAt] = useState(usualSpan);
  const { cursor, x } = view;
  const at = useSyncExternalStore(cursor.subscribe, () => cursor.time);
  const middle = at === undefined ? props.offset : x.toTime(at);
  const span = spans[spanAt] ?? spans[usualSpan];
  const window = { from: middle - span / 2, to: middle + span / 2 };
  const drag = useDrag(props, span);
  const motionPath = usePath(props.motion?.times, props.motion?.values);
  const zoom = (by: number) => setSpanAt(Math.min(spans.length - 1, Math.max(0, spanAt + by)));
  return (
    <div className={styles.chart}>
      <div className={styles.legend}>
        <span className={styles.swatch} />
        {t('film.motion')}
        <span className={styles.grow} />
        <span className={styles.hint}>
          <Icon path={mdiArrowAll} size={14} />
          {t('film.drag')}
        </span>
        <Tool icon={mdiMagnifyPlusOutline} name={t('film.closer')} onClick={() => zoom(1)} />
        <Tool icon={mdiMagnifyMinusOutline} name={t('film.wider')} onClick={() => zoom(-1)} />
      </div>
      <div
        className={styles.motion}
        role="slider"
        tabIndex={0}
        aria-label={t('film.offset')}
        aria-valuenow={props.offset}
        aria-valuetext={`${sayOffset(props.offset, language)} s`}
        {...drag}
      >
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
          {props.proposed !== undefined && (
            <path d={motionPath} data-proposed="" transform={moved(window, props.proposed)} />
          )}
          <path d={motionPath} transform={moved(window, props.offset)} />
          <line x1="0.5" x2="0.5" y1="0" y2="1" />
        </svg>
      </div>
      <MeasuredCurve window={window} />
      <div className={styles.times} aria-hidden="true">
        <span>{window.from < 0 ? '' : formatChrono(window.from, 1)}</span>
        <b>{formatChrono(middle)}</b>
        <span>{formatChrono(window.to, 1)}</span>
      </div>
    </div>
  );
}

/** A movement of the record in the same window. */
function MeasuredCurve({ window }: { window: TimeWindow }): ReactNode {
  const { t } = useTranslation('record');
  const { record, view } = useOpenRecord();
  const language = useAppearance((appearance) => appearance.language);
  const { curves: colours } = useChartTheme();
  const measured = useMemo(() => withoutChannels(record).available_data, [record]);
  const names = useMemo(() => movementsOf(measured), [measured]);
  const [chosen, choose] = useState<string>();
  const name = chosen ?? names[0];
  const { timeExtent } = view.x;
  const seen = { from: Math.max(timeExtent.from, window.from), to: Math.min(timeExtent.to, window.to) };
  const isSeen = name !== undefined && seen.to > seen.from;
  const tile = tileOf(isSeen ? seen : timeExtent, chartPixels, timeExtent);
  const { data } = useCurves(record, name === undefined ? [] : [name], tile, 'time', isSeen);
  const curve = name === undefined ? undefined : data?.curves.get(name);
  const path = usePath(curve?.timesSeconds, curve?.values);
  const looks = looksOf(
    names.map((one) => ({ name: one, axis: 'y1' })),
    measured,
    colours,
    language,
  );
  const look = looks[names.indexOf(name ?? '')];
  return (
    <>
      <div className={styles.legend}>
        <span className={styles.swatch} style={{ borderColor: look?.stroke }} />
        {names.length === 0 ? (
          t('film.noMovement')
        ) : (
          <select
            className={styles.choice}
            value={name ?? ''}
            aria-label={t('film.measured')}
            onChange={(event) => choose(event.target.value)}
          >
            {names.map((one, index) => (
              <option key={one} value={one}>
                {looks[index]?.label}
              </option>
            ))}
          </select>
        )}
        <span className={styles.unit}>{look?.unit}</span>
      </div>
      <div className={styles.measured}>
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true" style={{ stroke: look?.stroke }}>
          <path d={path} transform={moved(window, 0)} />
          <line x1="0.5" x2="0.5" y1="0" y2="1" />
        </svg>
      </div>
    </>
  );
}

/** Variables that swing as a body does, accelerations first. */
export function movementsOf(available: { readonly [name: string]: unknown }): string[] {
  const names = Object.keys(available);
  const of = (quantity: string) => names.filter((name) => quantityOf(name)?.name === quantity);
  const moving = [...of('acceleration'), ...of('rotation')];
  return moving.length > 0 ? moving : names.slice(0, 20);
}

/** A curve of s across and its own range down, to be moved and stretched without being written again. */
function usePath(times: ArrayLike<number> | undefined, values: ArrayLike<number> | undefined): string {
  return useMemo(() => {
    if (times === undefined || values === undefined) return '';
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const span = high - low || 1;
    let path = '';
    let pen = 'M';
    for (let i = 0; i < times.length; i++) {
      const value = values[i]!;
      if (Number.isNaN(value)) pen = 'M';
      else {
        path += `${pen}${times[i]!.toFixed(4)} ${(0.95 - (0.9 * (value - low)) / span).toFixed(4)}`;
        pen = 'L';
      }
    }
    return path;
  }, [times, values]);
}

const moved = ({ from, to }: TimeWindow, offset: number): string =>
  `scale(${1 / (to - from)} 1) translate(${offset - from} 0)`;

function useDrag({ offset, frameSeconds, onOffset }: MotionProps, span: number) {
  const held = useRef<{ readonly x: number; readonly offset: number } | undefined>(undefined);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { x: event.clientX, offset };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const width = event.currentTarget.clientWidth;
      if (held.current === undefined || width === 0) return;
      onOffset(toMilliseconds(held.current.offset + ((event.clientX - held.current.x) / width) * span));
    },
    onPointerUp() {
      held.current = undefined;
    },
    onPointerCancel() {
      held.current = undefined;
    },
    onKeyDown(event: KeyboardEvent) {
      const sign = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (sign === 0 || event.altKey) return;
      event.preventDefault();
      onOffset(toMilliseconds(offset + sign * frameSeconds * (event.shiftKey ? largeStep : 1)));
    },
  };
}
