import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { IndicatorKind } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './athlete-page.module.css';
import { chooseVariables } from './choose-variables.ts';
import { DeviceState } from './device-card.tsx';
import { DisconnectedText } from './disconnected-text.tsx';
import { useIndicatorFigure, useToldIndicators } from './indicators.tsx';
import { LiveText } from './live-text.tsx';
import { LiveAge, LiveValue } from './live-value.tsx';
import { useRealtimeRequest } from './samples.tsx';
import { TargetMark } from './targets/target-mark.tsx';
import { useAimed } from './targets/use-aimed.ts';

const figures = 3;
/** ms between changes of a printed value: faster cannot be read. */
const printEvery = 250;

/** One athlete at a time on a phone: figures that are read at arm's length. `still`: nothing on it is pressed. */
export function AthletePage({
  devices,
  still = false,
}: {
  devices: readonly LiveDevice[];
  still?: boolean;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const [chosen, choose] = useState<number>();
  const found = devices.findIndex(({ number }) => number === chosen);
  const index =
    found >= 0
      ? found
      : Math.max(
          0,
          devices.findIndex(({ is_connected }) => is_connected),
        );
  const device = devices[index];
  if (device === undefined) return null;
  const step = (by: number) => () => choose(devices.at((index + by) % devices.length)?.number);
  const names = athleteNames(device.users);
  return (
    <section className={styles.page} aria-label={names || device.name}>
      <header className={styles.head}>
        {!still && (
          <IconButton aria-label={t('athlete.previous')} disabled={devices.length < 2} onClick={step(-1)}>
            <Icon path={mdiChevronLeft} size={28} />
          </IconButton>
        )}
        <div className={styles.who}>
          <h2>{names || device.name}</h2>
          <span className={styles.state}>
            <DeviceState device={device} />
            {t('athlete.place', { name: device.name, at: index + 1, count: devices.length })}
          </span>
        </div>
        {!still && (
          <IconButton aria-label={t('athlete.next')} disabled={devices.length < 2} onClick={step(1)}>
            <Icon path={mdiChevronRight} size={28} />
          </IconButton>
        )}
      </header>
      {device.is_connected ? (
        <Figures device={device} />
      ) : (
        <p className={styles.away}>
          <DisconnectedText device={device} />
        </p>
      )}
    </section>
  );
}

function Figures({ device }: { device: LiveDevice }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const aimed = useAimed(device);
  const chosen = chooseVariables(
    device.realtime_data_keys.filter(({ unit }) => unit !== aimed?.unit),
    aimed === undefined ? figures : figures - 1,
  );
  useRealtimeRequest(
    device.number,
    device.is_connected,
    chosen.map(({ name }) => name),
  );
  return (
    <div className={styles.figures}>
      {aimed !== undefined && <Aimed device={device} kind={aimed} />}
      {chosen.map((variable) => (
        <div key={variable.name} className={styles.figure}>
          <span className={styles.label}>{variable.description[language]}</span>
          <LiveValue deviceNumber={device.number} variable={variable} className={styles.value} />
        </div>
      ))}
      <LiveAge deviceNumber={device.number} className={styles.age} />
    </div>
  );
}

/** The indicator for which a target is set, and whether it lies there. */
function Aimed({ device, kind }: { device: LiveDevice; kind: IndicatorKind }): ReactNode {
  const told = useToldIndicators(device.number);
  const { text, read, unit, decimals, isPace, target, title } = useIndicatorFigure(kind, told);
  const who = athleteNames(device.users) || device.name;
  return (
    <div className={styles.figure}>
      <span className={styles.label}>
        {title}
        {target !== undefined && (
          <span className={styles.target}>
            <TargetMark {...{ target, read, decimals, isPace, who }} what={title} />
          </span>
        )}
      </span>
      <span className={styles.value}>
        <LiveText text={text} everyMilliseconds={printEvery} />
        <small className={styles.unit}>{unit}</small>
      </span>
    </div>
  );
}
