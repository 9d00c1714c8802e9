import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { Scenario } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './compiled-scenarios.module.css';
import { ProgramRow } from './program-row.tsx';
import { type ProgramsAsked, programColumns, programFilters, sortPrograms } from './sort-programs.ts';
import type { Edited } from './source-editor.tsx';

/** The programs of a club and of the product, sorted and narrowed. */
export function ProgramsTable(props: {
  programs: readonly Scenario[];
  onOpen(edited: Edited): void;
  mutate(work: () => Promise<unknown>): void;
}): ReactNode {
  const { t } = useTranslation('admin');
  const [asked, setAsked] = useState<ProgramsAsked>({ by: 'kind', isDescending: true, filter: 'all', search: '' });
  const shown = sortPrograms(props.programs, asked);
  return (
    <>
      <div className={styles.narrow}>
        <TextField
          size="small"
          type="search"
          className={styles.search ?? ''}
          label={t('compiledScenarios.search')}
          value={asked.search}
          onChange={({ target }) => setAsked({ ...asked, search: target.value })}
        />
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('compiledScenarios.filter')}
          value={asked.filter}
          onChange={(_, filter: ProgramsAsked['filter'] | null) => filter !== null && setAsked({ ...asked, filter })}
        >
          {programFilters.map((filter) => (
            <ToggleButton key={filter} value={filter}>
              {t(`compiledScenarios.${filter}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      {shown.length === 0 ? (
        <p>{t('compiledScenarios.nothing')}</p>
      ) : (
        <table className={styles.table}>
          <Head asked={asked} onAsk={setAsked} />
          <tbody>
            {shown.map((scenario) => (
              <ProgramRow key={scenario.id} scenario={scenario} onOpen={props.onOpen} mutate={props.mutate} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Head({ asked, onAsk }: { asked: ProgramsAsked; onAsk(asked: ProgramsAsked): void }): ReactNode {
  const { t } = useTranslation('admin');
  return (
    <thead>
      <tr>
        {programColumns.map((column) => {
          const isSorted = asked.by === column;
          const order = asked.isDescending ? 'descending' : 'ascending';
          return (
            <th key={column} aria-sort={isSorted ? order : 'none'} data-column={column}>
              <button
                type="button"
                onClick={() => onAsk({ ...asked, by: column, isDescending: isSorted && !asked.isDescending })}
              >
                {t(`compiledScenarios.columns.${column}`)} {isSorted && (asked.isDescending ? '↓' : '↑')}
              </button>
            </th>
          );
        })}
        <td />
      </tr>
    </thead>
  );
}
