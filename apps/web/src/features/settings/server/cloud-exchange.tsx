import { mdiAlertOutline, mdiCheckCircle } from '@mdi/js';
import Button from '@mui/material/Button';
import { api, type SyncLink } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SwitchRow } from '../setting-rows.tsx';
import { ClockAdvice } from './clock-advice.tsx';
import { OtherNames } from './hub-names.tsx';
import { SendingRules } from './sending-rules.tsx';
import styles from './server.module.css';

/** How the exchange with the cloud goes, whether records go by themselves, and the end of it. */
export function CloudExchange(props: { link: SyncLink; queryKey: readonly string[]; mayChange: boolean }): ReactNode {
  const { t } = useTranslation('settings');
  const { link, queryKey, mayChange } = props;
  const server = useServer();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const keep = (changed: SyncLink) => queries.setQueryData(queryKey, changed);
  const autoSend = useMutation({
    mutationFn: (on: boolean) => server.call(api.setAutoSend, { params: { choice: on ? 'on' : 'off' } }),
    onSuccess: keep,
  });
  const exchange = useMutation({
    mutationFn: () => server.call(api.syncNow),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  const end = useMutation({
    mutationFn: () => server.call(api.deleteSyncLink),
    onSuccess: (changed) => {
      setAsking(false);
      keep(changed);
    },
  });
  return (
    <>
      <p className={link.why_not === null ? styles.well : styles.warn} role="status">
        <Icon path={link.why_not === null ? mdiCheckCircle : mdiAlertOutline} size={16} />
        {link.why_not === null ? t('cloudLink.well', { url: link.url }) : inPageLanguage(link.why_not)}
      </p>
      <OtherNames names={link.names} />
      <Facts link={link} />
      <ClockAdvice aheadSeconds={link.clock_ahead} />
      <SwitchRow
        label={t('cloudLink.autoSend')}
        hint={t('cloudLink.autoSendHint')}
        on={link.auto_send}
        disabled={!mayChange || autoSend.isPending}
        onChange={(on) => autoSend.mutate(on)}
      />
      <SendingRules link={link} mayChange={mayChange} onChanged={keep} />
      <div className={styles.choices}>
        <Button component={Link} to="/sync">
          {t('cloudLink.ledger')}
        </Button>
        <Button variant="outlined" loading={exchange.isPending} onClick={() => exchange.mutate()}>
          {t('cloudLink.now')}
        </Button>
        {mayChange && (
          <Button color="error" onClick={() => setAsking(true)}>
            {t('cloudLink.end')}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={t('cloudLink.endTitle')}
          text={t('cloudLink.endText')}
          verb={t('cloudLink.end')}
          pending={end.isPending}
          onConfirm={() => end.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Facts({ link }: { link: SyncLink }): ReactNode {
  const { t } = useTranslation('settings');
  const language = useAppearance((appearance) => appearance.language);
  const moment = useFormatDate('moment');
  const ahead = link.clock_ahead;
  const facts = [
    [t('cloudLink.lastOk'), moment(link.last_ok)],
    [t('cloudLink.lastTry'), moment(link.last_try)],
    [t('cloudLink.clock'), ahead === null ? '–' : `${ahead < 0 ? '' : '+'}${formatNumber(ahead, 1, language)}\u00a0s`],
    [t('cloudLink.rows'), formatNumber(link.waiting_rows, 0, language)],
    [
      t('cloudLink.files'),
      `${formatNumber(link.waiting_files, 0, language)} (${formatBytes(link.waiting_bytes, language)})`,
    ],
    [t('cloudLink.conflicts'), formatNumber(link.conflicts, 0, language)],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
