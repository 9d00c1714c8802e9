import { mdiChevronDown, mdiClose } from '@mdi/js';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon.tsx';
import { ListedChoice } from '../ui/listed-choice.tsx';
import { useScreenSize } from '../ui/screen-size.ts';
import { useSettled } from '../ui/use-settled.ts';
import type { ControlProps } from './field-help.tsx';
import { SearchSelect, useWholeSource } from './search-select.tsx';
import type { Choice, Source } from './table-definition.ts';

type PickProps = ControlProps & { source: Source; many: boolean };

/**
 * One or several of a list that may be long: what is typed is searched on the server, the first match is taken. On small
 * screens a plain select with chips, unless a select cannot hold them.
 */
export function SearchPick(props: PickProps): ReactNode {
  const isSmall = useScreenSize() !== 'desktop';
  const whole = useWholeSource(props.source, isSmall);
  if (!isSmall || whole === 'tooMany') return <Typeahead {...props} />;
  const one = chosenOne(props.value);
  const chosen = props.many ? chosenMany(props.value) : one === null ? [] : [one];
  return <SearchSelect {...props} choices={whole ?? []} chosen={chosen} />;
}

function Typeahead(props: PickProps): ReactNode {
  const { t } = useTranslation('admin');
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  // One list as long as the same are chosen: another one would empty what is being typed.
  const chosen = useMemo(() => chosenMany(props.value), [props.value]);
  const { options, loading } = useOptions(props.source, typed, open);
  const shared = {
    autoHighlight: true,
    options: [...options],
    // The server has filtered.
    filterOptions: (found: Choice<number>[]) => found,
    loading,
    loadingText: t('pick.loading'),
    noOptionsText: t('pick.nothing'),
    clearIcon: <Icon path={mdiClose} size={18} />,
    popupIcon: <Icon path={mdiChevronDown} size={20} />,
    getOptionLabel: (choice: Choice<number>) => choice.label,
    getOptionKey: (choice: Choice<number>) => choice.value,
    isOptionEqualToValue: (a: Choice<number>, b: Choice<number>) => a.value === b.value,
    open,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onBlur: props.onBlur,
    onInputChange: (_: unknown, text: string, reason: string) => setTyped(reason === 'input' ? text : ''),
    renderInput: (params: object) => (
      <TextField
        {...params}
        label={props.label}
        placeholder={isEmpty(props.value) ? t('pick.hint') : ''}
        error={props.problem !== undefined}
        helperText={props.problem ?? props.hint}
        inputRef={props.inputRef}
        autoFocus={props.autoFocus}
      />
    ),
  };
  if (props.many) {
    return (
      <Autocomplete
        {...shared}
        multiple
        disableCloseOnSelect
        limitTags={6}
        size="small"
        value={chosen}
        onChange={(_, next) => props.onChange(next)}
        renderOption={({ key, ...rest }, choice, { selected }) => (
          <li key={key} {...rest}>
            <ListedChoice label={choice.label} chosen={selected} />
          </li>
        )}
      />
    );
  }
  return <Autocomplete {...shared} value={chosenOne(props.value)} onChange={(_, next) => props.onChange(next)} />;
}

/** Rows that a search shows at once. */
const found = 20;
/** ms that typing rests before the list is asked. */
const searchRestMilliseconds = 250;

function useOptions(source: Source, typed: string, open: boolean) {
  const search = source.useSearch();
  const text = useSettled(typed, searchRestMilliseconds);
  const { data, isFetching } = useQuery({
    queryKey: ['admin', 'pick', source.name, text],
    queryFn: ({ signal }) => search(text, signal, found),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  return { options: data ?? [], loading: isFetching };
}

function isChoice(value: unknown): value is Choice<number> {
  return typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'number';
}

function chosenOne(value: unknown): Choice<number> | null {
  return isChoice(value) ? value : null;
}

function chosenMany(value: unknown): Choice<number>[] {
  return Array.isArray(value) ? value.filter(isChoice) : [];
}

function isEmpty(value: unknown): boolean {
  return chosenOne(value) === null && chosenMany(value).length === 0;
}
