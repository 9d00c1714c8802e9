import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import { api, PasswordChangeForm } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../base/notify.ts';
import { sentenceOf } from '../../../base/say-problem.ts';
import { useServer, useUser } from '../../../base/services.tsx';
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { landOnFields } from '../land-on-fields.ts';
import { ProblemText } from '../problem-text.tsx';
import styles from './account.module.css';

const empty = { current_password: '', password: '', confirmation: '' };

/** Changes the own password with the present one in hand; other sessions end. */
export function PasswordForm(): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const user = useUser();
  const [problem, setProblem] = useState<string>();
  const form = useForm({ resolver: zodResolver(PasswordChangeForm), defaultValues: empty });
  const { errors } = form.formState;
  const change = useMutation({
    mutationFn: (body: { current_password: string; password: string }) => server.call(api.changePassword, { body }),
    onSuccess: () => {
      form.reset(empty);
      notify({ kind: 'success', text: t('account.passwordChanged') });
    },
    onError: (refusal) =>
      setProblem(landOnFields(form, ['current_password', 'password', 'confirmation'], refusal, t('noAnswer'))),
    meta: { quiet: true },
  });
  const submit = form.handleSubmit(({ current_password, password }) => {
    setProblem(undefined);
    change.mutate({ current_password, password });
  });
  return (
    <form className={styles.stack} noValidate onSubmit={submit}>
      {/* Password keepers need to know whose it is. */}
      <input type="text" autoComplete="username" value={user.mail} readOnly hidden />
      <PasswordField
        {...form.register('current_password')}
        label={t('account.currentPassword')}
        autoComplete="current-password"
        problem={sentenceOf(errors.current_password?.message)}
      />
      <NewPasswordFields
        password={form.register('password')}
        confirmation={form.register('confirmation')}
        typed={form.watch('password')}
        errors={errors}
      />
      <ProblemText text={problem} />
      <div className={styles.buttons}>
        <Button type="submit" variant="contained" loading={change.isPending}>
          {t('account.changePassword')}
        </Button>
      </div>
    </form>
  );
}
