import { mdiAlertOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { AnalysisOutcome, OfferedCorrection } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../../base/notify.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useOpenRecord } from '../open-record.ts';
import { useStepActions } from '../step-queries.ts';
import styles from './mounting-decision.module.css';

interface DecisionProps {
  readonly outcome: AnalysisOutcome;
  readonly correction: OfferedCorrection;
}

/** What would put a sensor right, beside what shows it: a step of the record that can be undone, or kept as it is. */
export function MountingDecision({ outcome, correction }: DecisionProps): ReactNode {
  const { t } = useTranslation('record');
  const { analysis, record } = useOpenRecord();
  const { recalibrate } = useStepActions(record.id);
  const moved = correction.axes.filter(({ variable, from, sign }) => variable !== from || sign < 0);
  const keepAsIs = () => {
    const parameters = { ...analysis.asked.parameters, decision: 'asIs' };
    analysis.kept.keep({ ...analysis.asked, analysis: outcome.analysis, parameters });
    analysis.choose({ parameters });
  };
  return (
    <section className={styles.decision} aria-label={t('analysis.mounting.title')}>
      <h3>{t('analysis.mounting.title')}</h3>
      <p>
        <span className={styles.turn}>{inPageLanguage(correction.name)}</span>
        {moved.map(({ variable, from, sign }) => (
          <code key={variable}>{`${ownName(variable)} ← ${sign < 0 ? '−' : ''}${ownName(from)}`}</code>
        ))}
      </p>
      {record.may.edit && (
        <div className={styles.actions}>
          <Button
            variant="contained"
            loading={recalibrate.isPending}
            onClick={() => recalibrate.mutate(wantedOf(correction, outcome.signals_version))}
          >
            {t('analysis.mounting.correct')}
          </Button>
          <Button variant="text" disabled={recalibrate.isPending || analysis.kept.isSaving} onClick={keepAsIs}>
            {t('analysis.mounting.keep')}
          </Button>
        </div>
      )}
      <small>{t('analysis.mounting.undoable')}</small>
    </section>
  );
}

/** A correction that waits for somebody's choice, where another analysis is looked at. */
export function MountingNotice(): ReactNode {
  const { t } = useTranslation('record');
  const { analysis, record } = useOpenRecord();
  const waiting = analysis.kept.all.find(
    (one) => one.is_current && one.correction !== null && one.signals_version === record.signals_version,
  );
  if (waiting === undefined || analysis.about === undefined || analysis.about.id === waiting.analysis) return null;
  return (
    <p className={styles.notice}>
      <Icon path={mdiAlertOutline} size={18} /> <span>{t('analysis.mounting.waits')}</span>
      <button type="button" onClick={() => analysis.choose({ analysis: waiting.analysis })}>
        {t('analysis.mounting.look')}
      </button>
    </p>
  );
}

const ownName = (variable: string) => variable.slice(variable.indexOf('.') + 1);

/** All axes of the sensors of one module, those that stay too. */
function wantedOf({ axes }: OfferedCorrection, signals_version: number) {
  const [first] = axes;
  const module = first?.variable.slice(0, first.variable.indexOf('.')) ?? '';
  return {
    ...{ calib_type: 'custom_calib' as const, module, signals_version },
    axes: axes
      .filter(({ variable }) => variable.startsWith(`${module}.`))
      .map(({ variable, from, sign }) => ({ column: ownName(variable), from: ownName(from), sign })),
  };
}
