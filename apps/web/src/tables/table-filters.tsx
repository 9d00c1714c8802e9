import { mdiCheck, mdiChevronDown, mdiClose } from '@mdi/js';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, useState } from 'react';
import { useClientFace } from '../frame/client-face.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Choice, Filter, Row } from './table-definition.ts';
import styles from './table-filters.module.css';
import type { UsableTable } from './table-for.ts';
import type { TableView } from './table-states.ts';
import { useTableWords } from './table-words.ts';

/** The client of the rows first, where there is a choice; then the table's own filters. */
export function TableFilters<R extends Row>(props: { table: UsableTable<R>; view: TableView }): ReactNode {
  const { table, view } = props;
  return (
    <>
      {table.ofClient && table.may.seeEveryClient && <ClientFilter table={table.name} view={view} />}
      {(table.filters ?? []).map((filter) =>
        filter.kind === 'segments' ? (
          <Segments key={filter.name} table={table.name} filter={filter} view={view} />
        ) : (
          <FilterMenu key={filter.name} table={table.name} filter={filter} view={view} />
        ),
      )}
    </>
  );
}

interface FilterProps {
  readonly table: string;
  readonly filter: Filter;
  readonly view: TableView;
}

/** The words of a filter that narrows: its name and what is chosen of it. */
export function chosenWords(choices: readonly Choice[], chosen: readonly Choice['value'][]): string {
  const [only] = chosen;
  const label = choices.find(({ value }) => value === only)?.label;
  return chosen.length === 1 && label !== undefined ? label : String(chosen.length);
}

function ClientFilter(props: { table: string; view: TableView }): ReactNode {
  const { view } = props;
  const w = useTableWords(props.table);
  const face = useClientFace();
  if (view.everyClient) {
    return (
      <button type="button" className={styles.open} onClick={() => view.change({ everyClient: false })}>
        {w('filter.everyClient')}
      </button>
    );
  }
  return (
    <Narrowing
      label={w('filter.client')}
      value={face.name}
      remove={w('filter.remove', { name: w('filter.client') })}
      onRemove={() => view.change({ everyClient: true })}
    />
  );
}

/** A filter that narrows, with its way out. */
function Narrowing(props: {
  label: string;
  value: string;
  remove: string;
  onOpen?(anchor: HTMLElement): void;
  onRemove(): void;
}): ReactNode {
  const { onOpen } = props;
  const words = (
    <>
      {props.label} <b title={props.value}>{props.value}</b>
    </>
  );
  return (
    <span className={styles.chip}>
      {onOpen === undefined ? (
        <span className={styles.words}>{words}</span>
      ) : (
        <button type="button" className={styles.words} onClick={(event) => onOpen(event.currentTarget)}>
          {words}
        </button>
      )}
      <button type="button" className={styles.remove} aria-label={props.remove} onClick={props.onRemove}>
        <Icon path={mdiClose} size={14} />
      </button>
    </span>
  );
}

function Segments({ table, filter, view }: FilterProps): ReactNode {
  const w = useTableWords(table);
  const choices = filter.useChoices();
  const chosen = view.chosen[filter.name]?.[0] ?? 'all';
  return (
    <ToggleButtonGroup
      exclusive
      aria-label={w(`filter.${filter.name}`)}
      value={chosen}
      onChange={(_, value: string | null) => {
        if (value !== null) view.choose(filter.name, value === 'all' ? [] : [value]);
      }}
    >
      <ToggleButton value="all">{w('filter.all')}</ToggleButton>
      {choices.map(({ value, label }) => (
        <ToggleButton key={String(value)} value={value}>
          {label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function FilterMenu({ table, filter, view }: FilterProps): ReactNode {
  const w = useTableWords(table);
  const choices = filter.useChoices();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chosen = view.chosen[filter.name] ?? [];
  const label = w(`filter.${filter.name}`);
  const toggle = (value: Choice['value']) => {
    if (filter.kind === 'one') {
      setAnchor(null);
      view.choose(filter.name, chosen.includes(value) ? [] : [value]);
    } else {
      view.choose(filter.name, chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
    }
  };
  return (
    <>
      {chosen.length === 0 ? (
        <button
          type="button"
          className={styles.open}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          {label}
          <Icon path={mdiChevronDown} size={16} />
        </button>
      ) : (
        <Narrowing
          label={label}
          value={chosenWords(choices, chosen)}
          remove={w('filter.remove', { name: label })}
          onOpen={setAnchor}
          onRemove={() => view.choose(filter.name, [])}
        />
      )}
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {choices.length === 0 && <MenuItem disabled>{w('filter.nothing')}</MenuItem>}
        {choices.map(({ value, label: word }) => (
          <MenuItem
            key={String(value)}
            role={filter.kind === 'one' ? 'menuitemradio' : 'menuitemcheckbox'}
            aria-checked={chosen.includes(value)}
            onClick={() => toggle(value)}
          >
            <span className={styles.tick}>{chosen.includes(value) && <Icon path={mdiCheck} size={18} />}</span>
            {word}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
