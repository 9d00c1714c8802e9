import { mdiClose, mdiShieldCheckOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { api, type FirmwareUpdate, type Release } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage, notify, notifyProblem } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';
import { useConnectedDevices, useDeviceStatuses } from '../live/devices.ts';
import type { LiveDevice } from '../live/merge-device.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { type FirmwareLook, isOpen, lookOfUpdate } from './firmware-look.ts';
import styles from './firmware-updates.module.css';
import { UpdateByHand } from './update-by-hand.tsx';

/** ms between two looks at updates that go on. */
const lookEvery = 1000;

/** Devices with their version, the one that they can get, and how their updates go on. */
export function FirmwareUpdates(props: { beside?: ReactNode }): ReactNode {
  const { t } = useTranslation('devices');
  const server = useServer();
  const queries = useQueryClient();
  const { devices = [] } = useConnectedDevices();
  useDeviceStatuses(devices.map(({ number }) => number));
  const releases = useQuery({
    queryKey: ['firmwareReleases'],
    queryFn: ({ signal }) =>
      server.call(api.listDeviceReleases, { body: { pageSize: -1, sort_by: 'version', sort_desc: true }, signal }),
  });
  const updates = useQuery({
    queryKey: ['firmwareUpdates'],
    queryFn: ({ signal }) => server.call(api.listFirmwareUpdates, { signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isOpen) ? lookEvery : 10 * lookEvery),
    meta: { quiet: true },
  });
  const [chosenId, setChosen] = useState<number>();
  const [byHand, setByHand] = useState<number>();
  const [older, setOlder] = useState<LiveDevice>();
  const all = releases.data?.items ?? [];
  const release = all.find(({ id }) => id === chosenId) ?? all[0];
  const shown = devices.filter(({ type }) => release === undefined || type === release.target);
  const rows = shown.map((device) => {
    const update = updates.data?.items.find(({ number }) => number === device.number);
    return { device, update, look: lookOfUpdate(device, release, update) };
  });
  const start = useMutation({
    mutationFn: ({ numbers, downgrade }: { numbers: number[]; downgrade: boolean }) =>
      server.call(api.startFirmwareUpdates, {
        body: { release_id: release?.id ?? 0, device_numbers: numbers, downgrade },
      }),
    onSuccess: ({ items }) => {
      for (const { name, reason } of items) {
        if (reason !== null) notify({ kind: 'error', text: `${name} – ${inPageLanguage(reason)}` });
      }
    },
    onError: notifyProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: ['firmwareUpdates'] }),
  });
  const cancel = useMutation({
    mutationFn: (ids: number[]) =>
      Promise.all(ids.map((id) => server.call(api.cancelFirmwareUpdate, { params: { id } }))),
    onError: notifyProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: ['firmwareUpdates'] }),
  });
  const ready = rows.filter(({ look }) => look.word === 'ready').map(({ device }) => device.number);
  const stoppable = rows.flatMap(({ update }) =>
    update !== undefined && (update.state === 'waiting' || update.state === 'loading') ? [update.id] : [],
  );
  const handDevice = devices.find(({ number }) => number === byHand);
  return (
    <div className={styles.screen}>
      <section className={styles.main}>
        <header className={styles.bar}>
          {release !== undefined && (
            <Select
              size="small"
              value={release.id}
              inputProps={{ 'aria-label': t('firmware.release') }}
              onChange={(event) => setChosen(Number(event.target.value))}
            >
              {all.map(({ id, target, version }) => (
                <MenuItem key={id} value={id}>
                  {t(`firmware.families.${target}` as never, { defaultValue: target })} {version}
                </MenuItem>
              ))}
            </Select>
          )}
          {release !== undefined && release.signature !== '' && (
            <span className={styles.signed}>
              <Icon path={mdiShieldCheckOutline} size={18} />
              {t('firmware.signed')}
            </span>
          )}
          <span className={styles.end}>
            {props.beside}
            {stoppable.length > 0 && (
              <Button disabled={cancel.isPending} onClick={() => cancel.mutate(stoppable)}>
                {t('firmware.stopAll', { count: stoppable.length })}
              </Button>
            )}
            <Button
              variant="contained"
              loading={start.isPending}
              disabled={ready.length === 0}
              onClick={() => start.mutate({ numbers: ready, downgrade: false })}
            >
              {t('firmware.updateAll', { count: ready.length })}
            </Button>
          </span>
        </header>
        {releases.data !== undefined && release === undefined && (
          <p className={styles.hint}>{t('firmware.noRelease')}</p>
        )}
        {release !== undefined && shown.length === 0 && <p className={styles.hint}>{t('firmware.noDevices')}</p>}
        {(releases.error ?? updates.error) !== null && <p className={styles.hint}>{t('firmware.failed')}</p>}
        <ul className={styles.rows}>
          {(release === undefined ? [] : rows).map(({ device, update, look }) => (
            <Row
              key={device.number}
              device={device}
              release={release}
              update={isSaid(look) ? update : undefined}
              look={look}
              isBusy={start.isPending || cancel.isPending}
              onUpdate={() => start.mutate({ numbers: [device.number], downgrade: false })}
              onOlder={() => setOlder(device)}
              onByHand={() => setByHand(device.number)}
              onCancel={(id) => cancel.mutate([id])}
            />
          ))}
        </ul>
        <footer className={styles.foot}>{t('firmware.safe')}</footer>
      </section>
      {handDevice !== undefined && release !== undefined && (
        <UpdateByHand device={handDevice} release={release} onClose={() => setByHand(undefined)} />
      )}
      {older !== undefined && release !== undefined && (
        <ConfirmDialog
          title={t('firmware.confirmTitle', { name: older.name })}
          text={t('firmware.confirmText', { from: older.version, to: release.version })}
          verb={t('firmware.confirm')}
          pending={start.isPending}
          onClose={() => setOlder(undefined)}
          onConfirm={() => {
            start.mutate({ numbers: [older.number], downgrade: true });
            setOlder(undefined);
          }}
        />
      )}
    </div>
  );
}

