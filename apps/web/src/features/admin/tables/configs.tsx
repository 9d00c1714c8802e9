import { api, type Config, ConfigContent } from '@sillage/contract';
import type { ReactNode } from 'react';
import { defineTable } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { ConfigField } from './config-field.tsx';
import { parseJson } from './parse-json.ts';
import { Quiet, Strong } from './show.tsx';
import { clientField } from './sources.ts';

const emptyConfig = JSON.stringify({ modules: {} }, null, 2);

/** Names of the modules that a configuration switches on; empty when it cannot be read. */
function modulesOf(text: string): string {
  const content = ConfigContent.safeParse(parseJson(text));
  if (!content.success) return '';
  return Object.entries(content.data.modules)
    .filter(([, module]) => module.enabled)
    .map(([name]) => name)
    .join(', ');
}

/** As typed, or indented when it was stored in one line. */
function readable(text: string): string {
  const content = parseJson(text);
  return text.includes('\n') || content === undefined ? text : JSON.stringify(content, null, 2);
}

const configs = defineTable<Config>({
  name: 'configs',
  cached: 'configs',
  endpoints: api.configEndpoints,
  ofClient: true,
  nameOf: ({ name }) => name,
  sort: { by: 'name' },
  columns: [
    { name: 'name', sort: 'name', show: ({ name }) => <Strong>{name}</Strong> },
    {
      name: 'modules',
      show: ({ config }) => {
        const names = modulesOf(config);
        return <Quiet title={names}>{names}</Quiet>;
      },
    },
    { name: 'comment', shown: 'medium', show: ({ comment }) => <Quiet title={comment}>{comment}</Quiet> },
    { name: 'client', width: 180, shown: 'wide', show: (row) => <Quiet>{row.client_name}</Quiet> },
  ],
  phone: { summary: ({ config }) => modulesOf(config) || '–' },
  fields: [
    { name: 'name', kind: 'text', half: true },
    clientField({ half: true }),
    { name: 'config', kind: 'own', Field: ConfigField, start: (row) => readable(row?.config ?? emptyConfig) },
    { name: 'comment', kind: 'longText' },
  ],
});

export default function Configs(): ReactNode {
  return <TableScreen table={configs} />;
}
