import { mdiChevronDown } from '@mdi/js';
import Autocomplete from '@mui/material/Autocomplete';
import Input from '@mui/material/Input';
import InputAdornment from '@mui/material/InputAdornment';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import {
  brokenParameterValue,
  fieldSentence,
  numberFromText,
  type Parameter,
  type ParameterValue,
} from '@sillage/contract';
import { type ReactNode, useId, useState } from 'react';
import { useAppearance } from '../../../base/appearance.ts';
import { Chevron } from '../../../ui/chevron.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './parameter-table.module.css';
import { itemsIn, itemTitle, numberText } from './say-value.ts';

/** Lists longer than this are searched by typing. */
const menuLength = 20;

/** Values that need more room than a line: several items, rows, JSON. */
export function isManyRows({ type, multiple }: Pick<Parameter, 'type' | 'multiple'>): boolean {
  return type === 'table' || type === 'json' || (type === 'list' && multiple);
}

export interface ValueFieldProps {
  readonly parameter: Parameter;
  readonly label: string;
  readonly value: ParameterValue;
  readonly disabled: boolean;
  onChange(value: ParameterValue): void;
  /** The value is whole: a choice was made, or typing has ended with what the parameter takes. */
  onSettled?(value: ParameterValue): void;
}

/** A value of one line. */
export function ValueField(props: ValueFieldProps): ReactNode {
  const { parameter, onChange, onSettled } = props;
  const choose = (value: ParameterValue) => {
    onChange(value);
    onSettled?.(value);
  };
  switch (parameter.type) {
    case 'bool':
      return (
        <Switch
          edge="start"
          checked={props.value === true}
          disabled={props.disabled}
          slotProps={{ input: { 'aria-label': props.label } }}
          onChange={(_, on) => choose(on)}
        />
      );
    case 'list':
      return <ItemChoice {...props} onChange={choose} />;
    default:
      // A text may be one of some, too.
      if (parameter.type === 'string' && parameter.items.length > 0) return <ItemChoice {...props} onChange={choose} />;
      return <TypedField {...props} />;
  }
}

function ItemChoice({ parameter, value, label, disabled, onChange }: ValueFieldProps): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const [chosen = ''] = itemsIn(value);
  if (parameter.items.length > menuLength) {
    return (
      <Autocomplete
        autoHighlight
        disableClearable
        className={styles.choice ?? ''}
        options={parameter.items.map((item) => item.value)}
        getOptionLabel={(one) => itemTitle(parameter, one, language)}
        value={chosen}
        disabled={disabled}
        popupIcon={<Icon path={mdiChevronDown} size={20} />}
        onChange={(_, next) => onChange(next)}
        renderInput={(params) => (
          <TextField
            {...params}
            slotProps={{ ...params.slotProps, htmlInput: { ...params.slotProps.htmlInput, 'aria-label': label } }}
          />
        )}
      />
    );
  }
  const known = parameter.items.some((item) => item.value === chosen);
  return (
    <Select
      className={styles.choice ?? ''}
      displayEmpty
      value={chosen}
      disabled={disabled}
      IconComponent={Chevron}
      inputProps={{ 'aria-label': label }}
      onChange={(event) => onChange(event.target.value)}
    >
      {!known && <MenuItem value={chosen}>{chosen === '' ? '–' : chosen}</MenuItem>}
      {parameter.items.map((item) => (
        <MenuItem key={item.value} value={item.value}>
          {item.title[language]}
        </MenuItem>
      ))}
    </Select>
  );
}

/** What typed text means for a parameter: an empty number or text is none; what cannot be read is `undefined`. */
export function readTyped({ type }: Pick<Parameter, 'type'>, text: string): ParameterValue | undefined {
  if (type !== 'int' && type !== 'float') return text === '' ? null : text;
  if (text.trim() === '') return null;
  return numberFromText(text, type) ?? undefined;
}

/** Numbers with their unit, texts, colours. Enter or leaving the field keeps what was typed, Escape takes it back. */
function TypedField({ parameter, value, label, disabled, onChange, onSettled }: ValueFieldProps): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const problemId = useId();
  const isNumber = parameter.type === 'int' || parameter.type === 'float';
  const written = isNumber ? numberText(value, language) : String(value ?? '');
  const [typed, setTyped] = useState<string>();
  const read = typed === undefined ? value : readTyped(parameter, typed);
  const rule = parameter.type === 'int' ? 'integer' : 'number';
  const broken = read === undefined ? rule : brokenParameterValue(parameter, read);
  function settle(): void {
    if (typed === undefined || read === undefined || broken !== undefined) return;
    setTyped(undefined);
    onSettled?.(read);
  }
  return (
    <div className={styles[isNumber ? 'number' : parameter.type === 'color' ? 'colour' : 'text']}>
      <Input
        fullWidth
        type={parameter.type === 'color' ? 'color' : 'text'}
        value={typed ?? written}
        disabled={disabled}
        error={broken !== undefined}
        inputProps={{
          'aria-label': label,
          'aria-describedby': broken === undefined ? undefined : problemId,
          inputMode: isNumber ? 'decimal' : undefined,
        }}
        endAdornment={
          parameter.unit !== '' && (
            <InputAdornment position="end" className={styles.unit ?? ''}>
              {parameter.unit}
            </InputAdornment>
          )
        }
        onChange={({ target }) => {
          setTyped(target.value);
          const next = readTyped(parameter, target.value);
          if (next !== undefined) onChange(next);
        }}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
          if (event.key !== 'Escape' || typed === undefined) return;
          event.stopPropagation();
          setTyped(undefined);
          onChange(parameter.value);
        }}
      />
      {broken !== undefined && (
        <span id={problemId} role="alert" className={styles.problem}>
          {fieldSentence(broken)[language]}
        </span>
      )}
    </div>
  );
}
