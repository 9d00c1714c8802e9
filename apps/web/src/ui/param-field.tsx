import FormControlLabel from '@mui/material/FormControlLabel';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import type { ScenarioParam } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { inPageLanguage } from '../base/notify.ts';
import { typedValue } from './param-values.ts';

interface Props {
  readonly size?: 'small';
  readonly isBroken?: boolean;
  /** Empty, it stays what the program says, which is shown. */
  readonly mayBeProgram?: boolean;
  readonly param: ScenarioParam;
  readonly value: string | boolean;
  onChange(value: string | boolean): void;
}

/** A parameter of a scenario. */
export function ParamField(props: Props): ReactNode {
  const { type } = props.param;
  if (type === 'boolean' && !props.mayBeProgram) {
    const control = <Switch checked={props.value === true} onChange={({ target }) => props.onChange(target.checked)} />;
    return <FormControlLabel control={control} label={labelOf(props.param)} />;
  }
  return type === 'boolean' || type === 'choice' ? <OneOf {...props} /> : <Typed {...props} />;
}

const labelOf = ({ description, name }: ScenarioParam): string => inPageLanguage(description) || name;

function Typed(props: Props): ReactNode {
  const { t } = useTranslation('app');
  const { type, unit, min, max } = props.param;
  const language = useAppearance((appearance) => appearance.language);
  const bounds = min !== undefined &&
    max !== undefined && { min: typedValue(min, language), max: typedValue(max, language), unit: unit ?? '' };
  return (
    <TextField
      {...(props.size && { size: props.size })}
      label={labelOf(props.param)}
      value={props.value}
      error={props.isBroken ?? false}
      {...(props.mayBeProgram && { placeholder: typedValue(props.param.default, language) })}
      onChange={({ target }) => props.onChange(target.value)}
      helperText={bounds ? t('params.bounds', bounds) : undefined}
      slotProps={{
        htmlInput: type === 'text' ? {} : { inputMode: 'decimal' },
        input: unit === null ? {} : { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
        // So that what the program says is seen.
        ...(props.mayBeProgram && { inputLabel: { shrink: true } }),
      }}
    />
  );
}

/** One of its choices, yes or no; first the program's own. */
function OneOf({ size, param, value, mayBeProgram = false, isBroken = false, onChange }: Props): ReactNode {
  const { t } = useTranslation('app');
  const { type, default: own, choices = [] } = param;
  const isYesNo = type === 'boolean';
  const offered = isYesNo
    ? [true, false].map((one) => ({ value: String(one), text: t(one ? 'params.yes' : 'params.no') }))
    : choices.map((one) => ({ value: one.value, text: inPageLanguage(one.text) }));
  const ofProgram = offered.find((one) => one.value === String(own))?.text ?? '–';
  return (
    <TextField
      select
      {...(size && { size })}
      label={labelOf(param)}
      value={String(value)}
      error={isBroken}
      onChange={({ target }) => onChange(isYesNo && target.value !== '' ? target.value === 'true' : target.value)}
      slotProps={{ select: { displayEmpty: mayBeProgram }, ...(mayBeProgram && { inputLabel: { shrink: true } }) }}
    >
      {mayBeProgram && <MenuItem value="">{t('params.ofProgram', { value: ofProgram })}</MenuItem>}
      {offered.map((one) => (
        <MenuItem key={one.value} value={one.value}>
          {one.text}
        </MenuItem>
      ))}
    </TextField>
  );
}
