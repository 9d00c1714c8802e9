import {
  type AverageCycle,
  averageCycles,
  findPeriod,
  findRises,
  type Period,
  SteadySignal,
  usualCycles,
} from '@sillage/signal/movements';
import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useServer } from '../../base/services.tsx';
import { strokeOf } from '../../charts/colours.ts';
import type { Curve } from '../../charts/curve.ts';
import type { TimeWindow } from '../../charts/time-window.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { recordKeys } from '../../records/record-queries.ts';
import { requestCurves } from '../../records/request-curves.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import { useSettled } from '../../ui/use-settled.ts';
import type { OnAxis } from './compared-graphs.tsx';
import styles from './mean-cycles.module.css';
import { lookOfRecord, type RecordLook } from './record-looks.ts';
import { type ComparedVariable, shortLabelOf } from './shared-variables.ts';
import { takeTurns } from './take-turns.ts';
import { useLastAnswers } from './use-last-answers.ts';
import { wayWindow } from './way-window.ts';

/** s of each record that cycles are sought in, around the middle of what is seen, and points of it. */
const [mostSeconds, mostPoints] = [60, 60_000];
/** Points asked for a sample: of a pixel column up to three are sent, and then every sample of it. */
const pointsASample = 1.4;
/** Hz at which they are sought, and s of a window in which the period is. */
const [lookHz, windowSeconds] = [50, 20];
/** Of a signal with itself a cycle later. */
const leastClarity = 0.5;
const restMilliseconds = 300;
const turns = takeTurns(3);

/** The mean cycle of a stretch of a signal; undefined where nothing repeats. */
export function meanCycle({ timesSeconds, values }: Pick<Curve, 'timesSeconds' | 'values'>): AverageCycle | undefined {
  const from = timesSeconds[0] ?? 0;
  const seconds = (timesSeconds.at(-1) ?? 0) - from;
  const signal = new SteadySignal(
    from,
    Math.ceil(seconds * lookHz) + 1,
    lookHz,
    timesSeconds.length / Math.max(1, seconds),
  );
  for (const [i, t] of timesSeconds.entries()) signal.take(t, values[i] ?? Number.NaN);
  const steady = signal.values();
  const period = clearestPeriod(steady);
  if (period === undefined) return undefined;
  const rises = finished(findRises(steady, lookHz, period.seconds)).map((at) => from + at / lookHz);
  return averageCycles(timesSeconds, values, finished(usualCycles(rises)).cycles);
}

/** Of three windows, so that a start or a rest does not hide what repeats. */
function clearestPeriod(steady: Float64Array): Period | undefined {
  const width = Math.min(steady.length, windowSeconds * lookHz);
  const found = [0, 0.5, 1].flatMap((share) => {
    const from = Math.round(share * (steady.length - width));
    return findPeriod(steady.subarray(from, from + width), lookHz) ?? [];
  });
  const clearest = found.toSorted((a, b) => b.clarity - a.clarity)[0];
  return clearest && clearest.clarity >= leastClarity ? clearest : undefined;
}

/** No longer than every sample of it can be asked for: a mean of extremes alone is none. */
function aroundMiddle({ from, to }: TimeWindow, rateHz: number): TimeWindow {
  const middle = (from + to) / 2;
  const half = Math.min(mostSeconds, mostPoints / pointsASample / rateHz) / 2;
  return { from: Math.max(from, middle - half), to: Math.min(to, middle + half) };
}

