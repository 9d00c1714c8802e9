import { mdiChevronDown } from '@mdi/js';
import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { api } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCachedQuery } from '../base/cached-query.ts';
import { Icon } from './icon.tsx';

/** One of the timezones that the server knows, found by typing. */
export function TimezonePick(props: {
  label: string;
  value: string | null;
  disabled?: boolean;
  /** Its label stands above it, as in a form; else beside it. */
  labelled?: boolean;
  /** What the choice of no zone is called, where there is one. */
  none?: string;
  inputRef?(element: HTMLElement | null): void;
  onChoose(timezone: string | null): void;
}): ReactNode {
  const { t } = useTranslation('app');
  const { data } = useCachedQuery({
    data: 'timezones',
    key: [],
    clientId: undefined,
    shape: api.listTimezones.reply,
    fetch: (server, signal) => server.request(api.listTimezones, { signal }),
  });
  const zones = data?.timezones ?? (props.value === null ? [] : [props.value]);
  const options = props.none === undefined ? zones : ['', ...zones];
  const name = props.labelled ? { label: props.label } : {};
  return (
    <Autocomplete
      autoHighlight
      disableClearable
      options={options}
      getOptionLabel={(zone) => (zone === '' ? (props.none ?? '') : zone)}
      // Autocomplete without clearing takes no null, but shows an empty text the same.
      value={props.value ?? ''}
      disabled={props.disabled ?? false}
      popupIcon={<Icon path={mdiChevronDown} size={20} />}
      noOptionsText={t('timezones.none')}
      isOptionEqualToValue={(one, other) => one === other}
      sx={{ width: props.labelled ? '100%' : { xs: '100%', sm: 280 } }}
      onChange={(_, chosen) => props.onChoose(chosen === '' ? null : chosen)}
      renderInput={(params) => (
        <TextField
          {...params}
          {...name}
          {...(props.inputRef && { inputRef: props.inputRef })}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': props.label } }}
        />
      )}
    />
  );
}
