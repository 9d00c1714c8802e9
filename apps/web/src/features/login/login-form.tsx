import { zodResolver } from '@hookform/resolvers/zod';
import { mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { ApiError, NetworkError } from '@sillage/client';
import { Credentials } from '@sillage/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../app/notify.ts';
import { useApi } from '../../app/services.tsx';
import { signIn } from '../../app/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { UnderlinedField } from '../../ui/underlined-field.tsx';
import styles from './login.module.css';

interface LoginFields {
  mail: string;
  password: string;
}

function useFieldSentence(): (code: string | undefined) => string | undefined {
  const { t } = useTranslation('login');
  return (code) => {
    if (code === 'required') return t('required');
    if (code === 'email') return t('invalidMail');
    if (code === 'wrong') return t('wrong');
    return code;
  };
}

/** Mail and password; what is wrong stands under its field, what the server says under the password. */
export function LoginForm(): ReactNode {
  const { t } = useTranslation('login');
  const client = useApi();
  const navigate = useNavigate();
  const sentence = useFieldSentence();
  const form = useForm<LoginFields>({
    resolver: zodResolver(Credentials),
    defaultValues: { mail: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  async function submit({ mail, password }: LoginFields): Promise<void> {
    try {
      await signIn(client, mail, password);
    } catch (problem) {
      form.setError('password', { message: saidBy(problem, t('noAnswer')) }, { shouldFocus: true });
      return;
    }
    await navigate({ to: '/' });
  }

  return (
    <form className={styles.form} onSubmit={form.handleSubmit(submit)} noValidate>
      <div>
        <h1>{t('title')}</h1>
        <p className={styles.subtitle}>{t('subtitle')}</p>
      </div>
      <UnderlinedField
        {...form.register('mail')}
        label={t('mail')}
        type="email"
        autoComplete="username"
        autoFocus
        problem={sentence(errors.mail?.message)}
        className={styles.field ?? ''}
      />
      <PasswordField
        registered={form.register('password')}
        label={t('password')}
        problem={sentence(errors.password?.message)}
      />
      <Button type="submit" variant="contained" size="large" disabled={isSubmitting} className={styles.submit ?? ''}>
        {t(isSubmitting ? 'submitting' : 'submit')}
      </Button>
    </form>
  );
}

function PasswordField(props: {
  registered: ReturnType<ReturnType<typeof useForm<LoginFields>>['register']>;
  label: string;
  problem: string | undefined;
}): ReactNode {
  const { t } = useTranslation('login');
  const [shown, setShown] = useState(false);
  const eye = (
    <InputAdornment position="end">
      <IconButton
        onClick={() => setShown(!shown)}
        aria-label={t(shown ? 'hidePassword' : 'showPassword')}
        aria-pressed={shown}
      >
        <Icon path={shown ? mdiEyeOffOutline : mdiEyeOutline} size={18} />
      </IconButton>
    </InputAdornment>
  );
  return (
    <UnderlinedField
      {...props.registered}
      label={props.label}
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      problem={props.problem}
      className={styles.field ?? ''}
      endAdornment={eye}
    />
  );
}

/** `wrong` for bad credentials, else the server's own sentence. */
function saidBy(problem: unknown, noAnswer: string): string {
  if (problem instanceof ApiError) {
    return problem.code === 'session.badCredentials' ? 'wrong' : inPageLanguage(problem.body.message);
  }
  if (problem instanceof NetworkError) return noAnswer;
  throw problem;
}
