import Button from '@mui/material/Button';
import { api, type WifiNetwork } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../base/may.ts';
import { notify } from '../../../base/notify.ts';
import { sentenceOfProblem } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { LoadingRows } from '../../../tables/list-states.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { Lacking } from './lacking.tsx';
import styles from './network.module.css';

const key = ['network', 'wifi'];

/** The networks in range and those that are known: to join, and to forget. */
export function WifiPart(): ReactNode {
  const { t } = useTranslation('settings');
  const heading = useId();
  const server = useServer();
  const queries = useQueryClient();
  const [joins, setJoins] = useState<WifiNetwork>();
  const [forgets, setForgets] = useState<WifiNetwork>();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => server.call(api.listWifi, { signal }),
    retry: false,
    meta: { quiet: true },
  });
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{t('network.wifi')}</h3>
        <Button onClick={() => void refetch()} loading={isFetching}>
          {t('network.again')}
        </Button>
      </header>
      {data === undefined && error === null && <LoadingRows />}
      {error !== null && <Lacking problem={error} />}
      {error === null && data?.networks.length === 0 && <p>{t('network.none')}</p>}
      {error === null && data !== undefined && (
        <ul className={styles.list}>
          {data.networks.map((network) => (
            <NetworkRow key={network.name} network={network} onJoin={setJoins} onForget={setForgets} />
          ))}
        </ul>
      )}
      {joins && (
        <JoinDialog
          network={joins}
          onJoined={(networks) => queries.setQueryData(key, networks)}
          onClose={() => setJoins(undefined)}
        />
      )}
      {forgets && <ForgetDialog network={forgets} onClose={() => setForgets(undefined)} />}
    </section>
  );
}

function NetworkRow(props: {
  network: WifiNetwork;
  onJoin(network: WifiNetwork): void;
  onForget(network: WifiNetwork): void;
}): ReactNode {
  const { t } = useTranslation('settings');
  const mayChange = useMay('network.edit');
  const { network } = props;
  const { name, security, signal_percent: signal, connected, id } = network;
  const state = connected ? t('network.connected') : id !== null ? t('network.known') : undefined;
  const kind = signal === null ? undefined : security === '' ? t('network.open') : security;
  const range = signal === null ? t('network.outOfRange') : t('network.signal', { percent: signal });
  return (
    <li>
      <span>
        <b>{name}</b>
        <p className={styles.about}>{[state, kind, range].filter((part) => part !== undefined).join(', ')}</p>
      </span>
      {mayChange && !connected && signal !== null ? (
        <Button aria-label={t('network.joinNamed', { name })} onClick={() => props.onJoin(network)}>
          {t('network.join')}
        </Button>
      ) : (
        <span />
      )}
      {mayChange && id !== null && (
        <Button color="error" aria-label={t('network.forgetNamed', { name })} onClick={() => props.onForget(network)}>
          {t('network.forget')}
        </Button>
      )}
    </li>
  );
}

function ForgetDialog(props: { network: WifiNetwork; onClose(): void }): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const queries = useQueryClient();
  const { name, id } = props.network;
  const forget = useMutation({
    mutationFn: (known: string) => server.call(api.forgetWifi, { params: { id: known } }),
    onSuccess: async () => {
      notify({ kind: 'success', text: t('network.forgotten', { name }) });
      props.onClose();
      await queries.invalidateQueries({ queryKey: key });
    },
    meta: { quiet: true },
  });
  return (
    <ConfirmDialog
      title={t('network.forgetTitle', { name })}
      text={t('network.forgetText')}
      verb={t('network.forget')}
      pending={forget.isPending}
      problem={forget.error ? sentenceOfProblem(forget.error, t('network.noAnswer')) : undefined}
      onConfirm={() => id !== null && forget.mutate(id)}
      onClose={props.onClose}
    />
  );
}
