import { mdiAlertOutline, mdiCircleSlice8 } from '@mdi/js';
import type { RunTrial } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { Icon } from '../../../ui/icon.tsx';
import { splitValue } from './scenario-words.ts';
import styles from './trial-slots.module.css';

/** The trials of one device: a place each, also for those that are still to come. */
export function TrialSlots({ trials, number }: { trials: readonly RunTrial[]; number: number }): ReactNode {
  const { t } = useTranslation('realtime');
  const last = trials.at(-1);
  if (last === undefined) return null;
  const ahead = Array.from({ length: Math.max(0, last.of - last.turn) }, (_, i) => last.turn + i + 1);
  const ofOwn = (trial: RunTrial) => trial.results.filter((result) => (result.number ?? number) === number);
  const unit = trials.flatMap(ofOwn).at(0)?.unit ?? '';
  return (
    <ol className={styles.slots} aria-label={t('scenario.trials.title')}>
      {trials.map((trial) => (
        <Slot key={trial.id} {...{ trial, number, unit, results: ofOwn(trial) }} />
      ))}
      {ahead.map((turn) => (
        <li key={turn} data-state="ahead">
          <span>{turn}</span>
          <Figure unit={unit} />
        </li>
      ))}
    </ol>
  );
}

function Slot(props: { trial: RunTrial; number: number; unit: string; results: RunTrial['results'] }): ReactNode {
  const { t } = useTranslation('realtime');
  const { trial, number, unit, results } = props;
  const [first] = results;
  const refusal = trial.refusals.find((one) => one.number === number);
  const state = refusal !== undefined && trial.state === 'over' ? 'refused' : trial.state;
  return (
    <li data-state={state}>
      <span>
        {inPageLanguage(trial.title)}
        {state === 'running' && (
          <em>
            <Icon path={mdiCircleSlice8} size={14} /> {t('scenario.trials.running')}
          </em>
        )}
        {state === 'skipped' && <em>{t('scenario.trials.skipped')}</em>}
      </span>
      <Figure unit={first?.unit ?? unit} result={first} />
      {refusal !== undefined && (
        <small>
          <Icon path={mdiAlertOutline} size={14} /> {inPageLanguage(refusal.text)}
        </small>
      )}
    </li>
  );
}

function Figure({ unit, result }: { unit: string; result?: RunTrial['results'][number] | undefined }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const said = splitValue({ value: result?.value ?? null, unit }, language);
  return (
    <strong>
      {said.figure} <i>{said.unit}</i>
    </strong>
  );
}
