import { mdiTuneVariant } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { strokeOf } from '../../charts/colours.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { chooseVariables } from './choose-variables.ts';
import { curveId, groupCurves, isChosen, maxCurves } from './curve-groups.ts';
import styles from './curves.module.css';
import { LiveGraph } from './live-graph.tsx';
import { useLiveSayings } from './live-sayings.ts';
import { useRealtimeRequest } from './samples.tsx';
import { VariableChoice } from './variable-choice.tsx';
import { useLiveWindow, WindowChoice } from './window-choice.tsx';

/** The variables drawn before anybody has chosen: the two most telling of the first four devices. */
function firstChoice(devices: readonly LiveDevice[]): ReadonlySet<string> {
  const connected = devices.filter((device) => device.is_connected).slice(0, 4);
  return new Set(
    connected.flatMap((device) =>
      chooseVariables(device.realtime_data_keys, 2).map((key) => curveId(device.number, key.name)),
    ),
  );
}

/** Live curves of chosen variables: one graph per device, module and unit. */
export default function Curves({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const { curves } = useChartTheme();
  const [chosen, setChosen] = useState(() => firstChoice(devices));
  const windowSeconds = useLiveWindow();
  const sayings = useLiveSayings();
  const size = useScreenSize();
  const [listed, setListed] = useState(size !== 'phone');
  const connected = devices.filter((device) => device.is_connected);
  const groups = useMemo(() => groupCurves(devices, chosen, (key) => sayings(key).unit), [devices, chosen, sayings]);

  function toggle(id: string): void {
    const next = new Set(chosen);
    if (!next.delete(id) && next.size < maxCurves) next.add(id);
    setChosen(next);
  }

  return (
    <div className={`${styles.curves} ${listed ? '' : styles.alone}`}>
      {connected.map((device) => (
        <CurveRequest key={device.number} device={device} chosen={chosen} />
      ))}
      {listed && <VariableChoice devices={connected} chosen={chosen} onToggle={toggle} />}
      <div className={styles.graphs}>
        <div className={styles.bar}>
          <Button size="small" aria-expanded={listed} onClick={() => setListed(!listed)}>
            <Icon path={mdiTuneVariant} />
            {t('curves.quantities', { count: chosen.size })}
          </Button>
          <WindowChoice />
          <span className={styles.common}>{t('curves.common')}</span>
        </div>
        {groups.length === 0 ? (
          <MessageScreen heading="h3" title={t('curves.none')} text={t('curves.noneText')} />
        ) : (
          groups.map((group) => (
            <LiveGraph
              key={group.id}
              group={group}
              windowSeconds={windowSeconds}
              strokes={group.variables.map((key) => strokeOf(key.name, group.allNames, curves))}
            />
          ))
        )}
      </div>
    </div>
  );
}

/** Asks the device for the chosen variables as long as they are drawn. */
function CurveRequest(props: { device: LiveDevice; chosen: ReadonlySet<string> }): ReactNode {
  const { device, chosen } = props;
  const names = device.realtime_data_keys.filter((key) => isChosen(chosen, device.number, key.name));
  useRealtimeRequest(
    device.number,
    device.is_connected,
    names.map((key) => key.name),
  );
  return null;
}
