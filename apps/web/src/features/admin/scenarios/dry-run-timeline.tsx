import type { DryRun, DryRunMoment } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import styles from './dry-run.module.css';

const lanes = ['step', 'prompt'] as const;

/** What a dry run did, on one time axis: states, prompts, what it recorded and found. */
export function DryRunTimeline({ found }: { found: DryRun }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const { seconds, moments, results, end, stopped, verdict } = found;
  const say = (at: number) => `${formatNumber(at, 1, language)}\u00a0s`;
  const outcome = end ?? stopped ?? 'slow';
  return (
    <div className={styles.found}>
      <p role="status" data-end={end ?? 'none'}>
        {t(`compiledScenarios.outcome.${outcome}`, { at: say(seconds) })}
        {verdict !== null && ` ${inPageLanguage(verdict)}`}
      </p>
      {lanes.map((lane) => (
        <div key={lane} className={styles.lane}>
          <h4>{t(`compiledScenarios.lanes.${lane}`)}</h4>
          <ol>
            {spansOf(moments, lane, seconds).map(({ moment, until }) => (
              <li
                key={`${moment.at} ${moment.text?.en}`}
                style={{ left: `${(moment.at / seconds) * 100}%`, width: `${((until - moment.at) / seconds) * 100}%` }}
                title={`${say(moment.at)} · ${textOf(moment)}`}
              >
                {textOf(moment)}
              </li>
            ))}
          </ol>
        </div>
      ))}
      {results.length > 0 && (
        <dl className={styles.results}>
          {results.map(({ name, title, value, unit }) => (
            <div key={name}>
              <dt>{title ? inPageLanguage(title) : name}</dt>
              <dd>
                {typeof value === 'number' ? formatNumber(value, 1, language) : (value ?? '–')}{' '}
                {printedUnit(unit, language)}
              </dd>
            </div>
          ))}
        </dl>
      )}
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

const textOf = ({ text }: DryRunMoment): string => (text === null ? '' : inPageLanguage(text));

/** Of each moment of a kind, until when it stands. */
function spansOf(moments: readonly DryRunMoment[], kind: DryRunMoment['kind'], seconds: number) {
  const own = moments.filter((moment) => moment.kind === kind);
  return own
    .map((moment, i) => ({ moment, until: own[i + 1]?.at ?? seconds }))
    .filter(({ moment, until }) => until > moment.at);
}
