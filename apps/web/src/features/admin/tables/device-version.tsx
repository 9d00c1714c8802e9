import { mdiUpdate } from '@mdi/js';
import { api, type Device, limits } from '@sillage/contract';
import { compareVersions, isAtLeastVersion } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCachedQuery } from '../../../base/cached-query.ts';
import { Icon } from '../../../ui/icon.tsx';
import { newestRelease } from './newest-release.ts';
import styles from './show.module.css';

/** Releases looked at, the latest added first. */
const pageSize = 200;

function useNewestRelease(number: number): string | undefined {
  const body = { pageSize, sort_by: 'created_date', sort_desc: true } as const;
  const { data } = useCachedQuery({
    table: 'device_releases',
    key: [api.listDeviceReleases.name, body],
    clientId: undefined,
    shape: api.listDeviceReleases.reply,
    fetch: (server, signal) => server.request(api.listDeviceReleases, { body, signal }),
  });
  return data && newestRelease(number, data.items);
}

/** The firmware that a device runs, and whether this server holds a newer one for it. */
export function DeviceVersion({ number, version }: Pick<Device, 'number' | 'version'>): ReactNode {
  const { t } = useTranslation('admin');
  const newest = useNewestRelease(number);
  if (version === null) return '–';
  const difference = newest === undefined ? undefined : compareVersions(version, newest);
  if (difference === undefined) return version;
  if (difference >= 0) {
    return (
      <>
        {version} <span className={styles.aside}>{t('devices.upToDate')}</span>
      </>
    );
  }
  const newer = t('devices.newerVersion', { version: newest });
  const minimum = limits.wifiUpdateMinimumVersion;
  const words = isAtLeastVersion(version, minimum) ? newer : `${newer}. ${t('devices.notOverWifi', { minimum })}`;
  return (
    <span className={styles.newer} title={words}>
      {version}
      <b>
        <Icon path={mdiUpdate} size={16} />
        <span className="visually-hidden">{words}</span>
        <span aria-hidden="true">{newest}</span>
      </b>
    </span>
  );
}
