import { mdiCheck, mdiDomain, mdiMagnify } from '@mdi/js';
import Input from '@mui/material/Input';
import InputAdornment from '@mui/material/InputAdornment';
import Popover from '@mui/material/Popover';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../base/active-client.ts';
import { clientName, useClients } from '../base/clients.ts';
import { notifyProblem } from '../base/notify.ts';
import { Icon } from '../ui/icon.tsx';
import { useSettled } from '../ui/use-settled.ts';
import { ClientLogo } from './client-face.tsx';
import styles from './client-menu.module.css';
import { useSwitchClient } from './use-switch-client.ts';

/** The clients of the server, to look at one of them. */
export default function ClientMenu(props: { anchor: HTMLElement; onClose(): void }): ReactNode {
  const { t } = useTranslation('app');
  return (
    <Popover
      open
      anchorEl={props.anchor}
      onClose={props.onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { className: styles.menu ?? '', role: 'dialog', 'aria-label': t('clients.title') } }}
    >
      <ClientList onDone={props.onClose} />
    </Popover>
  );
}

/** ms that typing rests before the server is asked. */
const searchRestMilliseconds = 200;
const foundAtMost = 20;

/** A field and what it finds; the arrow keys move among the clients, Enter looks at one. */
export function ClientList(props: { onDone(): void }): ReactNode {
  const { t } = useTranslation('app');
  const active = useActiveClient();
  const switchClient = useSwitchClient();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const search = useSettled(text.trim(), searchRestMilliseconds);
  const { data, error } = useClients({ search, limit: foundAtMost });
  useEffect(() => {
    if (error !== null) notifyProblem(error);
  }, [error]);
  const found = data?.items ?? [];
  const marked = Math.min(at, found.length - 1);
  const choose = (index: number) => {
    const client = found[index];
    if (client === undefined) return;
    props.onDone();
    switchClient(client);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, marked + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, marked - 1));
    else if (event.key === 'Enter') choose(marked);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.search}>
        <Input
          autoFocus
          fullWidth
          value={text}
          placeholder={t('clients.search')}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          startAdornment={
            <InputAdornment position="start">
              <Icon path={mdiMagnify} />
            </InputAdornment>
          }
          inputProps={{
            role: 'combobox',
            'aria-label': t('clients.search'),
            'aria-expanded': true,
            'aria-controls': listId,
            'aria-activedescendant': found[marked] ? `${listId}-${found[marked].id}` : undefined,
          }}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t('clients.title')} className={styles.list}>
        {found.map((client, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the keyboard (aria-activedescendant)
          <div
            key={client.id}
            id={`${listId}-${client.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            className={styles.client}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(index)}
          >
            <ClientLogo name={clientName(client)} logo={client.logo} />
            <span className={styles.name} title={clientName(client)}>
              {clientName(client)}
            </span>
            {client.id === active.id && (
              <>
                <Icon path={mdiCheck} size={18} />
                <span className="visually-hidden">{t('clients.active')}</span>
              </>
            )}
          </div>
        ))}
        {data?.items.length === 0 && <p className={styles.none}>{t('clients.none')}</p>}
      </div>
      <button
        type="button"
        className={styles.manage}
        onClick={() => {
          props.onDone();
          void navigate({ to: '/admin/$view', params: { view: 'clients' } });
        }}
      >
        <Icon path={mdiDomain} />
        {t('clients.manage')}
      </button>
    </>
  );
}
