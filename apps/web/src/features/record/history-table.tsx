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
                <Button size="small" onClick={() => back.mutate(deed.step_id)}>
                  {t('history.back')}
                </Button>
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
            {mayGoBack && history.steps.some(({ on }) => on) && (
              <Button size="small" onClick={() => back.mutate(null)}>
                {t('history.back')}
              </Button>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Deed(props: { deed: RecordHistory['deeds'][number]; history: RecordHistory }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { deed } = props;
  if (deed.deed !== 'added') return t(deed.deed === 'on' ? 'history.on' : 'history.off');
  const step = props.history.steps.find(({ id }) => id === deed.step_id);
  return step === undefined ? null : sayStep(step, t, language);
}
