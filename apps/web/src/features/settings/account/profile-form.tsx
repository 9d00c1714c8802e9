import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import { AccountEdit, api } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { notify } from '../../../base/notify.ts';
import { sentenceOf } from '../../../base/say-problem.ts';
import { useServer, useUser } from '../../../base/services.tsx';
import { useSession } from '../../../base/session.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { UnderlinedField } from '../../../ui/underlined-field.tsx';
import { landOnFields } from '../land-on-fields.ts';
import { ProblemText } from '../problem-text.tsx';
import styles from './account.module.css';

const Profile = AccountEdit.pick({ firstname: true, lastname: true, mail: true, current_password: true }).required();
const fields = ['firstname', 'lastname', 'mail'] as const;
const completions = { firstname: 'given-name', lastname: 'family-name', mail: 'email' } as const;

/** Name and mail of the own account; another mail needs the password. */
export function ProfileForm(): ReactNode {
  const { t } = useTranslation(['settings', 'app']);
  const server = useServer();
  const { firstname, lastname, mail } = useUser();
  const [problem, setProblem] = useState<string>();
  const form = useForm({ resolver: zodResolver(Profile), values: { firstname, lastname, mail, current_password: '' } });
  const { errors, isDirty } = form.formState;
  const isMoved = form.watch('mail').trim().toLowerCase() !== mail;
  const save = useMutation({
    mutationFn: (body: z.infer<typeof Profile>) => server.call(api.editAccount, { body }),
    onSuccess: ({ user }) => {
      useSession.setState({ user });
      notify({ kind: 'success', text: t('account.saved') });
    },
    onError: (refusal) => setProblem(landOnFields(form, [...fields, 'current_password'], refusal, t('noAnswer'))),
    meta: { quiet: true },
  });
  const submit = form.handleSubmit((values) => {
    setProblem(undefined);
    if (!isMoved) save.mutate({ ...values, current_password: '' });
    else if (values.current_password !== '') save.mutate(values);
    else form.setError('current_password', { message: 'required' }, { shouldFocus: true });
  });
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {fields.map((name) => (
        <UnderlinedField
          key={name}
          {...form.register(name)}
          label={t(`account.${name}`)}
          type={name === 'mail' ? 'email' : 'text'}
          autoComplete={completions[name]}
          problem={sentenceOf(errors[name]?.message)}
          className={name === 'mail' ? (styles.line ?? '') : ''}
        />
      ))}
      {isMoved && (
        <PasswordField
          {...form.register('current_password')}
          label={t('account.passwordForMail')}
          autoComplete="current-password"
          problem={sentenceOf(errors.current_password?.message)}
          className={styles.line ?? ''}
        />
      )}
      <ProblemText text={problem} />
      {isDirty && (
        <div className={styles.buttons}>
          <Button onClick={() => form.reset()}>{t('app:cancel')}</Button>
          <Button type="submit" variant="contained" loading={save.isPending}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  );
}
