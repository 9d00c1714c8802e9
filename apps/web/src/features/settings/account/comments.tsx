import Button from '@mui/material/Button';
import { api } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOfProblem } from '../../../base/say-problem.ts';
import { useServer, useUser } from '../../../base/services.tsx';
import { useSession } from '../../../base/session.ts';
import { LongField } from '../../../ui/long-field.tsx';
import { PartTitle } from '../setting-rows.tsx';
import styles from './account.module.css';

const kinds = ['manager_comment', 'admin_comment'] as const;
type Kind = (typeof kinds)[number];

/** The comments on the own account that the own role reads; nothing for those who read none. */
export function Comments(): ReactNode {
  const { t } = useTranslation('settings');
  const user = useUser();
  const read = kinds.filter((kind) => user[kind] !== undefined);
  if (read.length === 0) return null;
  return (
    <>
      <PartTitle>{t('account.comments')}</PartTitle>
      <div className={styles.stack}>
        {read.map((kind) => (
          <Comment key={kind} kind={kind} />
        ))}
      </div>
    </>
  );
}

function Comment({ kind }: { kind: Kind }): ReactNode {
  const { t } = useTranslation(['settings', 'app']);
  const server = useServer();
  const user = useUser();
  const [typed, setTyped] = useState<string>();
  const save = useMutation({
    mutationFn: (text: string) => server.call(api.editUser, { params: { id: user.id }, body: { [kind]: text } }),
    onSuccess: (edited) => {
      useSession.setState({ user: edited });
      setTyped(undefined);
    },
    meta: { quiet: true },
  });
  return (
    <div className={styles.comment}>
      <LongField
        label={t(`account.${kind}`)}
        rows={3}
        maxLength={5000}
        value={typed ?? user[kind] ?? ''}
        problem={save.isError ? sentenceOfProblem(save.error, t('noAnswer')) : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed !== undefined && typed !== user[kind] && (
        <div className={styles.buttons}>
          <Button onClick={() => setTyped(undefined)}>{t('app:cancel')}</Button>
          <Button variant="contained" loading={save.isPending} onClick={() => save.mutate(typed)}>
            {t('save')}
          </Button>
        </div>
      )}
    </div>
  );
}
