import type { DryRun } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import styles from './dry-run.module.css';
import { lastSaid, type StoodAt } from './read-states.ts';

/** s between two places of the cursor. */
const stepSeconds = 0.05;

/** The line over curve and lanes, moved by pointer and by keys. */
export function DryRunCursor(props: { seconds: number; at: number; onMove(at: number): void }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const { seconds, at, onMove } = props;
  return (
    <input
      type="range"
      className={styles.cursor}
      aria-label={t('compiledScenarios.cursor')}
      aria-valuetext={`${formatNumber(at, 2, language)}\u00a0s`}
      min={0}
      max={seconds}
      step={stepSeconds}
      value={at}
      onChange={({ target }) => onMove(Number(target.value))}
    />
  );
}

/** What the program did and held at the cursor. */
export function StateAtCursor(props: {
  found: DryRun;
  at: number;
  stood: StoodAt | undefined;
  onLine(line: number): void;
}): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const { found, at, stood, onLine } = props;
  const said = (['step', 'prompt'] as const).flatMap((kind) => {
    const text = lastSaid(found, kind, at)?.text;
    return text ? [{ kind, text: inPageLanguage(text) }] : [];
  });
  return (
    <section className={styles.at} aria-label={t('compiledScenarios.atCursor')}>
      <header>
        <strong>{`${formatNumber(at, 2, language)}\u00a0s`}</strong>
        {stood !== undefined && (
          <button type="button" onClick={() => onLine(stood.line)}>
            {t('compiledScenarios.line', { line: stood.line })}
          </button>
        )}
        {said.map(({ kind, text }) => (
          <span key={kind}>
            {t(`compiledScenarios.lanes.${kind}`)} <b>{text}</b>
          </span>
        ))}
      </header>
      {stood === undefined ? (
        <p>{t('compiledScenarios.noVariables')}</p>
      ) : (
        <dl>
          {stood.values.map(({ name, value, unit }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {typeof value === 'boolean'
                  ? t(value ? 'compiledScenarios.true' : 'compiledScenarios.false')
                  : typeof value === 'number'
                    ? formatNumber(value, Number.isInteger(value) ? 0 : 2, language)
                    : (value ?? '–')}{' '}
                {unit === null ? '' : printedUnit(unit, language)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
