import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { api, NewParameterDescription, ParameterType } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { refetchTable } from '../../../base/cached-query.ts';
import { sentenceOf } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { LongField } from '../../../ui/long-field.tsx';
import { landOnFields } from '../land-on-fields.ts';
import { ProblemText } from '../problem-text.tsx';
import { SwitchRow } from '../setting-rows.tsx';
import styles from './create-dialog.module.css';
import { type DescriptionFields, descriptionOf, emptyDescription, judgeDescription } from './description-form.ts';
import type { Target } from './targets.ts';

const serverFields = { cookie_name: 'name', default: 'initial', items: 'items', unit: 'unit', type: 'type' } as const;

/** Adds a parameter of one's own by its description. */
export function CreateParameterDialog(props: {
  target: Target;
  onClose(): void;
  onCreated(name: string): void;
}): ReactNode {
  const { target, onClose } = props;
  const { t } = useTranslation(['settings', 'app']);
  const heading = useId();
  const { form, problem, submit, saving } = useDescriptionForm(target, props.onCreated);
  const type = form.watch('type');
  const isList = type === 'list';
  const field = (name: Exclude<keyof DescriptionFields, 'multiple' | 'order' | 'advanced'>, hint?: string) => {
    const broken = sentenceOf(form.formState.errors[name]?.message);
    const { ref, ...input } = form.register(name);
    return {
      ...input,
      inputRef: ref,
      label: t(`parameters.create.${name}`),
      error: broken !== undefined,
      helperText: broken ?? (hint === undefined ? undefined : t(`parameters.create.${hint}`)),
    };
  };
  const longField = (name: 'items' | 'initial', hint?: string) => {
    const { inputRef, error, helperText, ...input } = field(name, hint);
    return { ...input, ref: inputRef, ...(error ? { problem: helperText } : { hint: helperText }) };
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={heading}>{t('parameters.create.title', { name: target.name })}</DialogTitle>
        <DialogContent className={styles.fields ?? ''}>
          <TextField
            {...field('name', 'nameHint')}
            className={`${styles.wide} ${styles.mono}`}
            autoFocus
            placeholder={t('parameters.create.nameForm')}
          />
          <TextField {...field('fr')} />
          <TextField {...field('en')} />
          <TextField {...field('hintFr')} />
          <TextField {...field('hintEn')} />
          <TextField {...field('type')} select value={type}>
            {ParameterType.options.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`parameters.types.${one}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField {...field('unit')} />
          {isList && (
            <div className={styles.wide}>
              <LongField {...longField('items', 'itemsHint')} rows={3} />
            </div>
          )}
          {type === 'table' || type === 'json' || isList ? (
            <div className={styles.wide}>
              <LongField {...longField('initial', type === 'table' ? 'tableHint' : isList ? 'listHint' : undefined)} />
            </div>
          ) : (
            <TextField {...field('initial', type === 'bool' ? 'boolHint' : undefined)} className={styles.wide ?? ''} />
          )}
          <div className={styles.wide}>
            {(['multiple', 'order', 'advanced'] as const)
              .filter((flag) => flag === 'advanced' || isList || (flag === 'order' && type === 'table'))
              .map((flag) => (
                <SwitchRow
                  key={flag}
                  label={t(`parameters.create.${flag}`)}
                  on={form.watch(flag)}
                  onChange={(on) => form.setValue(flag, on)}
                />
              ))}
          </div>
          <ProblemText text={problem} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('app:cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t('parameters.create.now')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function useDescriptionForm(target: Target, onCreated: (name: string) => void) {
  const { t } = useTranslation('settings');
  const server = useServer();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const form = useForm<DescriptionFields>({ resolver: judgeDescription, defaultValues: emptyDescription });
  const create = useMutation({
    mutationFn: (fields: DescriptionFields) =>
      server.call(api.createParameter, {
        params: { tableName: target.table, id: target.id },
        query: { cookie_name: fields.name.trim() },
        body: NewParameterDescription.parse(descriptionOf(fields)),
      }),
    onSuccess: async ({ name }) => {
      await refetchTable(queries, 'parameters');
      onCreated(name);
    },
    onError: (refusal) => {
      const unplaced = landOnFields(form, [], refusal, t('noAnswer'));
      const fields = Object.entries(Reflect.get(Object(Reflect.get(refusal, 'body')), 'fields') ?? {});
      for (const [path, code] of fields) {
        const name = Object.entries(serverFields).find(([one]) => path === one || path.startsWith(`${one}.`))?.[1];
        if (name !== undefined) form.setError(name, { type: 'server', message: String(code) });
      }
      setProblem(unplaced);
    },
    meta: { quiet: true },
  });
  const submit = form.handleSubmit((fields) => {
    setProblem(undefined);
    create.mutate(fields);
  });
  return { form, problem, submit, saving: create.isPending };
}
