import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ApiKey, ApiKeyAccess, ApiKeyCreate, api } from '@sillage/contract';
import { toUtcMs } from '@sillage/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { refetchTable } from '../../../base/cached-query.ts';
import { useOwnTimezone } from '../../../base/own-parameters.ts';
import { sentenceOf } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { isDay } from '../../../ui/typed-day.ts';
import { UnderlinedField } from '../../../ui/underlined-field.tsx';
import { landOnFields } from '../land-on-fields.ts';
import { ProblemText } from '../problem-text.tsx';
import { SettingRow } from '../setting-rows.tsx';
import styles from './account.module.css';

/** The last second of a day, there. */
function endOf(day: string, timezone: string): Date {
  return new Date(toUtcMs(Date.parse(`${day}T23:59:59Z`), timezone));
}

/** A day as a date field has it; the key ends with that day in the person's zone. */
const formIn = (timezone: string) =>
  z.object({
    name: ApiKeyCreate.shape.name,
    access: ApiKeyAccess,
    expires_at: z
      .string()
      .refine((day) => day === '' || (isDay(day) && endOf(day, timezone).getTime() > Date.now()), { error: 'date' }),
  });
type Form = z.infer<ReturnType<typeof formIn>>;

function dayOf(date: string | null, timeZone: string): string {
  return date === null ? '' : new Date(date).toLocaleDateString('sv', { timeZone });
}

/** Makes a key (`row` absent), or renames and limits one. */
export function ApiKeyDialog(props: {
  row: ApiKey | undefined;
  onClose(): void;
  onMade(name: string, secret: string): void;
}): ReactNode {
  const { row, onClose } = props;
  const { t } = useTranslation(['settings', 'app']);
  const heading = useId();
  const { form, problem, submit, saving } = useKeyForm(row, onClose, props.onMade);
  const { errors } = form.formState;
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={heading}>
          {row === undefined ? t('keys.make') : t('keys.change', { name: row.name })}
        </DialogTitle>
        <DialogContent className={styles.stack ?? ''}>
          <UnderlinedField
            {...form.register('name')}
            label={t('keys.name')}
            autoFocus
            autoComplete="off"
            problem={sentenceOf(errors.name?.message)}
          />
          <SettingRow label={t('keys.access')} hint={t(`keys.${form.watch('access')}Text`)}>
            <ToggleButtonGroup
              exclusive
              value={form.watch('access')}
              aria-label={t('keys.access')}
              onChange={(_, next) => {
                const chosen = ApiKeyAccess.safeParse(next);
                if (chosen.success) form.setValue('access', chosen.data, { shouldDirty: true });
              }}
            >
              {ApiKeyAccess.options.map((one) => (
                <ToggleButton key={one} value={one}>
                  {t(`keys.${one}`)}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          </SettingRow>
          <DateField
            name="expires_at"
            label={t('keys.expiresLong')}
            value={form.watch('expires_at')}
            onChange={(day) => form.setValue('expires_at', day, { shouldDirty: true })}
            problem={sentenceOf(errors.expires_at?.message)}
          />
          <ProblemText text={problem} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('app:cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t(row === undefined ? 'keys.makeNow' : 'save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function useKeyForm(row: ApiKey | undefined, onClose: () => void, onMade: (name: string, secret: string) => void) {
  const { t } = useTranslation('settings');
  const server = useServer();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const timezone = useOwnTimezone();
  const expires_at = dayOf(row?.expires_at ?? null, timezone);
  const form = useForm({
    resolver: zodResolver(formIn(timezone)),
    defaultValues: { name: row?.name ?? '', access: row?.access ?? 'read', expires_at },
  });
  const save = useMutation({
    mutationFn: async ({ name, access, expires_at: day }: Form) => {
      const expires_at = day === '' ? null : endOf(day, timezone).toISOString();
      const body = { name, access, expires_at };
      if (row === undefined) return (await server.call(api.createApiKey, { body })).key;
      await server.call(api.editApiKey, { params: { id: row.id }, body });
      return undefined;
    },
    onSuccess: async (key, { name }) => {
      await refetchTable(queries, 'api_keys');
      if (key === undefined) onClose();
      else onMade(name, key);
    },
    onError: (refusal) => setProblem(landOnFields(form, ['name', 'access', 'expires_at'], refusal, t('noAnswer'))),
    meta: { quiet: true },
  });
  const submit = form.handleSubmit((values) => {
    setProblem(undefined);
    save.mutate(values);
  });
  return { form, problem, submit, saving: save.isPending };
}
