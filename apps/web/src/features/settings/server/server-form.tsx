import { zodResolver } from '@hookform/resolvers/zod';
import { mdiLockOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { api, languages, ServerSettings, type ServerSettingsInForce } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Control, Controller, type Resolver, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { refetchTable } from '../../../base/cached-query.ts';
import { notify } from '../../../base/notify.ts';
import { sentenceOf } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LongField } from '../../../ui/long-field.tsx';
import { UnderlinedField } from '../../../ui/underlined-field.tsx';
import { landOnFields } from '../land-on-fields.ts';
import { ProblemText } from '../problem-text.tsx';
import styles from './server.module.css';
import { linesOf, type ServerFields, settingsOf } from './server-fields.ts';

const names = [
  ...(['name', 'public_url', 'allowed_origins', 'map_tiles_url', 'map_attribution'] as const),
  ...(['terms.fr', 'terms.en', 'notice.fr', 'notice.en'] as const),
] as const;
const judge = zodResolver(ServerSettings);

/** Judged by the endpoint's own schema; a broken line of the origins breaks the field that they are typed in. */
const resolver: Resolver<ServerFields> = async (values, context, options) => {
  const { errors } = await judge(settingsOf(values), context, options as never);
  const { allowed_origins, ...others } = errors;
  if (allowed_origins === undefined) {
    return Object.keys(others).length === 0 ? { values, errors: {} } : { values: {}, errors: others as never };
  }
  const lines = Array.isArray(allowed_origins) ? allowed_origins : [allowed_origins];
  const first: unknown = lines.find((one) => one !== undefined);
  const message = String(Reflect.get(Object(first), 'message') ?? 'url');
  return { values: {}, errors: { ...(others as object), allowed_origins: { type: 'own', message } } };
};

/** Name, addresses and texts of the server. Only what was changed is sent. */
export function ServerForm(props: { settings: ServerSettingsInForce; mayChange: boolean }): ReactNode {
  const { t } = useTranslation(['settings', 'app']);
  const { form, problem, submit, saving } = useServerForm(props.settings);
  const { errors, isDirty } = form.formState;
  const disabled = !props.mayChange;
  const fixed = props.settings.set_by_variable.includes('public_url');
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <UnderlinedField
        {...form.register('name')}
        label={t('server.name')}
        disabled={disabled}
        problem={sentenceOf(errors.name?.message)}
      />
      <UnderlinedField
        {...form.register('public_url')}
        label={t('server.publicUrl')}
        type="url"
        placeholder="https://"
        disabled={disabled}
        readOnly={fixed}
        endAdornment={fixed && <Icon path={mdiLockOutline} size={18} />}
        hint={t(fixed ? 'server.publicUrlFixed' : 'server.publicUrlHint')}
        problem={sentenceOf(errors.public_url?.message)}
      />
      <LongField
        {...form.register('allowed_origins')}
        label={t('server.origins')}
        hint={t('server.originsHint')}
        spellCheck={false}
        problem={sentenceOf(errors.allowed_origins?.message)}
        rows={2}
        disabled={disabled}
      />
      <UnderlinedField
        {...form.register('map_tiles_url')}
        label={t('server.mapTiles')}
        type="url"
        placeholder="https://…/{z}/{x}/{y}.png"
        disabled={disabled}
        hint={t('server.mapTilesHint')}
        problem={sentenceOf(errors.map_tiles_url?.message)}
      />
      <UnderlinedField
        {...form.register('map_attribution')}
        label={t('server.mapAttribution')}
        disabled={disabled}
        hint={t('server.mapAttributionHint')}
        problem={sentenceOf(errors.map_attribution?.message)}
      />
      <RequireJail control={form.control} disabled={disabled} />
      {(['terms', 'notice'] as const).map((part) => (
        <section key={part}>
          <h2 className={styles.part}>{t(`server.${part}`)}</h2>
          <p className={styles.hint} style={{ margin: '0 0 12px' }}>
            {t(`server.${part}Hint`)}
          </p>
          <div className={styles.pair}>
            {languages.map((language) => (
              <LongField
                key={language}
                {...form.register(`${part}.${language}`)}
                label={t(`server.${language}`)}
                problem={sentenceOf(errors[part]?.[language]?.message)}
                rows={9}
                disabled={disabled}
              />
            ))}
          </div>
        </section>
      ))}
      <ProblemText text={problem} />
      {isDirty && (
        <div className={styles.buttons}>
          <Button onClick={() => form.reset()}>{t('app:cancel')}</Button>
          <Button type="submit" variant="contained" loading={saving}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  );
}

function RequireJail(props: { control: Control<ServerFields>; disabled: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <Controller
      name="require_jail"
      control={props.control}
      render={({ field: { value, onChange } }) => (
        <div>
          <FormControlLabel
            control={<Switch checked={value} disabled={props.disabled} onChange={(_, isOn) => onChange(isOn)} />}
            label={t('server.requireJail')}
          />
          <p className={styles.hint} style={{ margin: 0 }}>
            {t('server.requireJailHint')}
          </p>
        </div>
      )}
    />
  );
}

function useServerForm({ set_by_variable: _, ...settings }: ServerSettingsInForce) {
  const { t } = useTranslation('settings');
  const server = useServer();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const form = useForm<ServerFields>({
    resolver,
    values: { ...settings, allowed_origins: settings.allowed_origins.join('\n') },
    resetOptions: { keepDirtyValues: true },
  });
  const save = useMutation({
    mutationFn: (values: ServerFields) => {
      const { dirtyFields } = form.formState;
      const changed = Object.entries(settingsOf(values)).filter(([name]) => name in dirtyFields);
      return server.call(api.editServerSettings, { body: Object.fromEntries(changed) });
    },
    onSuccess: async ({ set_by_variable: _, ...saved }) => {
      form.reset({ ...saved, allowed_origins: linesOf(saved.allowed_origins) });
      await refetchTable(queries, 'settings');
      await Promise.all(['backendInfo', 'terms'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
      notify({ kind: 'success', text: t('server.saved') });
    },
    onError: (refusal) => setProblem(landOnFields(form, names, refusal, t('noAnswer'))),
    meta: { quiet: true },
  });
  const submit = form.handleSubmit((values) => {
    setProblem(undefined);
    save.mutate(values);
  });
  return { form, problem, submit, saving: save.isPending };
}
