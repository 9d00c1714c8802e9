import type { InputProps } from '@mui/material/Input';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../base/say-problem.ts';
import styles from './new-password-fields.module.css';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordField } from './password-field.tsx';

interface Problem {
  readonly message?: string | undefined;
}

/** A new password, what it still needs, and the same again. */
export function NewPasswordFields(props: {
  /** What binds each field to its form. */
  password: InputProps;
  confirmation: InputProps;
  typed: string;
  errors: { password?: Problem | undefined; confirmation?: Problem | undefined };
  autoFocus?: boolean;
  /** Class of both fields. */
  className?: string;
}): ReactNode {
  const { t } = useTranslation('app');
  const shared = { autoComplete: 'new-password', className: props.className ?? '' };
  return (
    <>
      <div>
        <PasswordField
          {...props.password}
          {...shared}
          label={t('password.new')}
          autoFocus={props.autoFocus ?? false}
          problem={sentenceOf(props.errors.password?.message)}
        />
        <div className={styles.checklist}>
          <PasswordChecklist password={props.typed} />
        </div>
      </div>
      <PasswordField
        {...props.confirmation}
        {...shared}
        label={t('password.confirmation')}
        problem={sentenceOf(props.errors.confirmation?.message)}
      />
    </>
  );
}
