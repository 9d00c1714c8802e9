import {
  mdiAlertOutline,
  mdiBackupRestore,
  mdiCheckCircleOutline,
  mdiCubeOffOutline,
  mdiDatabaseClockOutline,
  mdiHarddisk,
  mdiLoginVariant,
  mdiSwapHorizontal,
} from '@mdi/js';
import type { Health } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import { findProblems, sumOf } from './find-problems.ts';
import styles from './health.module.css';

interface Figure {
  readonly name: string;
  readonly icon: string;
  readonly value: string;
  readonly unit: string;
  readonly note: string;
  /** Whether all is well; undefined where there is nothing to judge. */
  readonly good: boolean | undefined;
}

/** Six figures, each with what to think of it. */
export function Figures({ health }: { health: Health }): ReactNode {
  const figures = useFigures(health);
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, icon, value, unit, note, good }) => (
        <div key={name} className={styles.figure}>
          <dt>
            <Icon path={icon} size={18} />
            {name}
          </dt>
          <dd className={styles.value}>
            {value} <small>{unit}</small>
          </dd>
          <dd className={good === undefined ? styles.quiet : good ? styles.good : styles.warn}>
            {good !== undefined && <Icon path={good ? mdiCheckCircleOutline : mdiAlertOutline} size={16} />}
            {note}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useFigures(health: Health): Figure[] {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const day = useFormatDate('day');
  const kinds = new Set(findProblems(health).map(({ kind }) => kind));
  const { disk, journals, last_backup, counts } = health;
  const [free = '', unit = ''] = formatBytes(disk.free_bytes, language).split('\u00a0');
  const number = (value: number, decimals = 0) => formatNumber(value, decimals, language);
  const reserved = Object.values(disk.reserved_bytes).reduce((sum, bytes) => sum + bytes, 0);
  const refused = (name: string, icon: string, count: number, good?: boolean): Figure => ({
    name: t(`health.figure.${name}`),
    icon,
    value: number(count),
    unit: '',
    note: t('health.sinceStart'),
    good: count === 0 ? true : good,
  });
  const isSyncSlow = kinds.has('unsynced') || kinds.has('journalsFailing') || kinds.has('journalsFull');
  return [
    {
      name: t('health.figure.free'),
      icon: mdiHarddisk,
      value: free,
      unit: t('health.ofTotal', { unit, total: formatBytes(disk.total_bytes, language) }),
      note:
        disk.state !== 'ok'
          ? t(`health.disk.${disk.state}`)
          : reserved > 0
            ? t('health.reserved', { size: formatBytes(reserved, language) })
            : t('health.disk.ok'),
      good: disk.state === 'ok',
    },
    {
      name: t('health.figure.unsynced'),
      icon: mdiDatabaseClockOutline,
      value: number(journals.worst_unsynced, 1),
      unit: t('health.secondsAtMost'),
      note: t('health.journals', { count: journals.open }),
      good: journals.open === 0 && !isSyncSlow ? undefined : !isSyncSlow,
    },
    {
      name: t('health.figure.backup'),
      icon: mdiBackupRestore,
      value: last_backup === null ? '–' : day(last_backup.date),
      unit: '',
      note:
        last_backup === null
          ? t('health.backup.none')
          : t(last_backup.whole ? 'health.backup.whole' : 'health.backup.ofClient'),
      good: !(kinds.has('noBackup') || kinds.has('oldBackup')),
    },
    refused(
      'blocks',
      mdiCubeOffOutline,
      sumOf(counts, 'block.refused', 'block.dropped', 'block.notWritten'),
      kinds.has('blocksRefused') ? false : undefined,
    ),
    refused(
      'takeOvers',
      mdiSwapHorizontal,
      sumOf(counts, 'connection.takenOver'),
      kinds.has('twoPrograms') ? false : undefined,
    ),
    refused('logins', mdiLoginVariant, sumOf(counts, 'login.refused')),
  ];
}
