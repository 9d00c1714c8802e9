import { mdiPlay } from '@mdi/js';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { api, limits, type ScenarioLanguage } from '@sillage/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { useAppearance } from '../../../base/appearance.ts';
import { notifyProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { titleOf } from '../../../records/describe-record.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './dry-run.module.css';
import { DryRunTimeline } from './dry-run-timeline.tsx';
import { readPresses } from './read-presses.ts';

/** Records that are offered, the newest. */
const offered = 30;

/** Tries a source on a record; nothing is kept. @param ready the source has no problem */
export function DryRunPanel(props: { language: ScenarioLanguage; source: string; ready: boolean }): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const shownIn = useAppearance((appearance) => appearance.language);
  const [recordId, setRecordId] = useState<number>();
  const [presses, setPresses] = useState('0,5');
  const { language, source } = props;
  const { data } = useQuery({
    queryKey: ['recordsToTry', clientId],
    queryFn: ({ signal }) =>
      server.call(api.listRecords, { body: { clientIds: [clientId], pageSize: offered, pageId: 1 }, signal }),
  });
  const pressed = readPresses(presses, limits.dryRunSeconds);
  const run = useMutation({
    mutationFn: (record_id: number) =>
      server.call(api.dryRunScenario, { body: { language, source, record_id, presses: pressed ?? [] } }),
    onError: notifyProblem,
  });
  const records = (data?.records ?? []).filter(({ visualisable }) => visualisable);
  return (
    <section className={styles.panel} aria-label={t('compiledScenarios.dryRun')}>
      <div className={styles.asked}>
        <h3>{t('compiledScenarios.dryRun')}</h3>
        <TextField
          select
          size="small"
          className={styles.record ?? ''}
          label={t('compiledScenarios.onRecord')}
          value={recordId ?? ''}
          onChange={({ target }) => setRecordId(Number(target.value))}
        >
          {records.map((record) => (
            <MenuItem key={record.id} value={record.id}>
              {[titleOf(record, shownIn), record.basename].join(' · ')}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          size="small"
          label={t('compiledScenarios.presses')}
          value={presses}
          error={pressed === undefined}
          onChange={({ target }) => setPresses(target.value)}
        />
        <Button
          variant="outlined"
          loading={run.isPending}
          disabled={!props.ready || recordId === undefined || pressed === undefined}
          onClick={() => recordId !== undefined && run.mutate(recordId)}
        >
          <Icon path={mdiPlay} />
          {t('compiledScenarios.try')}
        </Button>
        <span>{t('compiledScenarios.dryRunText')}</span>
      </div>
      {run.data !== undefined && <DryRunTimeline found={run.data} />}
    </section>
  );
}
