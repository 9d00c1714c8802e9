import Button from '@mui/material/Button';
import type { RecordHistory } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useFormatDate } from '../../base/use-format-date.ts';
import { useOpenRecord } from './open-record.ts';
import { PurgeOriginal } from './purge-original.tsx';
import { sayStep } from './say-step.ts';
import { useHistory, useStepActions } from './step-queries.ts';
import styles from './steps.module.css';

/** Who did what to the record, the last first, and the way back to any of it. */
export function HistoryTable(): ReactNode {
  const { t } = useTranslation('record');
  const moment = useFormatDate('moment');
  const { record } = useOpenRecord();
  const { data: history } = useHistory(record.id);
  const { back } = useStepActions(record.id);
  if (history === undefined) return null;
  const { original } = history;
  const mayGoBack = record.may.edit && original.purged === null;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('history.when')}</th>
          <th scope="col">{t('history.who')}</th>
          <th scope="col">{t('history.what')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {original.purged !== null && (
          <tr>
            <td>{moment(original.purged.date)}</td>
            <td>{original.purged.user_name}</td>
            <td>
              <b>{t('steps.original')}</b> {t('purge.done')}
            </td>
            <td />
          </tr>
        )}
        {history.deeds.map((deed) => (
          <tr key={`${deed.step_id} ${deed.date} ${deed.deed}`}>
            <td>{moment(deed.date)}</td>
            <td>{deed.user_name}</td>
            <td>
              <b>{t(`steps.kind.${deed.kind}`)}</b> <Deed deed={deed} history={history} />
            </td>
            <td>
              {deed.deed === 'added' && mayGoBack && (
                <WayBack to={deed.step_id} steps={history.steps} onBack={back.mutate} />
              )}
            </td>
          </tr>
        ))}
        <tr>
          <td>{moment(original.date)}</td>
          <td>{original.device_name ?? 'Sillage'}</td>
          <td>
            <b>{t('steps.original')}</b> {original.purged === null && t('steps.untouched')}
          </td>
          <td>
            <PurgeOriginal history={history} />
            {mayGoBack && <WayBack to={null} steps={history.steps} onBack={back.mutate} />}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** Switches all later steps off; where that would change nothing it says how things are instead. */
function WayBack(props: {
  to: number | null;
  steps: RecordHistory['steps'];
  onBack(stepId: number | null): void;
}): ReactNode {
  const { t } = useTranslation('record');
  const { to, steps } = props;
  const place = steps.findIndex(({ id }) => id === to);
  // The step itself was thrown away.
  if (to !== null && place < 0) return null;
  if (steps[place]?.on === false) return <span className={styles.quiet}>{t('history.isOff')}</span>;
  if (!steps.slice(place + 1).some(({ on }) => on)) return <span className={styles.quiet}>{t('history.current')}</span>;
  return (
    <Button size="small" onClick={() => props.onBack(to)}>
      {t('history.back')}
    </Button>
  );
}

function Deed(props: { deed: RecordHistory['deeds'][number]; history: RecordHistory }): ReactNode {
  const { t } = useTranslation(['record', 'records']);
  const language = useAppearance((appearance) => appearance.language);
  const { deed } = props;
  if (deed.deed !== 'added') return t(deed.deed === 'on' ? 'history.on' : 'history.off');
  const step = props.history.steps.find(({ id }) => id === deed.step_id);
  return step === undefined ? null : sayStep(step, t, language);
}
