import { mdiChevronDown, mdiClose } from '@mdi/js';
import Autocomplete from '@mui/material/Autocomplete';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { ListedChoice } from './listed-choice.tsx';
import { useScreenSize } from './screen-size.ts';

export interface Choice<V extends string | number> {
  readonly value: V;
  readonly label: string;
}

interface PickManyProps<V extends string | number> {
  readonly label: string;
  /** Shown while nothing is chosen, e.g. "Tous". */
  readonly none: string;
  readonly choices: readonly Choice<V>[];
  readonly chosen: readonly V[];
  readonly autoFocus?: boolean;
  onChoose(chosen: V[]): void;
}

interface SelectProps {
  readonly problem?: string | undefined;
  readonly hint?: string | undefined;
  inputRef?(element: HTMLElement | null): void;
}

/** Several of a list: a plain select with chips on small screens, else a typeahead that takes the first match. */
export function PickMany<V extends string | number>(props: PickManyProps<V>): ReactNode {
  return useScreenSize() === 'desktop' ? <Typeahead {...props} /> : <ChipSelect {...props} />;
}

function Typeahead<V extends string | number>(props: PickManyProps<V>): ReactNode {
  return (
    <Autocomplete
      multiple
      autoHighlight
      disableCloseOnSelect
      limitTags={2}
      size="small"
      clearIcon={<Icon path={mdiClose} size={18} />}
      popupIcon={<Icon path={mdiChevronDown} size={20} />}
      options={props.choices}
      value={props.choices.filter((choice) => props.chosen.includes(choice.value))}
      getOptionLabel={(choice) => choice.label}
      getOptionKey={(choice) => choice.value}
      isOptionEqualToValue={(a, b) => a.value === b.value}
      onChange={(_, chosen) => props.onChoose(chosen.map((choice) => choice.value))}
      renderOption={({ key, ...rest }, choice, { selected }) => (
        <li key={key} {...rest}>
          <ListedChoice label={choice.label} chosen={selected} />
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={props.label}
          placeholder={props.chosen.length === 0 ? props.none : ''}
          autoFocus={props.autoFocus ?? false}
        />
      )}
    />
  );
}

/** Several of a list: a plain select whose choices are shown as chips. */
export function ChipSelect<V extends string | number>(props: PickManyProps<V> & SelectProps): ReactNode {
  const labelOf = (value: unknown) => props.choices.find((choice) => choice.value === value)?.label ?? '';
  return (
    <TextField
      select
      label={props.label}
      error={props.problem !== undefined}
      helperText={props.problem ?? props.hint}
      autoFocus={props.autoFocus ?? false}
      inputRef={props.inputRef}
      value={props.chosen}
      onChange={(event) => {
        const picked: unknown = event.target.value;
        const values = Array.isArray(picked) ? picked : [];
        props.onChoose(props.choices.map((choice) => choice.value).filter((value) => values.includes(value)));
      }}
      slotProps={{
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: (value) =>
            Array.isArray(value) && value.length > 0 ? (
              <span style={{ display: 'flex', gap: 4, overflow: 'hidden' }}>
                {value.map((one) => (
                  <Chip key={String(one)} label={labelOf(one)} size="small" />
                ))}
              </span>
            ) : (
              <span style={{ color: 'var(--ink-3)' }}>{props.none}</span>
            ),
        },
      }}
    >
      {props.choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          <ListedChoice label={choice.label} chosen={props.chosen.includes(choice.value)} />
        </MenuItem>
      ))}
    </TextField>
  );
}
