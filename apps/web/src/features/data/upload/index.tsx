import { mdiPause, mdiPlay } from '@mdi/js';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { useAppearance } from '../../../base/appearance.ts';
import { useMay } from '../../../base/may.ts';
import { notifyProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { Page } from '../../../frame/page.tsx';
import { readFileRate } from '../../../records/sample-rate.ts';
import { isMetered } from '../../../records/upload/wait-for-network.ts';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useScreenSize } from '../../../ui/screen-size.ts';
import { noFields, type Uploads } from './create-uploads.ts';
import { FilePicker } from './file-picker.tsx';
import { FilesLeftOut } from './files-left-out.tsx';
import styles from './index.module.css';
import { needsMapping } from './look-at-csv.ts';
import { page, uploadsOf } from './open-uploads.ts';
import { UploadFieldsForm } from './upload-fields-form.tsx';
import { UploadRowItem } from './upload-row-item.tsx';
import {
  hasWrongRate,
  isFilmName,
  isToConfirm,
  isUnderWay,
  readDate,
  type UploadFields,
  type UploadRow,
} from './upload-rows.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

/** Files on their way to be records, `/upload`: they go on when the screen is left. */
export default function Screen(): ReactNode {
  const mayCreate = useMay('record.create');
  return mayCreate ? <UploadScreen /> : <Navigate to="/" replace />;
}

function UploadScreen(): ReactNode {
  const { t } = useTranslation('data');
  const uploads = uploadsOf(useServer());
  const { id: clientId } = useActiveClient();
  const all = uploads.use((state) => state.rows);
  const rows = useMemo(() => all.filter((row) => row.clientId === clientId), [all, clientId]);
  const [chosenId, setChosenId] = useState<number>();
  const isPhone = useScreenSize() === 'phone';
  const add = (files: readonly File[]) => uploads.add(files, clientId);
  const isOver = useDroppedFiles(add);
  useShownPage(uploads);
  const chosen = rows.find(({ id }) => id === chosenId);
  return (
    <Page title={t('upload.title')} parents={[{ label: t('title'), to: '/' }]}>
      <Summary uploads={uploads} rows={rows} />
      <div className={styles.split}>
        <section className={styles.files} aria-label={t('upload.files')}>
          <FilePicker isOver={isOver} onPick={add} />
          {rows.some(({ name }) => isFilmName(name)) && isMetered() && (
            <p className={styles.wifi}>{t('upload.wifi')}</p>
          )}
          <FilesLeftOut uploads={uploads} clientId={clientId} />
          <ul>
            {[...rows].sort(byUrgency).map((row) => (
              <UploadRowItem
                key={row.id}
                row={row}
                uploads={uploads}
                isChosen={row.id === chosenId}
                onChoose={() => setChosenId(row.id === chosenId ? undefined : row.id)}
              />
            ))}
          </ul>
        </section>
        {(!isPhone || rows.length > 0) && (
          <UploadFieldsForm
            key={chosen?.id ?? `all ${clientId}`}
            uploads={uploads}
            clientId={clientId}
            row={chosen}
            onAll={() => setChosenId(undefined)}
          />
        )}
      </div>
      <Confirm uploads={uploads} clientId={clientId} rows={rows} />
    </Page>
  );
}

/** What is shown needs no toast; what was begun before is looked for once. */
function useShownPage(uploads: Uploads): void {
  useEffect(() => {
    page.isShown = true;
    return () => {
      page.isShown = false;
    };
  }, []);
  useEffect(() => {
    uploads.findUnfinished().catch(notifyProblem);
  }, [uploads]);
}

/** What needs somebody comes first, what is done last. */
const rank = {
  ...{ refused: 0, fileNeeded: 1, same: 2, paused: 3, interrupted: 3 },
  ...{ hashing: 4, sending: 4, making: 4, sent: 4, waiting: 5, done: 6 },
} as const;
const rankOf = (row: UploadRow): number => (needsMapping(row.csv) || hasWrongRate(row) ? 0.5 : rank[row.state.kind]);
const byUrgency = (one: UploadRow, other: UploadRow): number => rankOf(one) - rankOf(other);

function Summary({ uploads, rows }: { uploads: Uploads; rows: readonly UploadRow[] }): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const isPaused = uploads.use((state) => state.isPaused);
  if (rows.length === 0) return null;
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  const sent = rows.reduce((sum, row) => sum + (row.state.kind === 'done' ? row.size : row.offset), 0);
  const count = (...kinds: readonly UploadRow['state']['kind'][]) =>
    rows.filter(({ state }) => kinds.includes(state.kind)).length;
  const counts = [
    ['imported', count('done')],
    ['underWay', rows.filter(isUnderWay).length],
    ['toConfirm', rows.filter(({ csv }) => needsMapping(csv)).length],
    ['here', count('same')],
    ['wrong', count('refused')],
  ] as const;
  return (
    <div className={styles.summary}>
      <b>{t('upload.total', { count: rows.length, size: formatBytes(size, language) })}</b>
      <LinearProgress
        className={styles.whole ?? ''}
        variant="determinate"
        value={size === 0 ? 0 : (100 * sent) / size}
        aria-label={t('upload.sending')}
      />
      <span className={styles.counts} role="status">
        {counts
          .filter(([, number]) => number > 0)
          .map(([name, number]) => (
            <span key={name} data-kind={name}>
              {t(`upload.counts.${name}`, { count: number })}
            </span>
          ))}
      </span>
      <span className={styles.grow} />
      <span className={styles.hint}>{t('upload.goesOn')}</span>
      {(isPaused || rows.some(isUnderWay)) && (
        <Button
          variant="outlined"
          startIcon={<Icon path={isPaused ? mdiPlay : mdiPause} size={18} />}
          onClick={() => uploads.pauseAll(!isPaused)}
        >
          {t(isPaused ? 'upload.resumeAll' : 'upload.pauseAll')}
        </Button>
      )}
    </div>
  );
}

interface ConfirmProps {
  readonly uploads: Uploads;
  readonly clientId: number;
  readonly rows: readonly UploadRow[];
}

function Confirm({ uploads, clientId, rows }: ConfirmProps): ReactNode {
  const { t } = useTranslation('data');
  const fields = uploads.use((state) => state.fields[clientId] ?? noFields);
  const confirmed = rows.filter(isToConfirm);
  const count = confirmed.length;
  const isWrong = ({ rate, date }: UploadFields) => readFileRate(rate) === 'invalid' || readDate(date) === 'invalid';
  if (rows.length === 0) return null;
  return (
    <div className={styles.confirm}>
      <span className={styles.hint}>{t('upload.original')}</span>
      <Button
        variant="contained"
        disabled={count === 0 || confirmed.some(({ own }) => isWrong({ ...fields, ...own }))}
        onClick={() => uploads.confirm(clientId)}
      >
        {t('upload.send', { count })}
      </Button>
    </div>
  );
}
