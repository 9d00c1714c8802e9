import Button from '@mui/material/Button';
import { api } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { notify } from '../../app/notify.ts';
import { sentenceOf } from '../../app/say-problem.ts';
import { useApi, useUser } from '../../app/services.tsx';
import { useSession } from '../../app/session.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { UnderlinedField } from '../../ui/underlined-field.tsx';
import styles from './external.module.css';
import { landOnFields } from './land-on-fields.ts';
import { ProblemText } from './problem-text.tsx';
import { PartTitle, SwitchRow } from './setting-rows.tsx';

/** Accounts at other services. The token of one is kept by the server and never shown again. */
export default function External(): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <section className={styles.card}>
      <PartTitle>Nolio</PartTitle>
      <p className={styles.text}>{t('external.text')}</p>
      <NolioForm />
    </section>
  );
}

function NolioForm(): ReactNode {
  const { t } = useTranslation('settings');
  const client = useApi();
  const known = useUser().externalAPI.nolio ?? { enabled: false, user: '', has_token: false };
  const [problem, setProblem] = useState<string>();
  const { enabled, user } = known;
  const form = useForm({ values: { enabled, user, token: '' } });
  const { errors, isDirty } = form.formState;
  const save = useMutation({
    mutationFn: ({ token, ...values }: { enabled: boolean; user: string; token: string }) => {
      const body = { ...values, ...(token.trim() !== '' && { token }) };
      return client.call(api.setExternalAccount, { params: { provider: 'nolio' }, body });
    },
    onSuccess: (nolio) => {
      const { user: who } = useSession.getState();
      if (who) useSession.setState({ user: { ...who, externalAPI: { ...who.externalAPI, nolio } } });
      form.reset({ enabled: nolio.enabled, user: nolio.user, token: '' });
      notify({ kind: 'success', text: t('external.saved') });
    },
    onError: (refusal) => setProblem(landOnFields(form, ['enabled', 'user', 'token'], refusal, t('noAnswer'))),
    meta: { quiet: true },
  });
  const submit = form.handleSubmit((values) => {
    setProblem(undefined);
    save.mutate(values);
  });
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <SwitchRow
        label={t('external.enabled')}
        hint={t('external.enabledHint')}
        on={form.watch('enabled')}
        onChange={(on) => form.setValue('enabled', on, { shouldDirty: true })}
      />
      <UnderlinedField
        {...form.register('user')}
        label={t('external.user')}
        autoComplete="off"
        problem={sentenceOf(errors.user?.message)}
      />
      <div>
        <PasswordField
          {...form.register('token')}
          label={t('external.token')}
          autoComplete="off"
          placeholder={known.has_token ? t('external.tokenKept') : ''}
          problem={sentenceOf(errors.token?.message)}
        />
        <p className={styles.hint}>{t(known.has_token ? 'external.tokenThere' : 'external.tokenHint')}</p>
      </div>
      <ProblemText text={problem} />
      <div className={styles.buttons}>
        <Button type="submit" variant="contained" disabled={!isDirty} loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
