import type { DryRun, DryRunMoment, Record } from '@sillage/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import styles from './dry-run.module.css';
import { DryRunCursor, StateAtCursor } from './dry-run-cursor.tsx';
import { DryRunTrace } from './dry-run-trace.tsx';
import { stoodAt } from './read-states.ts';

const lanes = ['step', 'prompt'] as const;

interface Props {
  readonly found: DryRun;
  readonly record: Record | undefined;
  /** Where the program stood at the cursor. */
  readonly onCursor: (line: number | undefined) => void;
  readonly onLine: (line: number) => void;
}

/** What a dry run did, on one time axis: states, prompts, what it recorded and found; a cursor says what it held when. */
export function DryRunTimeline({ found, record, onCursor, onLine }: Props): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const { seconds, moments, results, end, stopped, verdict } = found;
  const [moved, setMoved] = useState(0);
  const at = Math.min(moved, seconds);
  const stood = stoodAt(found.states, at);
  const line = stood?.line;
  useEffect(() => {
    onCursor(line);
    return () => onCursor(undefined);
  }, [line, onCursor]);
  const say = (at: number) => `${formatNumber(at, 1, language)}\u00a0s`;
  const outcome = end ?? stopped ?? 'slow';
  return (
    <div className={styles.found}>
      <p role="status" data-end={end ?? 'none'}>
        {t(`compiledScenarios.outcome.${outcome}`, { at: say(seconds) })}
        {verdict !== null && ` ${inPageLanguage(verdict)}`}
      </p>
      <div className={styles.plot}>
        {record !== undefined && <DryRunTrace {...{ record, seconds, at }} />}
        {lanes.map((lane) => (
          <div key={lane} className={styles.lane}>
            <h4>{t(`compiledScenarios.lanes.${lane}`)}</h4>
            <ol>
              {spansOf(moments, lane, seconds).map(({ moment, until }) => (
                <li
                  key={`${moment.at} ${moment.text?.en}`}
                  style={{
                    left: `${(moment.at / seconds) * 100}%`,
                    width: `${((until - moment.at) / seconds) * 100}%`,
                  }}
                  title={`${say(moment.at)} · ${textOf(moment)}`}
                >
                  {textOf(moment)}
                </li>
              ))}
            </ol>
          </div>
        ))}
        <TimeAxis seconds={seconds} />
        {seconds > 0 && <DryRunCursor {...{ seconds, at, onMove: setMoved }} />}
      </div>
      <StateAtCursor {...{ found, at, stood, onLine }} />
      <Results results={results} />
      {moments
        .filter(({ kind }) => kind === 'error')
        .map((moment) => (
          <p key={`${moment.at} ${moment.text?.en}`} role="alert">
            {say(moment.at)} · {textOf(moment)}
          </p>
        ))}
    </div>
  );
}

function Results({ results }: Pick<DryRun, 'results'>): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  if (results.length === 0) return null;
  return (
    <dl className={styles.results}>
      {lastOfEach(results).map(({ number, name, title, value, unit }) => (
        <div key={`${number} ${name}`}>
          <dt>{title ? inPageLanguage(title) : name}</dt>
          <dd>
            {typeof value === 'number' ? formatNumber(value, 1, language) : (value ?? '–')}{' '}
            {printedUnit(unit, language)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The scale of the lanes above it. */
function TimeAxis({ seconds }: { seconds: number }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const step = axisSteps.find((one) => seconds / one <= mostTicks) ?? seconds;
  const ticks = Array.from({ length: Math.floor(seconds / step) + 1 }, (_, at) => at * step);
  return (
    <div className={styles.lane} aria-hidden>
      <h4>s</h4>
      <ol className={styles.ticks}>
        {ticks.map((at) => (
          <li key={at} style={{ left: `${(at / seconds) * 100}%` }}>
            {formatNumber(at, step < 1 ? 1 : 0, language)}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** s between two ticks, the smallest that leaves them room. */
const axisSteps = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
const mostTicks = 8;

/** What is said again replaces what was said. */
const lastOfEach = (results: DryRun['results']): DryRun['results'] => [
  ...new Map(results.map((result) => [`${result.number} ${result.name}`, result])).values(),
];

const textOf = ({ text }: DryRunMoment): string => (text === null ? '' : inPageLanguage(text));

/** Of each moment of a kind that says something else than the one before, until when it stands. */
function spansOf(moments: readonly DryRunMoment[], kind: DryRunMoment['kind'], seconds: number) {
  const told = moments.filter((moment) => moment.kind === kind);
  // A countdown that begins anew is said again, and stands all the while.
  const own = told.filter((moment, i) => i === 0 || textOf(moment) !== textOf(told[i - 1] ?? moment));
  return own
    .map((moment, i) => ({ moment, until: own[i + 1]?.at ?? seconds }))
    .filter(({ moment, until }) => until > moment.at);
}
