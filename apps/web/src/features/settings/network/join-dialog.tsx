import { zodResolver } from '@hookform/resolvers/zod';
import { api, type ReplyOf, type WifiJoin, type WifiNetwork } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../base/notify.ts';
import { sentenceOf } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { landOnFields } from '../land-on-fields.ts';
import { ProblemText } from '../problem-text.tsx';
import styles from './network.module.css';

/** Joins a network: an open one at once, others by their password. */
export function JoinDialog(props: {
  network: WifiNetwork;
  onJoined(networks: ReplyOf<typeof api.joinWifi>): void;
  onClose(): void;
}): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const [problem, setProblem] = useState<string>();
  const { name, security, id } = props.network;
  const form = useForm<WifiJoin>({ resolver: zodResolver(api.joinWifi.body), defaultValues: { name } });
  const join = useMutation({
    mutationFn: (body: WifiJoin) => server.call(api.joinWifi, { body }),
    onSuccess: (networks) => {
      notify({ kind: 'success', text: t('network.joined', { name }) });
      props.onJoined(networks);
      props.onClose();
    },
    onError: (refusal) => setProblem(landOnFields(form, ['password'], refusal, t('network.noAnswer'))),
    meta: { quiet: true },
  });
  const submit = form.handleSubmit((values) => {
    setProblem(undefined);
    join.mutate(values);
  });
  const typed = { setValueAs: (text: unknown) => (text === '' || text === undefined ? undefined : text) };
  return (
    <FormDialog
      title={t('network.joinTitle', { name })}
      className={styles.facts}
      cancel={t('network.cancel')}
      save={t('network.join')}
      saving={join.isPending}
      onSave={() => void submit()}
      onClose={props.onClose}
    >
      <p>{t('network.joinText')}</p>
      {security !== '' && (
        <PasswordField
          {...form.register('password', typed)}
          label={t(id === null ? 'network.password' : 'network.passwordKnown')}
          autoComplete="off"
          problem={sentenceOf(form.formState.errors.password?.message)}
        />
      )}
      <ProblemText text={problem} />
    </FormDialog>
  );
}
