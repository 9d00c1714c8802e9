import { fieldSentence } from '@sillage/contract';
import type { ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { useAppearance } from '../base/appearance.ts';
import { inPageLanguage } from '../base/notify.ts';
import { PickMany } from '../ui/pick-many.tsx';
import styles from './edit-dialog.module.css';
import { type ControlProps, FieldHelp } from './field-help.tsx';
import { CodeField, DayField, FileField, LongTextField, SwitchField, TextField } from './form-controls.tsx';
import { PickOne } from './pick-one.tsx';
import { SearchPick } from './search-pick.tsx';
import type { Choice, Field, Row } from './table-definition.ts';
import { useTableWords } from './table-words.ts';

/** One field of a form, with its label above and what is wrong below, in the language of the page. */
export function FormField<R extends Row>(props: {
  table: string;
  field: Field<R>;
  form: UseFormReturn<FieldValues>;
  autoFocus: boolean;
}): ReactNode {
  const { field } = props;
  const w = useTableWords(props.table);
  // The sentence follows the language.
  useAppearance((appearance) => appearance.language);
  const { field: input, fieldState } = useController({ name: field.name, control: props.form.control });
  const code = fieldState.error?.message ?? fieldState.error?.root?.message;
  const problem = fieldState.error === undefined ? undefined : inPageLanguage(fieldSentence(code ?? ''));
  const shared = {
    label: w(`field.${field.name}`),
    problem,
    hint: field.hint === undefined ? undefined : w(`hint.${field.hint}`),
    value: input.value as unknown,
    onChange: input.onChange,
    onBlur: input.onBlur,
    inputRef: input.ref,
    autoFocus: props.autoFocus,
  };
  return (
    <>
      {field.part !== undefined && <h3 className={styles.part}>{w(`part.${field.part}`)}</h3>}
      <div className={field.half ? styles.half : styles.line} data-switch={field.kind === 'switch'}>
        <Control field={field} shared={shared} form={props.form} none={w('none')} />
      </div>
    </>
  );
}

function Control<R extends Row>(props: {
  field: Field<R>;
  shared: ControlProps;
  form: UseFormReturn<FieldValues>;
  none: string;
}): ReactNode {
  const { field, shared } = props;
  switch (field.kind) {
    case 'switch':
      return <SwitchField {...shared} />;
    case 'date':
      return <DayField {...shared} />;
    case 'longText':
      return <LongTextField {...shared} />;
    case 'code':
      return <CodeField {...shared} lines={field.lines} />;
    case 'file':
      return <FileField {...shared} extensions={field.extensions} />;
    case 'one':
      return <PickOne {...shared} useChoices={field.useChoices} nullable={field.nullable === true} />;
    case 'many':
      return <Many {...shared} useChoices={field.useChoices} none={props.none} />;
    case 'searchOne':
      return <SearchPick {...shared} source={field.source} many={false} />;
    case 'searchMany':
      return <SearchPick {...shared} source={field.source} many />;
    case 'own':
      return <field.Field {...shared} form={props.form.watch()} />;
    default:
      return <TextField {...shared} kind={field.kind} mono={field.kind === 'text' && field.mono === true} />;
  }
}

function Many(props: ControlProps & { useChoices(): readonly Choice<string | number>[]; none: string }): ReactNode {
  const choices = props.useChoices();
  const chosen: unknown[] = Array.isArray(props.value) ? props.value : [];
  return (
    <>
      <PickMany
        label={props.label}
        none={props.none}
        choices={choices}
        chosen={choices.map(({ value }) => value).filter((value) => chosen.includes(value))}
        autoFocus={props.autoFocus}
        onChoose={props.onChange}
      />
      <FieldHelp problem={props.problem} hint={props.hint} />
    </>
  );
}
