import {
  mdiAlertOutline,
  mdiBattery,
  mdiBattery20,
  mdiBattery50,
  mdiClockAlertOutline,
  mdiClockOutline,
  mdiSignalCellular2,
  mdiSignalCellular3,
} from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useMay } from '../../base/may.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { formatNumber, formatPercent } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './card-footer.module.css';
import { useDeviceCommands } from './device-commands.ts';
import { isBatteryLow, isClockOff, isLinkWeak, shareOf } from './needs-look.ts';

/** s; less is said in ms. */
const shortDrift = 1;

/** How a device does: what came of its record, its battery, its clock. What should be looked at has a glyph, a figure and what can be done. */
export function CardFooter({ device }: { device: LiveDevice }): ReactNode {
  const { battery, clock_drift: drift, link } = device;
  return (
    <footer className={styles.footer}>
      {link != null && <Link {...link} />}
      <span className={styles.spacer} />
      {battery !== null && <Battery percent={battery} />}
      {drift != null && <Drift device={device} seconds={drift} />}
    </footer>
  );
}

interface Received {
  readonly received: number;
  readonly missing: number;
}

function Link({ received, missing }: Received): ReactNode {
  const { t } = useTranslation('realtime');
  const share = shareOf({ received, missing });
  const weak = isLinkWeak({ received, missing });
  return (
    <span className={weak ? styles.warn : ''} title={t('footer.linkHint')}>
      <Icon path={weak ? mdiSignalCellular2 : mdiSignalCellular3} size={14} />
      {t('footer.link', { percent: share, count: missing })}
    </span>
  );
}

function Battery({ percent }: { percent: number }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const rounded = Math.round(percent);
  const low = isBatteryLow(percent);
  const words = t('card.battery', { percent: rounded });
  return (
    <span className={low ? styles.warn : ''} title={words} role="img" aria-label={words}>
      <Icon path={low ? mdiBattery20 : rounded < 70 ? mdiBattery50 : mdiBattery} size={14} />
      {formatPercent(rounded, language)}
      {low && <Icon path={mdiAlertOutline} size={14} />}
    </span>
  );
}

function Drift({ device, seconds }: { device: LiveDevice; seconds: number }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const { lost } = useLiveLink();
  const mayCommand = useMay('device.command');
  const { setClock, pending } = useDeviceCommands(device);
  const sign = seconds > 0 ? '+' : '';
  const figure =
    Math.abs(seconds) < shortDrift
      ? `${sign}${formatNumber(seconds * 1000, 0, language)} ms`
      : `${sign}${formatNumber(seconds, 1, language)} s`;
  const off = isClockOff(seconds);
  return (
    <>
      <span className={off ? styles.warn : ''} title={t('footer.drift', { figure })}>
        <Icon path={off ? mdiClockAlertOutline : mdiClockOutline} size={14} />
        <span className="visually-hidden">{t('footer.driftWord')}</span>
        {figure}
      </span>
      {off && mayCommand && (
        <Button
          size="small"
          variant="outlined"
          disabled={lost || pending}
          onClick={setClock}
          className={styles.do ?? ''}
        >
          {t('menu.setClock')}
        </Button>
      )}
    </>
  );
}
