import { mdiCloudOffOutline, mdiPauseCircleOutline, mdiSignalOff } from '@mdi/js';
import type { LedgerLink } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../base/may.ts';
import { inPageLanguage } from '../base/notify.ts';
import { useFormatDate } from '../base/use-format-date.ts';
import { Banner } from '../ui/banner.tsx';
import styles from './sending.module.css';

/** Why nothing moves between this hub and its cloud, what is shown meanwhile, and what becomes of what is sent; nothing while all is well. */
export function LinkBanner(props: {
  /** null: not of this server. */
  link: LedgerLink | null;
  /** The link costs by the byte. */
  isMetered: boolean;
  /** No original of what is shown is elsewhere. */
  isAllHere: boolean;
  /** What stands below it is what the cloud had confirmed. */
  isLedger?: boolean;
}): ReactNode {
  const { link, isMetered, isAllHere, isLedger = false } = props;
  const { t } = useTranslation('sync');
  const moment = useFormatDate('moment');
  const maySend = useMay('record.edit');
  if (link === null) return null;
  if (link.state === 'ok') {
    return (
      isMetered && (
        <Banner tone="warning" icon={mdiSignalOff}>
          {t('phone.metered')}
        </Banner>
      )
    );
  }
  if (link.state === 'none') {
    return (
      <p className={styles.said} role="status">
        {t(isAllHere ? 'notLinked' : 'notLinkedSomeAway')} <WayToLink />
      </p>
    );
  }
  const said = [
    link.why_not !== null && inPageLanguage(link.why_not),
    isLedger && link.last_ok !== null && t('shownAsOf', { date: moment(link.last_ok) }),
    maySend && t('sendsLater'),
  ].filter((text) => text !== false);
  return (
    <Banner tone="warning" icon={link.state === 'paused' ? mdiPauseCircleOutline : mdiCloudOffOutline}>
      {said.join(' ')}
    </Banner>
  );
}

/** To where a hub is linked to a cloud; nothing for those who may not. */
export function WayToLink(): ReactNode {
  const { t } = useTranslation('sync');
  const maySet = useMay('server.read');
  return (
    maySet && (
      <Link to="/settings/$view" params={{ view: 'admin' }}>
        {t('link')}
      </Link>
    )
  );
}