function finished<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Mean cycles of a variable, a drawing a record, all on one scale; ± SD as a band. */
export function MeanCycles(props: {
  onAxis: readonly OnAxis[];
  variable: ComparedVariable;
  window: TimeWindow;
  byDistance: boolean;
}): ReactNode {
  const { t } = useTranslation('compare');
  const language = useAppearance((appearance) => appearance.language);
  const theme = useChartTheme();
  const server = useServer();
  const { onAxis, variable, byDistance } = props;
  const window = useSettled(props.window, restMilliseconds);
  const answers = useQueries({
    queries: onAxis.map((one) => {
      const name = variable.of.get(one.record.id);
      const seen = wayWindow(one, window, byDistance);
      const module = one.record.modules[name?.split('.')[0] ?? ''];
      const stretch = seen && aroundMiddle(seen, module?.rate ?? 1);
      return {
        queryKey: recordKeys.curves(one.record, { cycles: name, stretch }),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          turns(async (): Promise<AverageCycle | null> => {
            const asked = {
              variables: [name ?? ''],
              window: stretch ?? window,
              maxData: mostPoints,
              x: 'time' as const,
              signal,
            };
            const [curve] = await requestCurves(server, one.record.id, asked);
            // Once a record, and between two of them the page goes on.
            return (curve && meanCycle(curve)) ?? null;
          }),
        enabled: name !== undefined && stretch !== undefined,
        staleTime: Number.POSITIVE_INFINITY,
        meta: { quiet: true },
      };
    }),
    combine: dataOf,
  });
  const isSeen = onAxis.map((one) => wayWindow(one, window, byDistance) !== undefined);
  const of = onAxis.map(({ record: { id } }, place) => (isSeen[place] && variable.of.has(id) ? id : undefined));
  const cycles = useLastAnswers(of, answers);
  const drawn = cycles.filter((one) => one != null);
  const low = Math.min(...drawn.map(({ mean, deviation }) => edge(mean, deviation, -1)));
  const high = Math.max(...drawn.map(({ mean, deviation }) => edge(mean, deviation, 1)));
  const unit = printedUnit(variable.about.unit, language);
  const own = strokeOf(`.${variable.name}`, [], theme.curves);
  return (
    <section className={styles.cycles} aria-label={t('cycles.label')}>
      <h2>
        {t('cycles.label')}{' '}
        <span className={styles.hint}>
          {shortLabelOf(variable, language)}, {t('cycles.band')}
        </span>
      </h2>
      <ul>
        {onAxis.map(({ record }, place) => {
          const cycle = cycles[place];
          return (
            <li key={record.id}>
              <span className={styles.number}>{place + 1}</span>
              {cycle == null ? (
                <span className={styles.hint}>
                  {t(
                    `cycles.${variable.of.has(record.id) ? whyNone(cycle, answers[place], isSeen[place]) : 'notMeasured'}`,
                  )}
                </span>
              ) : (
                <>
                  <span className={styles.hint}>{t('cycles.count', { count: cycle.count })}</span>
                  <span className={styles.peak}>
                    {t('cycles.peak', { value: formatNumber(peakOf(cycle), 1, language) })} {unit}
                  </span>
                  <CycleDrawing cycle={cycle} low={low} high={high} look={lookOfRecord(place, own, theme.curves)} />
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface Answer {
  readonly data: AverageCycle | null | undefined;
  readonly isError: boolean;
}

const dataOf = (results: readonly Answer[]) => results.map(({ data, isError }) => ({ data, isError }));

/** Why there is no drawing of what was measured. */
function whyNone(cycle: AverageCycle | null | undefined, answer: Answer | undefined, isSeen: boolean | undefined) {
  if (!isSeen) return 'outside';
  if (cycle === null) return 'none';
  return answer?.isError ? 'failed' : 'waiting';
}

function edge(mean: Float64Array, deviation: Float64Array, sign: 1 | -1): number {
  let found = sign * Number.NEGATIVE_INFINITY;
  for (const [i, value] of mean.entries()) {
    const at = value + sign * (deviation[i] ?? 0);
    if (sign * at > sign * found) found = at;
  }
  return found;
}

const peakOf = ({ mean }: AverageCycle) => Math.max(...mean.filter((value) => !Number.isNaN(value)));

const [width, height] = [240, 72];
const dashes: { readonly [L in RecordLook['line']]: string } = { solid: '', dashed: '5 3', dotted: '2 3' };

function CycleDrawing(props: { cycle: AverageCycle; low: number; high: number; look: RecordLook }): ReactNode {
  const { cycle, low, high, look } = props;
  const span = high - low || 1;
  const at = (i: number, value: number) =>
    `${((i / (cycle.mean.length - 1)) * width).toFixed(1)} ${(2 + (1 - (value - low) / span) * (height - 4)).toFixed(1)}`;
  const places = [...cycle.mean.keys()].filter((i) => !Number.isNaN(cycle.mean[i]));
  const side = (sign: 1 | -1) => places.map((i) => at(i, (cycle.mean[i] ?? 0) + sign * (cycle.deviation[i] ?? 0)));
  const line = places.map((i) => at(i, cycle.mean[i] ?? 0));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={`M${[...side(1), ...side(-1).toReversed()].join('L')}Z`} fill={look.stroke} opacity={0.18} />
      <path
        d={`M${line.join('L')}`}
        fill="none"
        stroke={look.stroke}
        strokeWidth={1.8}
        strokeDasharray={dashes[look.line]}
      />
    </svg>
  );
}
