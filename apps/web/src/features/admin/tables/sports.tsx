import { api, type Sport } from '@sillage/contract';
import type { ReactNode } from 'react';
import { inPageLanguage } from '../../../base/notify.ts';
import { sportIcon } from '../../../records/sport-icon.ts';
import { defineTable } from '../../../tables/table-definition.ts';
import { TableScreen } from '../../../tables/table-screen.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './show.module.css';
import { Mono } from './show.tsx';

const sports = defineTable<Sport>({
  name: 'sports',
  cached: 'sports',
  endpoints: api.sportEndpoints,
  ofClient: false,
  nameOf: ({ display_name }) => inPageLanguage(display_name),
  sort: { by: 'name' },
  columns: [
    {
      name: 'display_name',
      show: (sport) => (
        <span className={styles.named}>
          <Icon path={sportIcon(sport.name)} size={18} />
          {inPageLanguage(sport.display_name)}
        </span>
      ),
    },
    { name: 'name', sort: 'name', show: ({ name }) => <Mono>{name}</Mono> },
  ],
  phone: { summary: ({ name }) => name },
  fields: [
    { name: 'display_name.fr', kind: 'text', half: true },
    { name: 'display_name.en', kind: 'text', half: true },
    { name: 'name', kind: 'text', mono: true, hint: 'name' },
    { name: 'value', kind: 'text', part: 'programs', hint: 'value' },
    { name: 'text', kind: 'longText', hint: 'text' },
  ],
});

export default function Sports(): ReactNode {
  return <TableScreen table={sports} />;
}
