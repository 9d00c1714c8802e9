import { type Answered, api, type Scenario } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../../base/notify.ts';
import { type Choice, defineTable } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { ScenarioConfigField, usePrograms } from './scenario-config.tsx';
import { Quiet, Strong, Tag } from './show.tsx';

function useProgramChoices(): readonly Choice<string>[] {
  return usePrograms().map(({ classname, display_name }) => ({
    value: classname,
    label: inPageLanguage(display_name) || classname,
  }));
}

const scenarios = defineTable<Answered<Scenario>>({
  name: 'scenarios',
  cached: 'scenarios',
  endpoints: api.ghostEndpoints,
  ofClient: true,
  nameOf: ({ name }) => name,
  sort: { by: 'name' },
  columns: [
    { name: 'name', sort: 'name', show: ({ name }) => <Strong>{name}</Strong> },
    { name: 'classname', sort: 'classname', show: (row) => <Program scenario={row} /> },
    { name: 'isCalib', width: 140, shown: 'medium', show: (row) => <Calibration scenario={row} /> },
    { name: 'comment', shown: 'wide', show: ({ comment }) => <Quiet title={comment}>{comment}</Quiet> },
  ],
  phone: { summary: ({ classname }) => classname },
  fields: [
    { name: 'name', kind: 'text', half: true },
    { name: 'classname', kind: 'one', useChoices: useProgramChoices, half: true },
    { name: 'display_name.fr', kind: 'text', half: true },
    { name: 'display_name.en', kind: 'text', half: true },
    { name: 'is_calib', kind: 'switch' },
    { name: 'config', kind: 'own', Field: ScenarioConfigField, start: (row) => row?.config ?? {} },
    { name: 'comment', kind: 'longText' },
    { name: 'client_id', kind: 'text', hidden: true, start: (row, active) => row?.client_id ?? active.id },
  ],
});

function Program({ scenario }: { scenario: Scenario }): ReactNode {
  const { t } = useTranslation('admin');
  if (scenario.missing_class) return <Tag marked>{t('scenarios.missing')}</Tag>;
  return <Quiet>{scenario.classname}</Quiet>;
}

function Calibration({ scenario }: { scenario: Scenario }): ReactNode {
  const { t } = useTranslation('admin');
  return scenario.is_calib && <Tag>{t('scenarios.calib')}</Tag>;
}

export default function Scenarios(): ReactNode {
  return <TableScreen table={scenarios} />;
}
