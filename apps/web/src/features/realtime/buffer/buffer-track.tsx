import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../../base/use-format-date.ts';
import styles from './buffer.module.css';
import { type DeviceTimes, joined, lengthOf, type Moved, type Span, within } from './buffer-times.ts';

/** Moments that are written below, besides the first. */
const ticks = 8;
/** ms by which keys move a handle. */
const [smallStep, largeStep] = [1000, 60_000];
/** % of the strip that a word needs. */
const widthOfWord = 9;
/** Of the height of the strip: what was received is seen where nobody moved, too. */
const ofRest = 0.06;

/**
 * The last hours: grey where devices were heard, the higher the more they moved, blue where they were recorded,
 * hatched where nothing came; and the handles of what is kept.
 */
export function BufferTrack(props: {
  span: Span;
  devices: readonly DeviceTimes[];
  moved: readonly Moved[];
  runs: boolean;
  chosen: Span | undefined;
  onChoose(chosen: Span): void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const second = useFormatDate('second');
  const { span, devices, chosen } = props;
  const box = useRef<HTMLDivElement>(null);
  const at = (ms: number) => ((ms - span.from) / lengthOf(span)) * 100;
  const all = (spans: readonly (readonly Span[])[]) => joined(within(spans.flat(), span));
  const heard = all(devices.map((device) => device.heard));
  const recorded = all(devices.map((device) => device.recorded));
  return (
    <div className={styles.track}>
      <div ref={box} className={styles.strip} title={t('buffer.legend')}>
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label={t('buffer.legend')}>
          <path className={styles.heardGround} d={bars(heard, at, () => 1)} />
          <g className={styles.heard}>
            <path d={bars(heard, at, () => ofRest)} />
            <path d={bars(props.moved, at, ({ height }) => height)} />
          </g>
        </svg>
        {recorded.map((one) => {
          const width = at(one.to) - at(one.from);
          const isRunning = props.runs && one.to >= span.to;
          return (
            <span
              key={one.from}
              className={styles.recorded}
              style={{ left: `${at(one.from)}%`, width: `${width}%` }}
              title={`${second(iso(one.from))} – ${second(iso(one.to))}`}
            >
              {width > widthOfWord && t(isRunning ? 'buffer.running' : 'buffer.recorded')}
            </span>
          );
        })}
      </div>
      {chosen !== undefined && (
        <div
          className={styles.chosen}
          style={{ left: `${at(chosen.from)}%`, width: `${at(chosen.to) - at(chosen.from)}%` }}
        >
          <Handle {...props} chosen={chosen} box={box} side="from" />
          <Handle {...props} chosen={chosen} box={box} side="to" />
        </div>
      )}
      <span className={styles.ticks} aria-hidden="true">
        {Array.from({ length: ticks + 1 }, (_, index) => span.from + (index / ticks) * lengthOf(span)).map((ms) => (
          <span key={ms}>{lengthOf(span) / ticks < minuteMs ? second(iso(ms)) : second(iso(ms)).slice(0, 5)}</span>
        ))}
      </span>
    </div>
  );
}

/** ms between two of the moments below, under which their minutes are the same. */
const minuteMs = 60_000;

const iso = (ms: number) => new Date(ms).toISOString();

/** A bar of each, of 0 to 1 from below. */
function bars<T extends Span>(spans: readonly T[], at: (ms: number) => number, heightOf: (one: T) => number): string {
  return spans.map((one) => `M${at(one.from)} 1H${at(one.to)}V${1 - heightOf(one)}H${at(one.from)}z`).join('');
}

/** One end of what is kept: dragged, or moved by arrows (1 s) and page keys (1 min). */
function Handle(props: {
  side: 'from' | 'to';
  span: Span;
  chosen: Span;
  box: { readonly current: HTMLDivElement | null };
  onChoose(chosen: Span): void;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const second = useFormatDate('second');
  const { side, span, chosen, box } = props;
  const [least, greatest] = side === 'from' ? [span.from, chosen.to - 1000] : [chosen.from + 1000, span.to];
  const moveTo = (ms: number) => {
    const whole = Math.round(ms / 1000) * 1000;
    props.onChoose({ ...chosen, [side]: Math.min(greatest, Math.max(least, whole)) });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const bounds = box.current?.getBoundingClientRect();
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || bounds === undefined || bounds.width === 0) return;
    moveTo(span.from + ((event.clientX - bounds.left) / bounds.width) * lengthOf(span));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = keyedMoment(event.key, chosen[side], [least, greatest]);
    if (to === undefined) return;
    moveTo(to);
    event.preventDefault();
    event.stopPropagation();
  };
  const time = second(iso(chosen[side]));
  return (
    <span
      className={`${styles.handle} ${styles[side]}`}
      role="slider"
      tabIndex={0}
      aria-label={t(`buffer.${side}`)}
      aria-valuemin={Math.round(least / 1000)}
      aria-valuemax={Math.round(greatest / 1000)}
      aria-valuenow={Math.round(chosen[side] / 1000)}
      aria-valuetext={time}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      {...{ onPointerMove, onKeyDown }}
    />
  );
}

function keyedMoment(key: string, now: number, [least, greatest]: readonly [number, number]): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return now - smallStep;
    case 'ArrowRight':
    case 'ArrowUp':
      return now + smallStep;
    case 'PageDown':
      return now - largeStep;
    case 'PageUp':
      return now + largeStep;
    case 'Home':
      return least;
    case 'End':
      return greatest;
    default:
      return undefined;
  }
}
