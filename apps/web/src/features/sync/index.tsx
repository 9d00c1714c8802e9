import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../base/backend-info.ts';
import { useMay } from '../../base/may.ts';
import { useServer } from '../../base/services.tsx';
import { Page } from '../../frame/page.tsx';
import { everyMilliseconds, syncKeys } from '../../sending/every.ts';
import { useScreenSize } from '../../ui/screen-size.ts';
import tabs from '../../ui/tabs.module.css';
import { Conflicts } from './conflicts.tsx';
import { Ledger } from './ledger.tsx';
import { PhoneSending } from './phone-sending.tsx';
import styles from './sync.module.css';

type View = 'sending' | 'ledger' | 'conflicts';

/** Where each record and each kind of rows is, and what two servers wrote at the same time. */
export default function Screen(): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const mayChoose = useMay('record.edit');
  const kind = useBackendInfo()?.back_type;
  const isPhone = useScreenSize() === 'phone';
  const [asked, setView] = useState<View>();
  const conflicts = useQuery({
    queryKey: syncKeys.conflicts,
    queryFn: ({ signal }) => server.call(api.listSyncConflicts, { signal }),
    enabled: mayChoose,
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  });
  const sends = isPhone && mayChoose && kind !== undefined && kind !== 'cloud';
  const views: View[] = [
    ...(sends ? (['sending'] as const) : []),
    'ledger',
    ...(mayChoose ? (['conflicts'] as const) : []),
  ];
  const view = views.find((name) => name === asked) ?? views[0];
  return (
    <Page title={t('title')} parents={[{ label: t('parent'), to: '/' }]}>
      <div className={styles.page}>
        <div className={`${tabs.tabs} ${styles.tabs}`} role="tablist">
          {views.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`sync-tab-${name}`}
              aria-selected={view === name}
              aria-controls="sync-view"
              onClick={() => setView(name)}
            >
              {t(name)}
              {name === 'conflicts' && (conflicts.data?.total ?? 0) > 0 && (
                <span className={tabs.count}>{conflicts.data?.total}</span>
              )}
            </button>
          ))}
        </div>
        <div id="sync-view" role="tabpanel" aria-labelledby={`sync-tab-${view}`} className={styles.view}>
          {view === 'sending' && <PhoneSending />}
          {view === 'ledger' && <Ledger />}
          {view === 'conflicts' && <Conflicts query={conflicts} />}
        </div>
      </div>
    </Page>
  );
}
