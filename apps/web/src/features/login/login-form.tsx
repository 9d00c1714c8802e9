import { zodResolver } from '@hookform/resolvers/zod';
import { mdiClockAlertOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { Credentials } from '@sillage/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../base/load-part.ts';
import { sentenceOf, sentenceOfProblem } from '../../base/say-problem.ts';
import { useServer } from '../../base/services.tsx';
import { signIn, useSession } from '../../base/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { UnderlinedField } from '../../ui/underlined-field.tsx';
import styles from './login.module.css';
import { useWait, WaitText } from './wait.tsx';

const TermsDialog = lazyPart(() => import('./terms-dialog.tsx'));

interface LoginFields {
  mail: string;
  password: string;
}

/**
 * Mail and password; what is wrong stands under its field, what the server says under the password. Where the terms of
 * use are not accepted yet the server opens no session: they are shown, and accepting them signs in again.
 */
export function LoginForm(props: { mail?: string; onForgotten(mail: string): void }): ReactNode {
  const { t } = useTranslation('login');
  const server = useServer();
  const navigate = useNavigate();
  const ended = useSession((session) => session.ended);
  const [asked, setAsked] = useState<LoginFields>();
  const wait = useWait();
  const form = useForm<LoginFields>({
    resolver: zodResolver(Credentials.pick({ mail: true, password: true })),
    defaultValues: { mail: props.mail ?? '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  async function open(fields: LoginFields, cgu: { accepted: boolean; hide: boolean }): Promise<void> {
    try {
      wait.forget();
      const user = await signIn(server, { ...fields, cgu });
      if (user === 'termsFirst') setAsked(fields);
      else await navigate({ to: user.is_recovery ? '/settings' : '/' });
    } catch (problem) {
      setAsked(undefined);
      if (wait.begin(problem)) return;
      const message = sentenceOfProblem(problem, t('noAnswer'));
      form.setError('password', { message }, { shouldFocus: true });
    }
  }

  return (
    <form
      className={styles.form}
      onSubmit={form.handleSubmit((fields) => open(fields, { accepted: false, hide: false }))}
      noValidate
    >
      <div>
        <h1>{t('title')}</h1>
        <p className={styles.subtitle}>{t('subtitle')}</p>
      </div>
      {ended && (
        <p className={styles.ended} role="status">
          <Icon path={mdiClockAlertOutline} />
          <span>{t('ended')}</span>
        </p>
      )}
      <UnderlinedField
        {...form.register('mail', { onChange: wait.forget })}
        label={t('mail')}
        type="email"
        autoComplete="username"
        autoFocus
        problem={sentenceOf(errors.mail?.message)}
        className={styles.field ?? ''}
      />
      <div>
        <PasswordField
          {...form.register('password')}
          label={t('password')}
          autoComplete="current-password"
          problem={sentenceOf(errors.password?.message)}
          className={styles.field ?? ''}
        />
        <div className={styles.forgotten}>
          <button type="button" className={styles.link} onClick={() => props.onForgotten(form.getValues('mail'))}>
            {t('forgotten')}
          </button>
        </div>
      </div>
      <WaitText seconds={wait.seconds} />
      <Button
        type="submit"
        variant="contained"
        size="large"
        disabled={isSubmitting || Boolean(wait.seconds)}
        className={styles.submit ?? ''}
      >
        {t(isSubmitting ? 'submitting' : 'submit')}
      </Button>
      <Suspense>
        {asked && (
          <TermsDialog
            onRefuse={() => setAsked(undefined)}
            onAccept={(hide) => open(asked, { accepted: true, hide })}
          />
        )}
      </Suspense>
    </form>
  );
}
