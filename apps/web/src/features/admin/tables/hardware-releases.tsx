import { api } from '@sillage/contract';
import type { ReactNode } from 'react';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { releaseTable } from './release-table.tsx';

const hardwareReleases = releaseTable(
  { name: 'hardwareReleases', cached: 'hardware_releases', endpoints: api.hardwareReleaseEndpoints },
  api.downloadHardwareRelease,
  undefined,
);

export default function HardwareReleases(): ReactNode {
  return <TableScreen table={hardwareReleases} />;
}
