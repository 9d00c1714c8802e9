import { mdiAccountPlusOutline, mdiAlertOutline, mdiRecordCircleOutline } from '@mdi/js';
import { athleteNames, isRecording, recordTimeAt } from '@sillage/domain';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useMay } from '../../base/may.ts';
import { type DeviceLook, lookOf } from '../../live/device-look.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { isRefused } from '../../live/record-control.ts';
import { RefusedText } from '../../live/refused-text.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { moduleName } from '../../ui/module-name.ts';
import { CardChannels } from './card-channels.tsx';
import { CardFooter } from './card-footer.tsx';
import { CardMenu } from './card-menu.tsx';
import { CardTick } from './card-tick.tsx';
import { chooseVariables } from './choose-variables.ts';
import styles from './device-card.module.css';
import { DisconnectedText } from './disconnected-text.tsx';
import { LiveText } from './live-text.tsx';
import { LiveValue } from './live-value.tsx';
import { PairDialog } from './pair-dialog.tsx';
import { ReplayMark } from './replay-mark.tsx';
import { useSamples } from './samples.tsx';

/** A device: state, athlete, modules, battery, its two most telling live variables, start or stop. */
export const DeviceCard = memo(function DeviceCard({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const look = useLook(device);
  const word = useStateWord(look);
  return (
    <article className={`${styles.card} ${styles[look.tone]}`} aria-label={`${device.name}, ${word}`}>
      <header className={styles.head}>
        <DeviceState device={device} />
        <RecordTime device={device} />
        <span className={styles.spacer} />
        <ReplayMark device={device} />
        <span className={styles.name} title={device.name}>
          {device.name}
        </span>
        <CardTick device={device} empty={styles.noButton} small />
        <CardMenu device={device} />
      </header>
      <div className={styles.who}>
        <Athletes device={device} />
        <span className={styles.spacer} />
        <Modules device={device} />
      </div>
      {device.is_connected && device.journal !== 'ok' && (
        <p className={styles.note} role="status">
          {t(`card.journal.${device.journal}`)}
        </p>
      )}
      <RefusedText device={device} className={styles.note} />
      {!device.is_connected ? (
        <AwayText device={device} />
      ) : device.state === 'firmware_updating' ? (
        <p className={styles.note}>{t('card.updating')}</p>
      ) : isRefused(device) ? null : (
        <CardChannels device={device} />
      )}
      {device.is_connected && <CardFooter device={device} />}
    </article>
  );
});

/** How a device is shown, as far as the live link lets one know. */
export function useLook(device: LiveDevice): DeviceLook {
  return lookOf(device, useLiveLink().lost);
}

function useStateWord(look: DeviceLook): string {
  const { t } = useTranslation('realtime');
  return t(look.past ? `was.${look.word}` : `state.${look.word}`);
}

/** Glyph and word of the state, in its colour. */
export function DeviceState({ device }: { device: LiveDevice }): ReactNode {
  const look = useLook(device);
  const word = useStateWord(look);
  return (
    <span className={`${styles.state} ${styles[`${look.tone}Ink`]}`}>
      <Icon path={look.icon} size={16} />
      {word}
    </span>
  );
}

function RecordTime({ device }: { device: LiveDevice }): ReactNode {
  const samples = useSamples();
  const link = useLiveLink();
  if (lookOf(device).tone !== 'rec') return null;
  const read = (now: number): string => {
    const clock = samples.clock(device.number);
    const at = link.lost ? link.heardAtMs : now;
    return clock === undefined ? '' : formatChrono(Math.floor(recordTimeAt(clock, at)), 0);
  };
  return <LiveText className={styles.time} text={read} everyMilliseconds={200} />;
}

/** Values of before a device left, that its card still says. */
const lastValues = 3;

/** A device that is away: since when, whether it records aboard, and what it last measured. */
function AwayText({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const records = isRecording(device.state, { starting: true, stopping: true, recovery: true });
  const known = chooseVariables(device.realtime_data_keys, lastValues);
  return (
    <div className={styles.away}>
      {records && (
        <p className={styles.aboard}>
          <Icon path={mdiRecordCircleOutline} size={16} />
          {t('card.aboard')}
          {device.recTime !== null && (
            <span>{t('card.aboardAt', { time: formatChrono(Math.floor(device.recTime), 0) })}</span>
          )}
        </p>
      )}
      <p>
        <DisconnectedText device={device} />
      </p>
      {known.length > 0 && (
        <p className={styles.lastValues}>
          {t('card.lastValues')}{' '}
          {known.map((variable) => (
            <span key={variable.name}>
              {variable.description[language]} <LiveValue deviceNumber={device.number} variable={variable} />
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

/** The athletes of a device: initials and names, or that nobody wears it. */
function Athletes({ device }: { device: LiveDevice }): ReactNode {
  const first = device.users[0];
  if (first === undefined) return <Unpaired device={device} />;
  const names = athleteNames(device.users);
  return (
    <>
      <Avatar person={first} size={24} />
      <span className={styles.athlete} title={names}>
        {names}
      </span>
    </>
  );
}

/** Nobody wears it: whom it is given to is one press away for who may say so. */
function Unpaired({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const { lost } = useLiveLink();
  const mayEdit = useMay('device.edit');
  const [isOpen, setOpen] = useState(false);
  const face = (
    <span className={styles.nobody}>
      <Icon path={mdiAccountPlusOutline} size={14} />
    </span>
  );
  if (!mayEdit || lost) {
    return (
      <>
        {face}
        <span className={styles.unpaired}>{t('card.unpaired')}</span>
      </>
    );
  }
  return (
    <>
      <button type="button" className={styles.pair} onClick={() => setOpen(true)}>
        {face}
        {t('card.pair')}
      </button>
      {isOpen && <PairDialog device={device} onClose={() => setOpen(false)} />}
    </>
  );
}

function Modules({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  return (
    <ul className={styles.modules}>
      {Object.entries(device.modules).map(([key, module]) => {
        const name = moduleName(key, language);
        return module.is_connected ? (
          <li key={key}>{name}</li>
        ) : (
          <li key={key} className={styles.moduleAway} title={t('card.moduleAway', { name })}>
            <Icon path={mdiAlertOutline} size={14} />
            {name}
            <span className="visually-hidden">{t('card.moduleAway', { name })}</span>
          </li>
        );
      })}
    </ul>
  );
}
