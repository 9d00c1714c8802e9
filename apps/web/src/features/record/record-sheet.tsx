import { mdiCallMerge, mdiDelete, mdiPencil, mdiReplay } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { Record } from '@sillage/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useMay } from '../../base/may.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { DeleteRecordsDialog } from '../../records/delete-dialog.tsx';
import { dateOf, originOf } from '../../records/describe-record.ts';
import { EditRecordDialog } from '../../records/edit-record-dialog.tsx';
import { FuseWithDialog } from '../../records/fuse/fuse-with-dialog.tsx';
import { RecordState } from '../../records/record-state.tsx';
import { protocolNumbers } from '../../records/typed-protocol.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { formatRate } from '../../ui/format-rate.ts';
import { Icon } from '../../ui/icon.tsx';
import { moduleName } from '../../ui/module-name.ts';
import { decimalsOf } from '../../ui/typed-number.ts';
import { withoutChannels } from './computed-channels.ts';
import { FusedOf } from './fused-of.tsx';
import { useOpenRecord } from './open-record.ts';
import styles from './record-sheet.module.css';
import { ReplayDialog } from './replay-dialog.tsx';
import { TrackMap } from './track-map.tsx';
import { moduleOf } from './variable-look.ts';

/** Modules of a record: how many variables each brought, and its rate where the server knows it. */
function modulesOf(record: Record): { name: string; variables: number; rateHz: number | undefined }[] {
  const counts = new Map<string, number>();
  for (const name of Object.keys(withoutChannels(record).available_data)) {
    const module = moduleOf(name);
    counts.set(module, (counts.get(module) ?? 0) + 1);
  }
  return [...counts].map(([name, variables]) => ({ name, variables, rateHz: record.modules[name]?.rate }));
}

/** Everything that is known of a record, and what of it can be changed. */
export function RecordSheet(): ReactNode {
  const { t } = useTranslation('record');
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'fuse' | 'replay'>();
  const { record } = useOpenRecord();
  const navigate = useNavigate();
  const { may } = record;
  const mayReplay = useMay('replay.edit') && record.visualisable;
  return (
    <div className={styles.sheet}>
      <h2 className="visually-hidden">{t('sheet.title')}</h2>
      <div className={styles.body}>
        <TrackMap />
        <Facts />
      </div>
      {(may.edit || may.delete || mayReplay) && (
        <div className={styles.foot}>
          {may.delete && (
            <Button color="error" onClick={() => setDialog('delete')} startIcon={<Icon path={mdiDelete} size={18} />}>
              {t('sheet.delete')}
            </Button>
          )}
          <span className={styles.grow} />
          {mayReplay && (
            <IconButton aria-label={t('replay.open')} title={t('replay.open')} onClick={() => setDialog('replay')}>
              <Icon path={mdiReplay} />
            </IconButton>
          )}
          {may.edit && (
            <IconButton aria-label={t('sheet.fuse')} title={t('sheet.fuse')} onClick={() => setDialog('fuse')}>
              <Icon path={mdiCallMerge} />
            </IconButton>
          )}
          {may.edit && (
            <Button
              variant="outlined"
              onClick={() => setDialog('edit')}
              startIcon={<Icon path={mdiPencil} size={18} />}
            >
              {t('sheet.edit')}
            </Button>
          )}
        </div>
      )}
      {dialog === 'edit' && <EditRecordDialog record={record} onClose={() => setDialog(undefined)} />}
      {dialog === 'replay' && <ReplayDialog record={record} onClose={() => setDialog(undefined)} />}
      {dialog === 'fuse' && <FuseWithDialog record={record} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteRecordsDialog
          records={[record]}
          onClose={() => setDialog(undefined)}
          onDeleted={() => void navigate({ to: '/' })}
        />
      )}
    </div>
  );
}

function Facts(): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record } = useOpenRecord();
  const none = <span className={styles.none}>{t('sheet.none')}</span>;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['name', record.basename],
    ['date', `${dateOf(record, language)} (${record.timezone})`],
    ['athletes', record.users.length === 0 ? none : <People key="people" users={record.users} />],
    ['sport', record.sport_disp_name ? inPageLanguage(record.sport_disp_name) : none],
    ['exercise', record.exercise_name ?? none],
    ['group', record.group_name ?? none],
    ['duration', formatChrono(record.duration)],
    ['device', <Origin key="device" record={record} />],
    ['size', formatBytes(record.size, language)],
    ['state', <RecordState key="state" record={record} />],
  ];
  return (
    <>
      {record.wrong_time && <p className={styles.warning}>{t('sheet.wrongTime')}</p>}
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`sheet.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('sheet.modules')}</h3>
      <ul className={styles.modules}>
        {modulesOf(record).map((module) => (
          <li key={module.name}>
            <span title={module.name}>{moduleName(module.name, language)}</span>
            <span className={styles.none}>
              {module.rateHz !== undefined && `${formatRate(module.rateHz, language)} · `}
              {t('sheet.variables', { count: module.variables })}
            </span>
          </li>
        ))}
      </ul>
      <ProtocolFacts record={record} />
      <FusedOf record={record} />
      <h3>{t('sheet.comment')}</h3>
      <p className={styles.comment}>{record.comment === '' ? none : record.comment}</p>
    </>
  );
}

/** How its test was done, as far as somebody said. */
function ProtocolFacts({ record: { protocol } }: { record: Record }): ReactNode {
  const { t } = useTranslation('records');
  const language = useAppearance((appearance) => appearance.language);
  const numbers = protocolNumbers.flatMap((name) => {
    const value = protocol[name];
    return value === undefined ? [] : [[name, formatNumber(value, decimalsOf(value), language)] as const];
  });
  const { arms, instruction } = protocol;
  if (numbers.length === 0 && arms === undefined && instruction === undefined) return null;
  return (
    <>
      <h3>{t('protocol.title')}</h3>
      <dl className={styles.facts}>
        {instruction !== undefined && (
          <div>
            <dt>{t('protocol.instruction')}</dt>
            <dd>{instruction}</dd>
          </div>
        )}
        {arms !== undefined && (
          <div>
            <dt>{t('protocol.arms')}</dt>
            <dd>{t(`protocol.arms_${arms}`)}</dd>
          </div>
        )}
        {numbers.map(([name, text]) => (
          <div key={name}>
            <dt>{t(`protocol.${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The device; of a file that was imported the one that it names, if it does. */
function Origin(props: { record: Record }): ReactNode {
  const { t } = useTranslation('record');
  const { record } = props;
  const name = originOf(record);
  if (record.device_name !== null) return record.device_name;
  return name === undefined ? t('sheet.imported') : t('sheet.importedFrom', { name });
}

function People(props: { users: Record['users'] }): ReactNode {
  const { t } = useTranslation('record');
  return (
    <ul>
      {props.users.map((user) => (
        <li key={user.id}>
          <Link to="/athletes/$userId" params={{ userId: String(user.id) }} title={t('sheet.history')}>
            {user.firstname} {user.lastname}
          </Link>
        </li>
      ))}
    </ul>
  );
}
