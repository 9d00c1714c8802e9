import { mdiPlusCircle } from '@mdi/js';
import Button from '@mui/material/Button';
import Input from '@mui/material/Input';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import type { Parameter, ParameterValue } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { CodeField } from '../../../tables/form-controls.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './detail-panel.module.css';
import { RowsEditor } from './rows-editor.tsx';
import { itemsIn, itemTitle, readRowValue, rowParts, rowValueText } from './say-value.ts';

interface ManyFieldProps {
  readonly parameter: Parameter;
  readonly value: ParameterValue;
  readonly disabled: boolean;
  onChange(value: ParameterValue): void;
}

/** A value of several parts: the rows of a table, the items of a list. */
export function ManyField(props: ManyFieldProps): ReactNode {
  return props.parameter.type === 'table' ? <TableRows {...props} /> : <ListItems {...props} />;
}

function TableRows({ parameter, value, disabled, onChange }: ManyFieldProps): ReactNode {
  const { t } = useTranslation('settings');
  const rows = itemsIn(value);
  return (
    <>
      <RowsEditor
        rows={rows}
        ordered={parameter.order}
        disabled={disabled}
        sayRow={(row) => rowParts(row).name}
        showRow={(row, change) => <TableRow row={row} disabled={disabled} onChange={change} />}
        onChange={onChange}
      />
      {!disabled && (
        <Button
          className={styles.addRow ?? ''}
          onClick={() => onChange([...rows, '='])}
          startIcon={<Icon path={mdiPlusCircle} size={18} />}
        >
          {t('parameters.addRow')}
        </Button>
      )}
    </>
  );
}

function TableRow(props: { row: string; disabled: boolean; onChange(row: string): void }): ReactNode {
  const { t } = useTranslation('settings');
  const language = useAppearance((appearance) => appearance.language);
  const { name, value } = rowParts(props.row);
  const label = { name: name || '…' };
  return (
    <>
      <Input
        fullWidth
        disableUnderline
        value={name}
        disabled={props.disabled}
        placeholder={t('parameters.rowName')}
        inputProps={{ 'aria-label': t('parameters.rowNameOf', label) }}
        // The first sign ends the name.
        onChange={({ target }) => props.onChange(`${target.value.replaceAll('=', '')}=${value}`)}
      />
      <Input
        disableUnderline
        className={styles.rowValue ?? ''}
        value={rowValueText(value, language)}
        disabled={props.disabled}
        placeholder={t('parameters.value')}
        inputProps={{ 'aria-label': t('parameters.rowValueOf', label) }}
        onChange={({ target }) => props.onChange(`${name}=${readRowValue(target.value, language)}`)}
      />
    </>
  );
}

function ListItems({ parameter, value, disabled, onChange }: ManyFieldProps): ReactNode {
  const { t } = useTranslation('settings');
  const language = useAppearance((appearance) => appearance.language);
  const chosen = itemsIn(value);
  const free = parameter.items.length === 0;
  const left = parameter.items.filter((item) => !chosen.includes(item.value));
  const title = (one: string) => itemTitle(parameter, one, language);
  return (
    <>
      <RowsEditor
        rows={chosen}
        ordered={parameter.order}
        disabled={disabled}
        sayRow={title}
        showRow={(row) => <span className={styles.item}>{title(row)}</span>}
        onChange={onChange}
      />
      {!disabled && free && <FreeItem onAdd={(item) => onChange([...chosen.filter((one) => one !== item), item])} />}
      {!disabled && left.length > 0 && (
        <Select
          fullWidth
          displayEmpty
          value=""
          className={styles.addItem ?? ''}
          inputProps={{ 'aria-label': t('parameters.addItem') }}
          renderValue={() => <span className={styles.hint}>{t('parameters.addItem')}</span>}
          onChange={(event) => onChange([...chosen, event.target.value])}
        >
          {left.map((item) => (
            <MenuItem key={item.value} value={item.value}>
              {item.title[language]}
            </MenuItem>
          ))}
        </Select>
      )}
    </>
  );
}

/** Adds an item to a list that takes any. */
function FreeItem(props: { onAdd(item: string): void }): ReactNode {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState('');
  return (
    <form
      className={styles.freeItem}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() === '') return;
        props.onAdd(typed.trim());
        setTyped('');
      }}
    >
      <Input
        fullWidth
        value={typed}
        placeholder={t('parameters.addItem')}
        inputProps={{ 'aria-label': t('parameters.addItem'), maxLength: 1000 }}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" disabled={typed.trim() === ''}>
        {t('parameters.addThis')}
      </Button>
    </form>
  );
}

/** The value as JSON; what is typed counts as soon as it can be read. */
export function JsonOfValue(props: ManyFieldProps & { onBroken(broken: boolean): void }): ReactNode {
  const { parameter, value, disabled, onChange, onBroken } = props;
  const [typed, setTyped] = useState<{ text: string; meant: ParameterValue }>();
  const isJson = parameter.type === 'json';
  const written = isJson ? String(value ?? '') : JSON.stringify(value, undefined, 2);
  // Rows that were changed meanwhile are written again.
  const text = typed !== undefined && same(typed.meant, value) ? typed.text : written;
  if (disabled) return <pre className={styles.json}>{text}</pre>;
  return (
    <CodeField
      label="JSON"
      lines={isJson ? 12 : 6}
      value={text}
      problem={undefined}
      hint={undefined}
      autoFocus={false}
      onBlur={() => undefined}
      inputRef={() => undefined}
      onChange={(next) => {
        const read = isJson ? String(next) : rowsOfJson(String(next));
        onBroken(read === undefined);
        setTyped({ text: String(next), meant: read ?? value });
        if (read !== undefined) onChange(read);
      }}
    />
  );
}

function same(one: ParameterValue, other: ParameterValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The rows that a JSON text lists; nothing when it is anything else. */
export function rowsOfJson(text: string): string[] | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) && read.every((row) => typeof row === 'string') ? read : undefined;
  } catch {
    return undefined;
  }
}
