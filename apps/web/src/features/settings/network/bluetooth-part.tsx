import Button from '@mui/material/Button';
import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer } from '../../../base/services.tsx';
import { Lacking } from './lacking.tsx';
import styles from './network.module.css';

/** What the hub hears by Bluetooth, when somebody has it listen. */
export function BluetoothPart(): ReactNode {
  const { t } = useTranslation('settings');
  const heading = useId();
  const server = useServer();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['network', 'bluetooth'],
    queryFn: ({ signal }) => server.call(api.scanBluetooth, { signal }),
    enabled: false,
    retry: false,
    gcTime: 0,
    meta: { quiet: true },
  });
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{t('network.bluetooth')}</h3>
        <Button onClick={() => void refetch()} loading={isFetching}>
          {t('network.search')}
        </Button>
      </header>
      <p className={styles.about}>{t(isFetching ? 'network.searching' : 'network.bluetoothText')}</p>
      {error !== null && !isFetching && <Lacking problem={error} />}
      {error === null && data?.devices.length === 0 && <p>{t('network.nothingHeard')}</p>}
      {error === null && data !== undefined && (
        <ul className={styles.list}>
          {data.devices.map(({ address, name, rssi_dbm: rssi, kind }) => (
            <li key={address}>
              <span>{name === '' ? t('network.unnamed', { address }) : name}</span>
              <span>{t(`network.device_${kind}`)}</span>
              <span>{rssi === null ? '–' : `${rssi} dBm`.replace('-', '−')}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
