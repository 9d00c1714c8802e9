import { zodResolver } from '@hookform/resolvers/zod';
import { ApiError } from '@sillage/client';
import { api, RecoveryReset } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { notify } from '../../base/notify.ts';
import { sentenceOf, sentenceOfProblem } from '../../base/say-problem.ts';
import { useServer } from '../../base/services.tsx';
import { NewPasswordFields } from '../../ui/new-password-fields.tsx';
import { UnderlinedField } from '../../ui/underlined-field.tsx';
import { BackToSignIn } from './forgot-form.tsx';
import styles from './login.module.css';
import { SubmitAfterWait, useWait } from './wait.tsx';

const RecoveryFields = RecoveryReset.extend({ confirmation: z.string() }).refine(
  (form) => form.password === form.confirmation,
  { error: 'mismatch', path: ['confirmation'] },
);

/** A new password by the recovery key of the client, on a hub. */
export default function RecoveryForm(props: { mail: string; onBack(): void }): ReactNode {
  const { t } = useTranslation('login');
  const server = useServer();
  const wait = useWait();
  const form = useForm({
    resolver: zodResolver(RecoveryFields),
    defaultValues: { email: props.mail, recovery_key: '', password: '', confirmation: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const recover = form.handleSubmit(async ({ email, recovery_key, password }) => {
    wait.forget();
    try {
      await server.call(api.recoverPassword, { body: { email, recovery_key, password } });
      notify({ kind: 'success', text: t('reset.done') });
      props.onBack();
    } catch (problem) {
      if (wait.begin(problem)) return;
      const field = problem instanceof ApiError && problem.body.fields?.password ? 'password' : 'recovery_key';
      form.setError(field, { message: sentenceOfProblem(problem, t('noAnswer')) }, { shouldFocus: true });
    }
  });
  return (
    <form className={styles.form} onSubmit={recover} noValidate>
      <div>
        <h1>{t('recovery.title')}</h1>
        <p className={styles.subtitle}>{t('recovery.subtitle')}</p>
      </div>
      <UnderlinedField
        {...form.register('email', { onChange: wait.forget })}
        label={t('mail')}
        type="email"
        autoComplete="username"
        autoFocus
        problem={sentenceOf(errors.email?.message)}
        className={styles.field ?? ''}
      />
      <UnderlinedField
        {...form.register('recovery_key')}
        label={t('recovery.key')}
        autoComplete="off"
        spellCheck={false}
        problem={sentenceOf(errors.recovery_key?.message)}
        className={`${styles.field} ${styles.key}`}
      />
      <NewPasswordFields
        className={styles.field ?? ''}
        password={form.register('password')}
        confirmation={form.register('confirmation')}
        typed={form.watch('password')}
        errors={errors}
      />
      <SubmitAfterWait wait={wait} busy={isSubmitting} label={t('reset.submit')} />
      <BackToSignIn onBack={props.onBack} />
    </form>
  );
}
