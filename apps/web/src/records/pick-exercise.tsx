import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientLists } from './record-queries.ts';

/** An exercise of the club, or any words: the server makes of a name the exercise that is called so. */
export function PickExercise(props: {
  value: string | null;
  placeholder?: string | undefined;
  onChange(name: string | null): void;
}): ReactNode {
  const { t } = useTranslation('records');
  const { exercises } = useClientLists();
  return (
    <Autocomplete
      freeSolo
      disableClearable
      size="small"
      options={exercises.map(({ name }) => name)}
      inputValue={props.value ?? ''}
      onInputChange={(_, name, reason) => {
        // The list's own resets come without a choice of the person.
        if (reason !== 'reset' || name !== '') props.onChange(name === '' ? null : name);
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={t('field.exercise')}
          placeholder={props.placeholder ?? ''}
          slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps?.htmlInput, maxLength: 200 } }}
        />
      )}
    />
  );
}