const ofUpdates: ReadonlySet<string> = new Set<FirmwareUpdate['state']>([
  ...(['waiting', 'loading', 'updating', 'reconnecting', 'upToDate', 'failed', 'cancelled'] as const),
]);
function isSaid({ word }: FirmwareLook): boolean {
  return ofUpdates.has(word);
}

function Row(props: {
  device: LiveDevice;
  release: Release | undefined;
  update: FirmwareUpdate | undefined;
  look: FirmwareLook;
  isBusy: boolean;
  onUpdate(): void;
  onOlder(): void;
  onByHand(): void;
  onCancel(id: number): void;
}): ReactNode {
  const { t } = useTranslation('devices');
  const { device, release, update, look } = props;
  const isStoppable = update?.state === 'waiting' || update?.state === 'loading';
  const from = update?.from_version ?? device.version ?? '–';
  const to = update?.to_version ?? release?.version ?? '–';
  return (
    <li className={styles.row}>
      <span className={styles.device}>
        <strong>{device.name}</strong>
        <span>{athleteNames(device.users) || t('unpaired')}</span>
      </span>
      <span className={styles.version}>
        {from} → <strong>{to}</strong>
      </span>
      <span className={styles.state} data-tone={look.tone}>
        <Icon path={look.icon} size={18} />
        {t(`firmware.states.${look.word}`)}
      </span>
      <span className={styles.detail}>
        <Detail look={look} update={update} />
      </span>
      <span className={styles.actions}>
        {look.word === 'ready' && (
          <Button variant="outlined" disabled={props.isBusy} onClick={props.onUpdate}>
            {t('firmware.update')}
          </Button>
        )}
        {look.word === 'failed' && (
          <Button variant="outlined" disabled={props.isBusy || !device.is_connected} onClick={props.onUpdate}>
            {t('firmware.again')}
          </Button>
        )}
        {look.word === 'older' && (
          <Button variant="outlined" disabled={props.isBusy} onClick={props.onOlder}>
            {t('firmware.confirmDots')}
          </Button>
        )}
        {look.word === 'tooOld' && (
          <Button variant="outlined" onClick={props.onByHand}>
            {t('firmware.steps')}
          </Button>
        )}
        {isStoppable && (
          <IconButton
            aria-label={t('firmware.cancel', { name: device.name })}
            disabled={props.isBusy}
            onClick={() => props.onCancel(update.id)}
          >
            <Icon path={mdiClose} />
          </IconButton>
        )}
      </span>
    </li>
  );
}

function Detail({ look, update }: { look: FirmwareLook; update: FirmwareUpdate | undefined }): ReactNode {
  const { t } = useTranslation('devices');
  if (update === undefined) return t(`firmware.details.${look.word}` as never, { defaultValue: '' });
  const percent = Math.floor((100 * update.sent_bytes) / Math.max(1, update.total_bytes));
  if (update.state === 'loading') {
    return (
      <>
        <LinearProgress
          variant="determinate"
          color="warning"
          value={percent}
          aria-label={t('firmware.states.loading')}
          className={styles.progress ?? ''}
        />
        <strong>{percent}&nbsp;%</strong>
      </>
    );
  }
  if (update.reason !== null) return inPageLanguage(update.reason);
  if (update.state === 'waiting') return t('firmware.place', { count: (update.waits_for ?? 0) + 1, ordinal: true });
  return t(`firmware.details.${update.state}`);
}
