import { api, type HubModes } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer } from '../../../base/services.tsx';
import { LoadingFailed, LoadingRows } from '../../../tables/list-states.tsx';
import { BluetoothPart } from './bluetooth-part.tsx';
import { HotspotPart } from './hotspot-part.tsx';
import styles from './network.module.css';
import { WifiPart } from './wifi-part.tsx';

/** What the hub is, the networks it is on and makes, and what it hears; what its machine cannot do says why, in its place. */
export default function Network(): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const { data, error, refetch } = useQuery({
    queryKey: ['network', 'modes'],
    queryFn: ({ signal }) => server.call(api.readHubModes, { signal }),
    meta: { quiet: true },
  });
  return (
    <div className={styles.columns}>
      {data === undefined && error === null && <LoadingRows />}
      {data === undefined && error !== null && (
        <LoadingFailed problem={error} title={t('network.failed')} onRetry={() => void refetch()} />
      )}
      {data && <Modes modes={data} />}
      <div className={styles.parts}>
        <WifiPart />
        <BluetoothPart />
      </div>
      <HotspotPart />
    </div>
  );
}

/** Facts, not choices: each is what was found. */
function Modes({ modes }: { modes: HubModes }): ReactNode {
  const { t } = useTranslation('settings');
  const esp32 = modes.esp32 === null ? 'unknown' : modes.esp32 ? 'yes' : 'no';
  const shown = [
    { name: t('network.kind'), is: t(`network.kind_${modes.kind}`), text: t(`network.kindText_${modes.kind}`) },
    { name: t('network.cloud'), is: t(`network.cloud_${modes.cloud}`), text: t(`network.cloudText_${modes.cloud}`) },
    { name: t('network.esp32'), is: t(`network.esp32_${esp32}`), text: t(`network.esp32Text_${esp32}`) },
  ];
  return (
    <dl className={styles.modes}>
      {shown.map(({ name, is, text }) => (
        <div key={name} className={styles.mode}>
          <dt>{name}</dt>
          <dd>
            {is}
            <p className={styles.about}>{text}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
