import FormControlLabel from '@mui/material/FormControlLabel';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import type { ScenarioParam } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../base/notify.ts';

/** A parameter of a scenario. */
export function ParamField(props: {
  size?: 'small';
  isBroken?: boolean;
  placeholder?: string;
  param: ScenarioParam;
  value: string | boolean;
  onChange(value: string | boolean): void;
}): ReactNode {
  const { t } = useTranslation('app');
  const { type, description, name, unit, min, max, choices = [] } = props.param;
  const label = inPageLanguage(description) || name;
  if (type === 'boolean') {
    return (
      <FormControlLabel
        control={<Switch checked={props.value === true} onChange={({ target }) => props.onChange(target.checked)} />}
        label={label}
      />
    );
  }
  const hasBounds = min !== undefined && max !== undefined;
  return (
    <TextField
      {...(props.size && { size: props.size })}
      label={label}
      value={props.value}
      select={type === 'choice'}
      error={props.isBroken ?? false}
      {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
      onChange={({ target }) => props.onChange(target.value)}
      helperText={hasBounds ? t('params.bounds', { min, max, unit: unit ?? '' }) : undefined}
      slotProps={{
        htmlInput: type === 'text' || type === 'choice' ? {} : { inputMode: 'decimal' },
        input: unit === null ? {} : { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    >
      {type === 'choice' &&
        choices.map(({ value, text }) => (
          <MenuItem key={value} value={value}>
            {inPageLanguage(text)}
          </MenuItem>
        ))}
    </TextField>
  );
}
