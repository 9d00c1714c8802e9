import { zodResolver } from '@hookform/resolvers/zod';
import { mdiArrowLeft, mdiEmailFastOutline, mdiKeyVariant } from '@mdi/js';
import Button from '@mui/material/Button';
import { AskMail, api, limits } from '@sillage/contract';
import { isAtLeastVersion } from '@sillage/domain';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../base/backend-info.ts';
import { sentenceOf, sentenceOfProblem } from '../../base/say-problem.ts';
import { useServer } from '../../base/services.tsx';
import { Icon } from '../../ui/icon.tsx';
import { UnderlinedField } from '../../ui/underlined-field.tsx';
import styles from './login.module.css';
import { SubmitAfterWait, useWait } from './wait.tsx';

/** Asks for a link by mail; a server without mail says who can help instead. */
export default function ForgotForm(props: { mail: string; onBack(): void; onRecovery(): void }): ReactNode {
  const { t } = useTranslation('login');
  const info = useBackendInfo();
  const [sentTo, setSentTo] = useState<string>();
  const takesKey =
    info !== undefined &&
    info.back_type !== 'cloud' &&
    isAtLeastVersion(info.version, limits.recoveryKeyMinimumVersion);
  return (
    <div className={styles.form}>
      <div>
        <h1>{t('forgot.title')}</h1>
        {info?.can_mail === true && sentTo === undefined && <p className={styles.subtitle}>{t('forgot.subtitle')}</p>}
      </div>
      {info?.can_mail === false && <p className={styles.explanation}>{t('forgot.noMail')}</p>}
      {info?.can_mail === true && sentTo === undefined && <AskForm mail={props.mail} onSent={setSentTo} />}
      {sentTo !== undefined && (
        <p className={styles.sent} role="status">
          <Icon path={mdiEmailFastOutline} />
          <span>{t('forgot.sent', { mail: sentTo })}</span>
        </p>
      )}
      {takesKey && (
        <div className={styles.otherWay}>
          <p>{t('forgot.recovery')}</p>
          <Button variant="outlined" onClick={props.onRecovery}>
            <Icon path={mdiKeyVariant} />
            {t('forgot.useRecovery')}
          </Button>
        </div>
      )}
      <BackToSignIn onBack={props.onBack} />
    </div>
  );
}

function AskForm(props: { mail: string; onSent(mail: string): void }): ReactNode {
  const { t } = useTranslation('login');
  const server = useServer();
  const wait = useWait();
  const form = useForm<{ email: string }>({
    resolver: zodResolver(AskMail.pick({ email: true })),
    defaultValues: { email: props.mail },
  });
  const { errors, isSubmitting } = form.formState;
  const ask = form.handleSubmit(async ({ email }) => {
    wait.forget();
    try {
      await server.call(api.askPasswordMail, { body: { email, currentDomain: location.origin } });
      props.onSent(email);
    } catch (problem) {
      if (wait.begin(problem)) return;
      form.setError('email', { message: sentenceOfProblem(problem, t('noAnswer')) }, { shouldFocus: true });
    }
  });
  return (
    <form className={styles.fields} onSubmit={ask} noValidate>
      <UnderlinedField
        {...form.register('email', { onChange: wait.forget })}
        label={t('mail')}
        type="email"
        autoComplete="username"
        autoFocus
        problem={sentenceOf(errors.email?.message)}
        className={styles.field ?? ''}
      />
      <SubmitAfterWait wait={wait} busy={isSubmitting} label={t('forgot.submit')} />
    </form>
  );
}

export function BackToSignIn(props: { onBack(): void }): ReactNode {
  const { t } = useTranslation('login');
  return (
    <Button onClick={props.onBack} className={styles.back ?? ''}>
      <Icon path={mdiArrowLeft} />
      {t('backToSignIn')}
    </Button>
  );
}
