import { mdiClose, mdiMagnify, mdiSend } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { api, type Config, type ConfiguredDevice } from '@sillage/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../base/active-client.ts';
import { notifyProblem } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';
import { useConnectedDevices, useDeviceStatuses } from '../live/devices.ts';
import type { LiveDevice } from '../live/merge-device.ts';
import { Icon } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { ConfiguredTable } from './configured-table.tsx';
import { DeviceChange } from './device-change.tsx';
import styles from './send-configuration.module.css';
import { countStates, sendingLooks } from './sending-look.ts';

/** Configurations at the left, what the chosen one changes on each device, and sending it. */
export function SendConfiguration(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('devices');
  const { devices = [] } = useConnectedDevices();
  useDeviceStatuses(devices.map(({ number }) => number));
  const [chosen, setChosen] = useState<Config>();
  return (
    <Dialog fullScreen open onClose={props.onClose} aria-labelledby="send-configuration">
      <header className={styles.head}>
        <h2 id="send-configuration">{t('configuration.title')}</h2>
        <Button onClick={props.onClose}>
          <Icon path={mdiClose} />
          {t('configuration.close')}
          <KeyHint>{t('configuration.escape')}</KeyHint>
        </Button>
      </header>
      <div className={styles.columns}>
        <Configurations chosen={chosen} onChoose={setChosen} />
        {chosen === undefined ? (
          <p className={styles.hint}>{t('configuration.choose')}</p>
        ) : (
          <Sending key={chosen.id} config={chosen} devices={devices} />
        )}
      </div>
    </Dialog>
  );
}

function Configurations(props: { chosen: Config | undefined; onChoose(config: Config): void }): ReactNode {
  const { t } = useTranslation('devices');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const [search, setSearch] = useState('');
  const { data, isPending } = useQuery({
    queryKey: ['clientConfigs', clientId],
    queryFn: ({ signal }) => server.call(api.listClientConfigs, { params: { clientId }, signal }),
  });
  const words = search.trim().toLocaleLowerCase();
  const shown = (data?.items ?? []).filter(({ name }) => name.toLocaleLowerCase().includes(words));
  return (
    <nav className={styles.configs} aria-label={t('configuration.list')}>
      <label className={styles.search}>
        <Icon path={mdiMagnify} />
        <input
          type="search"
          value={search}
          placeholder={t('configuration.search')}
          aria-label={t('configuration.search')}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      {shown.map((config) => (
        <button
          key={config.id}
          type="button"
          className={styles.config}
          aria-pressed={config.id === props.chosen?.id}
          onClick={() => props.onChoose(config)}
        >
          <strong>{config.name}</strong>
          <span>{summary(config.config)}</span>
        </button>
      ))}
      {!isPending && shown.length === 0 && (
        <p className={styles.hint}>{t(words === '' ? 'configuration.none' : 'configuration.noneFound')}</p>
      )}
    </nav>
  );
}

function Sending({ config, devices }: { config: Config; devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('devices');
  const server = useServer();
  const numbers = devices.map(({ number }) => number);
  const [sent, setSent] = useState<ReadonlyMap<number, ConfiguredDevice>>(new Map());
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [open, setOpen] = useState<number>();
  const states = devices.map((device) => `${device.number}${device.is_connected}${device.state}`).join();
  const preview = useQuery({
    queryKey: ['previewConfig', config.id, states],
    queryFn: ({ signal }) =>
      server.call(api.previewConfig, { params: { id: config.id }, body: { device_numbers: numbers }, signal }),
    enabled: numbers.length > 0,
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const rows = useMemo(
    () => (preview.data?.items ?? []).map((row) => newer(row, sent.get(row.number))),
    [preview.data, sent],
  );
  const isTicked = (row: ConfiguredDevice) => row.state === 'toSend' && (ticks.get(row.number) ?? true);
  const toSend = rows.filter(isTicked);
  const { mutate, isPending } = useMutation({
    mutationFn: (device_numbers: number[]) =>
      server.call(api.sendConfig, { params: { id: config.id }, body: { device_numbers } }),
    onSuccess: ({ items }) =>
      setSent((before) => new Map([...before, ...items.map((one) => [one.number, one] as const)])),
    onError: notifyProblem,
    onSettled: () => preview.refetch(),
  });
  const refused = rows.filter(({ state }) => state === 'refused' || state === 'sent');
  const shown = rows.find(({ number }) => number === open);
  return (
    <>
      <section className={styles.middle} aria-busy={preview.isPending || isPending}>
        <h3 className={styles.name}>
          {config.name} <span>{t('configuration.onDevices')}</span>
        </h3>
        {preview.error !== null && <p className={styles.hint}>{t('configuration.failed')}</p>}
        {devices.length === 0 && <p className={styles.hint}>{t('configuration.noDevices')}</p>}
        <ConfiguredTable
          rows={rows}
          devices={devices}
          isTicked={isTicked}
          open={open}
          onTick={(number, ticked) => setTicks((before) => new Map([...before, [number, ticked]]))}
          onOpen={setOpen}
        />
        <footer className={styles.foot}>
          <span className={styles.counts}>
            {countStates(rows).map(({ state, count }) => (
              <span key={state} className={styles.count} data-tone={sendingLooks[state].tone}>
                <Icon path={sendingLooks[state].icon} size={18} />
                {t(`configuration.counts.${state}`, { count })}
              </span>
            ))}
          </span>
          {refused.length > 0 && (
            <Button variant="outlined" disabled={isPending} onClick={() => mutate(refused.map(({ number }) => number))}>
              {t('configuration.again')}
            </Button>
          )}
          <Button
            variant="contained"
            loading={isPending}
            disabled={toSend.length === 0}
            onClick={() => mutate(toSend.map(({ number }) => number))}
          >
            <Icon path={mdiSend} />
            {t('configuration.send', { count: toSend.length })}
          </Button>
        </footer>
      </section>
      <aside className={styles.detail}>
        {shown === undefined ? (
          <p className={styles.hint}>{t('configuration.pick')}</p>
        ) : (
          <DeviceChange row={shown} device={devices.find(({ number }) => number === shown.number)} />
        )}
      </aside>
    </>
  );
}

/** What became of the last sending stands until the device would be changed again. */
function newer(looked: ConfiguredDevice, sent: ConfiguredDevice | undefined): ConfiguredDevice {
  if (sent === undefined) return looked;
  return looked.state === 'alreadySo' || sent.state === 'refused' || sent.state === 'sent' ? sent : looked;
}

/** `imu 200 Hz, gps 10 Hz`, of what the text says itself. */
function summary(text: string): string {
  try {
    const modules: unknown = JSON.parse(text).modules;
    if (typeof modules !== 'object' || modules === null) return '';
    const said = Object.entries(modules).map(([name, module]: [string, { rate?: unknown } | null]) => {
      return typeof module?.rate === 'number' ? `${name} ${module.rate}\u00a0Hz` : name;
    });
    return said.join(', ');
  } catch {
    return '';
  }
}
