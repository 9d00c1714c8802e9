import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from './field-help.tsx';
import type { Choice } from './table-definition.ts';

/** One of a short list. */
export function PickOne(
  props: ControlProps & { useChoices(): readonly Choice<string | number>[]; nullable: boolean },
): ReactNode {
  const { t } = useTranslation('admin');
  const choices = props.useChoices();
  const chosen = choices.find(({ value }) => value === props.value || String(value) === props.value);
  return (
    <TextField
      select
      label={props.label}
      value={chosen === undefined ? '' : String(chosen.value)}
      error={props.problem !== undefined}
      helperText={props.problem ?? props.hint}
      autoFocus={props.autoFocus}
      inputRef={props.inputRef}
      onBlur={props.onBlur}
      slotProps={{
        select: { displayEmpty: true },
        formHelperText: { role: props.problem ? 'alert' : undefined },
      }}
      onChange={(event) => {
        const picked = choices.find(({ value }) => String(value) === event.target.value);
        props.onChange(picked === undefined ? null : picked.value);
      }}
    >
      {(props.nullable || chosen === undefined) && (
        <MenuItem value="">{t(props.nullable ? 'common.none' : 'common.choose')}</MenuItem>
      )}
      {choices.map(({ value, label }) => (
        <MenuItem key={value} value={String(value)}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
