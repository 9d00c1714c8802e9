import { mdiDeleteOutline, mdiPencilOutline, mdiPlusCircle } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ApiKey, api } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refetchTable, useCachedQuery } from '../../../base/cached-query.ts';
import { useServer } from '../../../base/services.tsx';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { LoadingFailed } from '../../../tables/list-states.tsx';
import { SecretDialog } from '../../../tables/secret-dialog.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PartTitle } from '../setting-rows.tsx';
import styles from './account.module.css';
import { ApiKeyDialog } from './api-key-dialog.tsx';

/** What is open above the list. */
type Asked =
  | { readonly what: 'make' }
  | { readonly what: 'change' | 'revoke'; readonly key: ApiKey }
  | { readonly what: 'show'; readonly name: string; readonly secret: string };

/** The own API keys: made, shown once, renamed or limited, revoked. */
export function ApiKeys(): ReactNode {
  const { t } = useTranslation('settings');
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const { data, error, refetch } = useCachedQuery({
    table: 'api_keys',
    key: ['own'],
    clientId: undefined,
    shape: api.listApiKeys.reply,
    fetch: (server, signal) => server.request(api.listApiKeys, { signal }),
  });
  return (
    <section>
      <div className={styles.keysHead}>
        <PartTitle>{t('keys.title')}</PartTitle>
        <Button onClick={() => setAsked({ what: 'make' })} startIcon={<Icon path={mdiPlusCircle} size={18} />}>
          {t('keys.make')}
        </Button>
      </div>
      <p className={styles.quiet}>{t('keys.text')}</p>
      {data === undefined && error !== null && (
        <LoadingFailed problem={error} title={t('keys.failed')} onRetry={() => void refetch()} />
      )}
      {data !== undefined && data.items.length > 0 && <KeyTable rows={data.items} onAsk={setAsked} />}
      {(asked?.what === 'make' || asked?.what === 'change') && (
        <ApiKeyDialog
          row={asked.what === 'change' ? asked.key : undefined}
          onClose={close}
          onMade={(name, secret) => setAsked({ what: 'show', name, secret })}
        />
      )}
      {asked?.what === 'revoke' && <RevokeDialog row={asked.key} onClose={close} />}
      {asked?.what === 'show' && (
        <SecretDialog
          title={t('keys.madeTitle', { name: asked.name })}
          text={t('keys.madeText')}
          label={t('keys.key')}
          secret={asked.secret}
          onClose={close}
        />
      )}
    </section>
  );
}

function KeyTable(props: { rows: readonly ApiKey[]; onAsk(asked: Asked): void }): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <table className={styles.keys} aria-label={t('keys.title')}>
      <thead>
        <tr>
          {(['name', 'key', 'access', 'used', 'expires'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`keys.${column}`)}
            </th>
          ))}
          <th>
            <span className="visually-hidden">{t('keys.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <KeyRow key={row.id} row={row} onAsk={props.onAsk} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ row, onAsk }: { row: ApiKey; onAsk(asked: Asked): void }): ReactNode {
  const { t } = useTranslation('settings');
  const date = useFormatDate();
  const expired = row.expires_at !== null && Date.parse(row.expires_at) < Date.now();
  return (
    <tr>
      <td className={styles.keyName}>{row.name}</td>
      <td className={styles.mono}>{row.prefix}…</td>
      <td>{t(`keys.${row.access}`)}</td>
      <td data-label={t('keys.used')}>{row.last_used_at === null ? t('keys.never') : date(row.last_used_at)}</td>
      <td data-label={t('keys.expires')} className={expired ? styles.expired : undefined}>
        {row.expires_at === null ? t('keys.noExpiry') : date(row.expires_at)}
        {expired && ` (${t('keys.expired')})`}
      </td>
      <td className={styles.keyButtons}>
        <IconButton
          aria-label={t('keys.change', { name: row.name })}
          onClick={() => onAsk({ what: 'change', key: row })}
        >
          <Icon path={mdiPencilOutline} size={18} />
        </IconButton>
        <IconButton
          aria-label={t('keys.revoke', { name: row.name })}
          onClick={() => onAsk({ what: 'revoke', key: row })}
        >
          <Icon path={mdiDeleteOutline} size={18} />
        </IconButton>
      </td>
    </tr>
  );
}

function RevokeDialog({ row, onClose }: { row: ApiKey; onClose(): void }): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => server.call(api.revokeApiKey, { params: { id: row.id } }),
    onSuccess: async () => {
      await refetchTable(queries, 'api_keys');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('keys.revokeTitle', { name: row.name })}
      text={t('keys.revokeText')}
      verb={t('keys.revokeNow')}
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    />
  );
}
