import { mdiAccountOutline, mdiAccountPlus, mdiCheck } from '@mdi/js';
import Button from '@mui/material/Button';
import type { Record } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../base/shortcuts.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import type { DeviceRecord } from '../../live/follow-records.ts';
import { forgetEnded } from '../../live/followed-records.ts';
import { AssociateDialog } from '../../records/associate-dialog.tsx';
import { useRecordUpdates } from '../../records/record-queries.ts';
import { RecordState } from '../../records/record-state.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { chooseVariables } from './choose-variables.ts';
import { EndedMeans } from './ended-means.tsx';
import styles from './ended-records.module.css';
import { useEnded, useHasEnded } from './use-ended.ts';

/** Rows that say means: each asks the server for the statistics of a whole record. */
const meansAtMost = 12;

/** What was recorded, until the next start: one line a record, with the way to it; `short` leaves room for curves. */
export function EndedRecords({ short }: { short: boolean }): ReactNode {
  return useHasEnded() ? <Ended short={short} /> : null;
}

function Ended({ short }: { short: boolean }): ReactNode {
  const { t } = useTranslation('realtime');
  const [unpaired, associate] = useState<Record>();
  useRecordUpdates();
  const { rows, seconds } = useEnded();
  const title = t('ended.title', { count: rows.length, duration: formatChrono(Math.floor(seconds), 0) });
  const first = rows.find(({ record }) => record !== undefined)?.record;
  const toFirst = useFocusWhenThere(first?.id);
  useShortcut('Escape', forgetEnded);
  return (
    <section className={`${styles.ended} ${short ? styles.short : ''}`} aria-label={title}>
      <header className={styles.head}>
        <span className={styles.tick}>
          <Icon path={mdiCheck} />
        </span>
        <div className={styles.title}>
          <h2>{title}</h2>
          <p>{t('ended.kept')}</p>
        </div>
        <Button onClick={forgetEnded} aria-keyshortcuts="Escape">
          {t('ended.back')}
          <KeyHint>{t('ended.escape')}</KeyHint>
        </Button>
      </header>
      <ul className={short ? styles.links : styles.rows}>
        {short && <li aria-hidden="true">{t('ended.open')}</li>}
        {rows.map((row, index) => (
          <Row
            key={row.device.number}
            ended={row}
            short={short}
            link={row.record === first ? toFirst : undefined}
            withMeans={index < meansAtMost}
            onAssociate={associate}
          />
        ))}
      </ul>
      {unpaired && <AssociateDialog records={[unpaired]} onClose={() => associate(undefined)} />}
    </section>
  );
}

interface RowProps {
  readonly ended: DeviceRecord & { readonly record: Record | undefined };
  readonly short: boolean;
  readonly link: RefObject<HTMLAnchorElement | null> | undefined;
  readonly withMeans: boolean;
  onAssociate(record: Record): void;
}

function Row({ ended: { device, seconds, record }, short, link, withMeans, onAssociate }: RowProps): ReactNode {
  const { t } = useTranslation('realtime');
  const people = record?.users ?? device.users;
  const names = athleteNames(people);
  const open = { component: Link, ref: link, to: `/records/${record?.id}` };
  const openLabel = t('ended.openOne', { name: names || device.name });
  if (short) {
    return (
      <li>
        {record && (
          <Button {...open} variant="outlined" size="small" aria-label={openLabel}>
            {names || device.name}
          </Button>
        )}
      </li>
    );
  }
  return (
    <li className={styles.row}>
      {people[0] ? (
        <Avatar person={people[0]} size={24} />
      ) : (
        <span className={styles.nobody}>
          <Icon path={mdiAccountOutline} size={14} />
        </span>
      )}
      <span className={styles.who}>
        {names ? (
          <b title={names}>{names}</b>
        ) : record?.may.edit ? (
          <Button size="small" onClick={() => onAssociate(record)}>
            <Icon path={mdiAccountPlus} size={18} />
            {t('ended.associate')}
          </Button>
        ) : (
          t('card.unpaired')
        )}
      </span>
      <span className={styles.device}>{device.name}</span>
      <span className={styles.duration}>{formatChrono(record?.duration || seconds, 1)}</span>
      <span className={styles.shape}>
        <Sparkline values={record?.preview ?? null} width={150} height={28} />
      </span>
      <span className={styles.means}>
        {record?.decode_state === 'done' && withMeans && (
          <EndedMeans recordId={record.id} variables={chooseVariables(device.realtime_data_keys, 2)} />
        )}
      </span>
      <span className={styles.state}>{record && <RecordState record={record} />}</span>
      {record && (
        <Button {...open} aria-label={openLabel}>
          {t('ended.open')}
        </Button>
      )}
    </li>
  );
}

/** Who stopped by the key has the keyboard nowhere: the way to the record is the next press. */
function useFocusWhenThere(id: number | undefined): RefObject<HTMLAnchorElement | null> {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (id !== undefined && document.activeElement === document.body) link.current?.focus();
  }, [id]);
  return link;
}
