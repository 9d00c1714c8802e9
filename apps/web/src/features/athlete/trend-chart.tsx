import type { Judgement, Language, Trial } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { localeOfDates } from '../../base/use-format-date.ts';
import { marksOf } from '../../charts/axis-marks.ts';
import { useSize } from '../../charts/use-size.ts';
import { decimalsOfStep } from '../../charts/value-marks.ts';
import { withUnit } from '../../records/change-verdict.tsx';
import type { ShownOutput } from '../../records/shown-outputs.ts';
import { formatQuantity } from '../../ui/format-quantity.ts';
import styles from './trend-chart.module.css';
import { type DayMean, meansByDay } from './trials.ts';

/** px; as wide as its place, or so before that is known. */
const [firstWidth, height, left, top, bottom] = [600, 132, 48, 10, 22];

/** Trials as dots, days as rings on a line, the last one filled; the band is what cannot be told from the reference. */
export function TrendChart(props: {
  output: ShownOutput;
  trials: readonly Trial[];
  judgement: Judgement | undefined;
}): ReactNode {
  const { t } = useTranslation('athlete');
  const language = useAppearance((appearance) => appearance.language);
  const { output, trials, judgement } = props;
  const { ref, width: seen } = useSize<HTMLDivElement>();
  const width = seen || firstWidth;
  const dots = trials.flatMap(({ values, ...trial }) => {
    const value = values[output.id];
    return value == null ? [] : [{ ...trial, value }];
  });
  const days = meansByDay(trials, output.id);
  const [reference, mdc90] = [judgement?.reference ?? undefined, judgement?.mdc90 ?? undefined];
  const band = reference === undefined || mdc90 === undefined ? [] : [reference - mdc90, reference + mdc90];
  const values = [...dots.map(({ value }) => value), ...band];
  const least = Math.min(...values);
  const room = Math.max(Math.max(...values) - least, Math.abs(least) * 0.02, 1e-9);
  const times = dots.map(({ timestamp }) => timestamp);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const x = (ms: number) =>
    left + 14 + (last > first ? ((ms - first) / (last - first)) * (width - left - 34) : (width - left) / 2);
  const y = (value: number) => top + (1 - (value - least) / room) * (height - top - bottom);
  const points = days.map(({ timestamp, mean }) => `${x(timestamp)},${y(mean)}`).join(' ');
  const name = inPageLanguage(output.name);
  const said = days.map((day) => `${shortDay(day, language)} ${withUnit(day.mean, output, language)}`).join(', ');
  const marks = marksOf(least, least + room, 3);
  const [one, next] = marks;
  const decimals = one === undefined || next === undefined ? output.decimals : decimalsOfStep(next - one);
  return (
    <div ref={ref} className={styles.chart}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('chart', { name, said })}>
        {marks.map((mark) => (
          <g key={mark}>
            <line className={styles.mark} x1={left} x2={width} y1={y(mark)} y2={y(mark)} />
            <text className={styles.text} x={left - 8} y={y(mark) + 4} textAnchor="end">
              {formatQuantity(mark, { unit: output.unit, decimals }, language)}
            </text>
          </g>
        ))}
        {band.length === 2 && (
          <rect
            className={styles.band}
            x={left}
            width={width - left}
            y={y(band[1] ?? 0)}
            height={y(band[0] ?? 0) - y(band[1] ?? 0)}
          />
        )}
        {reference !== undefined && (
          <line className={styles.reference} x1={left} x2={width} y1={y(reference)} y2={y(reference)} />
        )}
        <polyline className={styles.line} points={points} />
        {dots.map(({ result_id, timestamp, value, excluded }) =>
          excluded === null ? (
            <circle key={result_id} className={styles.trial} cx={x(timestamp)} cy={y(value)} r={2.5} />
          ) : (
            <text key={result_id} className={styles.excluded} x={x(timestamp)} y={y(value) + 4} textAnchor="middle">
              ×
            </text>
          ),
        )}
        {days.map(({ day, timestamp, mean }, i) => (
          <circle
            key={day}
            className={i === days.length - 1 ? styles.latest : styles.day}
            cx={x(timestamp)}
            cy={y(mean)}
            r={4.5}
          />
        ))}
        {spread(days, x).map((day) => (
          <text key={day.day} className={styles.text} x={x(day.timestamp)} y={height - 5} textAnchor="middle">
            {shortDay(day, language)}
          </text>
        ))}
      </svg>
    </div>
  );
}

const shortDay = ({ timestamp, timezone }: DayMean, language: Language) =>
  new Date(timestamp).toLocaleDateString(localeOfDates(language), {
    day: 'numeric',
    month: 'short',
    timeZone: timezone,
  });

/** Days whose names have room beside one another, the last one always. */
function spread(days: readonly DayMean[], x: (ms: number) => number): DayMean[] {
  const kept: DayMean[] = [];
  for (const day of days.toReversed()) {
    const next = kept.at(-1);
    if (next === undefined || x(next.timestamp) - x(day.timestamp) > 58) kept.push(day);
  }
  return kept;
}
