import { mdiAlertOutline } from '@mdi/js';
import type { IndicatorKind } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { isRefused } from '../../live/record-control.ts';
import { RefusedText } from '../../live/refused-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useChannelStroke } from './card-channels.tsx';
import { CardTick } from './card-tick.tsx';
import { chooseVariables } from './choose-variables.ts';
import { DeviceState, useLook } from './device-card.tsx';
import styles from './device-row.module.css';
import { DisconnectedText } from './disconnected-text.tsx';
import { useIndicatorFigure, useToldIndicators } from './indicators.tsx';
import { LiveSparkline } from './live-sparkline.tsx';
import { LiveText } from './live-text.tsx';
import { LiveValue } from './live-value.tsx';
import { ReplayMark } from './replay-mark.tsx';
import { useRealtimeRequest } from './samples.tsx';
import { TargetMark } from './targets/target-mark.tsx';
import { useAimed } from './targets/use-aimed.ts';

/** A device on a phone: athlete, state, two values by name, and the shape of the first. */
export const DeviceRow = memo(function DeviceRow({ device }: { device: LiveDevice }): ReactNode {
  const look = useLook(device);
  const names = athleteNames(device.users);
  return (
    <li className={`${styles.row} ${styles[look.tone]}`}>
      <span className={styles.edge} />
      <div className={styles.who}>
        <div className={styles.athlete} title={names}>
          {names || device.name}
        </div>
        <div className={styles.state}>
          <DeviceState device={device} />
          <ReplayMark device={device} />
          {device.is_connected && device.journal !== 'ok' ? (
            <JournalWord state={device.journal} />
          ) : (
            <span className={styles.name}>{names ? device.name : ''}</span>
          )}
        </div>
      </div>
      {isRefused(device) ? (
        <span className={styles.away} />
      ) : device.is_connected ? (
        <RowChannels device={device} />
      ) : (
        <span className={styles.away}>
          <DisconnectedText device={device} short />
        </span>
      )}
      <CardTick device={device} empty={styles.noButton} />
      <RefusedText device={device} className={styles.refused} />
    </li>
  );
});

/** Why what the device sends does not reach the disk; the sentence stands on the card of a larger screen. */
function JournalWord({ state }: { state: Exclude<LiveDevice['journal'], 'ok'> }): ReactNode {
  const { t } = useTranslation('realtime');
  return (
    <span className={styles.journal} role="status">
      <Icon path={mdiAlertOutline} size={16} />
      {t(`row.journal.${state}`)}
    </span>
  );
}

/** ms between changes of a printed value: faster cannot be read. */
const printEvery = 250;
const figures = 2;

function RowChannels({ device }: { device: LiveDevice }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const strokeOf = useChannelStroke();
  const aimed = useAimed(device);
  const chosen = chooseVariables(
    device.realtime_data_keys.filter(({ unit }) => unit !== aimed?.unit),
    aimed === undefined ? figures : figures - 1,
  );
  const names = device.realtime_data_keys.map((key) => key.name);
  useRealtimeRequest(
    device.number,
    device.is_connected,
    chosen.map((key) => key.name),
  );
  const [first] = chosen;
  return (
    <>
      <span className={styles.spark}>
        {first && <LiveSparkline deviceNumber={device.number} name={first.name} {...strokeOf(first.name, names)} />}
      </span>
      <span className={styles.values}>
        {aimed !== undefined && <Aimed device={device} kind={aimed} />}
        {chosen.map((key) => (
          <span key={key.name} className={styles.measure}>
            <LiveValue deviceNumber={device.number} variable={key} className={styles.value} />
            <span className={styles.label} title={key.description[language]}>
              {key.description[language]}
            </span>
          </span>
        ))}
      </span>
    </>
  );
}

/** The indicator for which a target is set, and where it lies. */
function Aimed({ device, kind }: { device: LiveDevice; kind: IndicatorKind }): ReactNode {
  const told = useToldIndicators(device.number);
  const { text, read, unit, decimals, isPace, target, title } = useIndicatorFigure(kind, told);
  const who = athleteNames(device.users) || device.name;
  return (
    <span className={styles.measure}>
      <span className={styles.value}>
        <LiveText text={text} everyMilliseconds={printEvery} /> <small className={styles.unit}>{unit}</small>
      </span>
      <span className={styles.label} title={title}>
        {title}
      </span>
      {target !== undefined && (
        <span className={styles.target}>
          <TargetMark {...{ target, read, decimals, isPace, who }} what={title} />
        </span>
      )}
    </span>
  );
}
