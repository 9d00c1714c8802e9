import Button from '@mui/material/Button';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { notify } from '../../../base/notify.ts';
import { useOwnTimezone } from '../../../base/own-parameters.ts';
import { sentenceOf, sentenceOfProblem } from '../../../base/say-problem.ts';
import { SwitchField } from '../../../tables/form-controls.tsx';
import { PickOne } from '../../../tables/pick-one.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { TimezonePick } from '../../../ui/timezone-pick.tsx';
import { useClientChoices } from '../tables/sources.ts';
import styles from './backup.module.css';
import { exportArgs, judgeExport, useStartBackup } from './start-backup.ts';

/** Which client, which days, with or without the files of records. */
export function ExportForm(): ReactNode {
  const { t } = useTranslation('admin');
  const active = useActiveClient();
  const clients = useClientChoices();
  const hint = useId();
  const timezone = useOwnTimezone();
  const form = useForm({
    resolver: judgeExport,
    values: { client: String(active.id), with_files: true, start: '', end: '', timezone },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors } = form.formState;
  const start = useStartBackup(() => notify({ kind: 'success', text: t('backup.export.started') }));
  const shared = {
    hint: undefined,
    problem: undefined,
    autoFocus: false,
    onBlur: () => undefined,
    inputRef: () => undefined,
  };
  const chosen = clients.some(({ value }) => String(value) === form.watch('client'));
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.handleSubmit((fields) => start.mutate({ name: 'backup.export', args: exportArgs(fields) }))}
    >
      <div className={styles.wide}>
        <PickOne
          {...shared}
          label={t('backup.export.what')}
          // The active client is there before the list of clients is.
          value={chosen || form.watch('client') === '' ? form.watch('client') || 'all' : String(active.id)}
          nullable={false}
          useChoices={() => [
            { value: 'all', label: t('backup.export.everyClient') },
            ...(clients.length > 0 ? clients : [{ value: active.id, label: active.name }]),
          ]}
          onChange={(value) => form.setValue('client', value === 'all' ? '' : String(value), { shouldDirty: true })}
        />
      </div>
      <DateField
        name="start"
        label={t('backup.export.start')}
        value={form.watch('start')}
        onChange={(day) => form.setValue('start', day, { shouldDirty: true })}
        problem={sentenceOf(errors.start?.message)}
      />
      <DateField
        name="end"
        label={t('backup.export.end')}
        value={form.watch('end')}
        onChange={(day) => form.setValue('end', day, { shouldDirty: true })}
        problem={sentenceOf(errors.end?.message)}
      />
      <p id={hint} className={styles.hint}>
        {t('backup.export.days')}
      </p>
      <div className={styles.wide}>
        <TimezonePick
          labelled
          label={t('backup.export.timezone')}
          value={form.watch('timezone')}
          onChoose={(zone) => form.setValue('timezone', zone ?? timezone, { shouldDirty: true })}
        />
      </div>
      <div className={styles.wide}>
        <SwitchField
          {...shared}
          label={t('backup.export.withFiles')}
          hint={t('backup.export.withFilesHint')}
          value={form.watch('with_files')}
          onChange={(on) => form.setValue('with_files', on === true, { shouldDirty: true })}
        />
      </div>
      {start.isError && (
        <p role="alert" className={styles.problem}>
          {sentenceOfProblem(start.error, t('common.unreachable'))}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="contained" loading={start.isPending}>
          {t('backup.export.now')}
        </Button>
      </div>
    </form>
  );
}
