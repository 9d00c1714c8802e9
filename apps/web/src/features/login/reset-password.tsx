import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import { api, PasswordResetForm } from '@sillage/contract';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { notify } from '../../base/notify.ts';
import { sentenceOfProblem } from '../../base/say-problem.ts';
import { useServer } from '../../base/services.tsx';
import { endSession } from '../../base/session.ts';
import { NewPasswordFields } from '../../ui/new-password-fields.tsx';
import { BackToSignIn } from './forgot-form.tsx';
import styles from './login.module.css';
import { LoginFrame } from './login-frame.tsx';

/** Where the link of a mail leads: a new password, then signing in with it. */
export default function ResetPassword(): ReactNode {
  const { t } = useTranslation('login');
  const navigate = useNavigate();
  const { token } = useParams({ from: '/login/reset-password/$token' });
  return (
    <LoginFrame title={t('reset.title')}>
      <ResetForm token={token} onDone={() => void navigate({ to: '/login' })} />
    </LoginFrame>
  );
}

export function ResetForm(props: { token: string; onDone(): void }): ReactNode {
  const { t } = useTranslation('login');
  const server = useServer();
  const form = useForm({
    resolver: zodResolver(PasswordResetForm),
    defaultValues: { password: '', confirmation: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const reset = form.handleSubmit(async ({ password }) => {
    try {
      await server.call(api.resetPassword, { params: { token: props.token }, body: { password } });
    } catch (problem) {
      form.setError('password', { message: sentenceOfProblem(problem, t('noAnswer')) }, { shouldFocus: true });
      return;
    }
    // The server has ended every session of this person; one of this browser may be another's, and ends too.
    endSession();
    notify({ kind: 'success', text: t('reset.done') });
    props.onDone();
  });
  return (
    <form className={styles.form} onSubmit={reset} noValidate>
      <div>
        <h1>{t('reset.title')}</h1>
        <p className={styles.subtitle}>{t('reset.subtitle')}</p>
      </div>
      <NewPasswordFields
        className={styles.field ?? ''}
        password={form.register('password')}
        confirmation={form.register('confirmation')}
        typed={form.watch('password')}
        errors={errors}
        autoFocus
      />
      <Button type="submit" variant="contained" size="large" loading={isSubmitting} className={styles.submit ?? ''}>
        {t('reset.submit')}
      </Button>
      <BackToSignIn onBack={props.onDone} />
    </form>
  );
}
