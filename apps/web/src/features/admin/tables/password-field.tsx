import { brokenRuleOf, PasswordResetForm } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldHelp } from '../../../tables/field-help.tsx';
import type { Field, OwnFieldProps, Row } from '../../../tables/table-definition.ts';
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx';
import styles from './password-field.module.css';

interface Typed {
  readonly password: string;
  readonly confirmation: string;
}

function typedOf(value: unknown): Typed {
  const { password = '', confirmation = '' } = Object(value);
  return { password: String(password), confirmation: String(confirmation) };
}

const isEmpty = ({ password, confirmation }: Typed) => password === '' && confirmation === '';

/** What is wrong; a password that is left empty is none. */
function codeOf(typed: Typed): string | undefined {
  return isEmpty(typed) ? undefined : brokenRuleOf(PasswordResetForm, typed);
}

/** What is wrong, at the one of the two fields that it is about. */
function problemsOf(typed: Typed): { readonly password?: string; readonly confirmation?: string } {
  const code = codeOf(typed);
  if (code === undefined) return {};
  return code === 'mismatch' ? { confirmation: code } : { password: code };
}

/** Chosen for someone else, typed twice; its checklist stands there once something is typed. */
function ChosenPassword(props: OwnFieldProps & { readonly emptyHint: 'emptyAdds' | 'emptyKeeps' }): ReactNode {
  const { t } = useTranslation('admin');
  const typed = typedOf(props.value);
  const problems = problemsOf(typed);
  // What only the server knows stands below the password.
  const judged = codeOf(typed) === undefined ? { password: props.problem } : problems;
  const shown: { readonly password?: string | undefined; readonly confirmation?: string | undefined } =
    props.problem === undefined ? {} : judged;
  const bind = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => props.onChange({ ...typed, [name]: event.target.value }),
    onBlur: props.onBlur,
  });
  return (
    <div className={styles.fields} data-empty={isEmpty(typed)}>
      <NewPasswordFields
        password={{ ...bind('password'), inputRef: props.inputRef }}
        confirmation={bind('confirmation')}
        typed={typed.password}
        errors={{ password: { message: shown.password }, confirmation: { message: shown.confirmation } }}
      />
      <div className={styles.hint}>
        <FieldHelp problem={undefined} hint={t(`users.password.${props.emptyHint}`)} />
      </div>
    </div>
  );
}

const AddedPassword = (props: OwnFieldProps) => <ChosenPassword {...props} emptyHint="emptyAdds" />;
const ChangedPassword = (props: OwnFieldProps) => <ChosenPassword {...props} emptyHint="emptyKeeps" />;

/** Whether the form sets a password. */
export function setsPassword(value: unknown): boolean {
  return typedOf(value).password !== '';
}

/** The password that someone above chooses for a person. */
export function passwordField(only: 'create' | 'edit'): Field<Row> {
  return {
    only,
    name: 'password',
    kind: 'own',
    Field: only === 'create' ? AddedPassword : ChangedPassword,
    start: () => ({ password: '', confirmation: '' }),
    inBody: (value) => (setsPassword(value) ? typedOf(value).password : undefined),
    problemOf: (value) => codeOf(typedOf(value)),
  };
}
