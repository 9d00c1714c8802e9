import type { ReactNode } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordChecklist } from '../../ui/password-checklist.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from './login.module.css';
import { sentenceOf } from './say-problem.ts';

/** A new password, what it still needs, and the same again. */
export function NewPasswordFields(props: {
  password: UseFormRegisterReturn;
  confirmation: UseFormRegisterReturn;
  typed: string;
  errors: { password?: FieldError | undefined; confirmation?: FieldError | undefined };
  autoFocus?: boolean;
}): ReactNode {
  const { t } = useTranslation('login');
  return (
    <>
      <div>
        <PasswordField
          {...props.password}
          label={t('newPassword')}
          autoComplete="new-password"
          autoFocus={props.autoFocus ?? false}
          problem={sentenceOf(props.errors.password?.message)}
          className={styles.field ?? ''}
        />
        <div className={styles.checklist}>
          <PasswordChecklist password={props.typed} />
        </div>
      </div>
      <PasswordField
        {...props.confirmation}
        label={t('confirmation')}
        autoComplete="new-password"
        problem={sentenceOf(props.errors.confirmation?.message)}
        className={styles.field ?? ''}
      />
    </>
  );
}
