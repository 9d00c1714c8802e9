import { api, type MecaSensor } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useAppearance } from '../../../base/appearance.ts';
import { defineTable } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { Day, Mono, Quiet, Strong } from './show.tsx';
import { clientField } from './sources.ts';

/** As many decimals as it has: a calibration is never rounded on screen. */
function Factor(props: { value: number }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  return props.value.toLocaleString(language, { maximumSignificantDigits: 12 }).replace('-', '−');
}

const mecaSensors = defineTable<MecaSensor>({
  name: 'mecaSensors',
  introduced: true,
  cached: 'meca_sensors',
  endpoints: api.mecaSensorEndpoints,
  ofClient: true,
  nameOf: ({ name }) => name,
  sort: { by: 'name' },
  columns: [
    { name: 'name', sort: 'name', show: ({ name }) => <Strong>{name}</Strong> },
    { name: 'type', sort: 'type', width: 120 },
    { name: 'serial_number', width: 140, shown: 'medium', show: (row) => <Mono>{row.serial_number}</Mono> },
    { name: 'gain', width: 110, align: 'right', show: ({ gain }) => <Factor value={gain} /> },
    { name: 'offset', width: 110, align: 'right', show: ({ offset }) => <Factor value={offset} /> },
    { name: 'unit', width: 70, show: ({ unit }) => <Quiet>{unit}</Quiet> },
    { name: 'calibrated_date', width: 130, shown: 'medium', show: (row) => <Day at={row.calibrated_date} /> },
    { name: 'client', shown: 'wide', show: (row) => <Quiet>{row.client_name}</Quiet> },
  ],
  phone: {
    summary: (row) => [row.type, row.serial_number].filter(Boolean).join(' · '),
    aside: (row) => (
      <Quiet>
        <Factor value={row.gain} /> {row.unit}
      </Quiet>
    ),
  },
  fields: [
    { name: 'name', kind: 'text', half: true },
    { name: 'type', kind: 'text', half: true },
    { name: 'serial_number', kind: 'text', mono: true, half: true },
    clientField({ half: true }),
    {
      name: 'gain',
      kind: 'number',
      of: 'float',
      half: true,
      part: 'calibration',
      start: (row) => String(row?.gain ?? 1),
    },
    { name: 'offset', kind: 'number', of: 'float', half: true, start: (row) => String(row?.offset ?? 0) },
    { name: 'unit', kind: 'text', half: true },
    { name: 'calibrated_date', kind: 'date', half: true, nullable: true },
    { name: 'comment', kind: 'longText' },
  ],
});

export default function MecaSensors(): ReactNode {
  return <TableScreen table={mecaSensors} />;
}
