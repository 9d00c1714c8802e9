import { type Answered, api, type Scenario } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { type Choice, defineTable } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { Quiet, Strong, Tag } from './show.tsx';

/** The programs that a scenario of the active client may run. */
function useProgramChoices(): readonly Choice<string>[] {
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const { data } = useQuery({
    queryKey: ['scenarioPrograms', clientId],
    queryFn: ({ signal }) => server.call(api.listAvailableCompiled, { params: { clientId }, signal }),
  });
  return (data?.items ?? []).map(({ classname, display_name }) => ({
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
    { name: 'config', kind: 'code', lines: 4, as: 'object', hint: 'config' },
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
