import { api } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { releaseTable } from './release-table.tsx';

function useFamilies() {
  const { t } = useTranslation('admin');
  return (['maxi', 'mini', 'hub'] as const).map((value) => ({ value, label: t(`devices.type.${value}`) }));
}

const deviceReleases = releaseTable(
  { name: 'deviceReleases', cached: 'device_releases', endpoints: api.deviceReleaseEndpoints },
  api.downloadDeviceRelease,
  { useChoices: useFamilies },
);

export default function DeviceReleases(): ReactNode {
  return <TableScreen table={deviceReleases} />;
}
