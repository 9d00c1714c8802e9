import { mdiTuneVariant } from '@mdi/js';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { createCursor } from '../../charts/shared-cursor.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import {
  type CurveChoice,
  type CurvesBy,
  shareScale,
  showCurvesBy,
  useCurveChoice,
  useCurvesBy,
} from './curve-choice.ts';
import { type CurveGroup, groupByAthlete, groupByQuantity } from './curve-groups.ts';
import styles from './curves.module.css';
import { type Freezing, useFreezing } from './freeze.ts';
import { FreezeBar, FreezeButton, useFreezeKeys } from './freeze-bar.tsx';
import { GraphSurface } from './graph-surface.tsx';
import { LiveGraph } from './live-graph.tsx';
import { useLiveSayings } from './live-sayings.ts';
import { QuantityChoice } from './quantity-choice.tsx';
import { RunOverview } from './run-overview.tsx';
import { useRealtimeRequest } from './samples.tsx';
import { VariableChoice } from './variable-choice.tsx';
import { useLiveWindow, WindowChoice } from './window-choice.tsx';

/** Live curves of what was chosen, by athlete or by quantity, all of one window, which can be frozen and moved back. */
export default function Curves({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const choice = useCurveChoice(devices);
  const { by, sameScale } = useCurvesBy();
  const windowSeconds = useLiveWindow();
  const phone = useScreenSize() === 'phone';
  const [listed, setListed] = useState(!phone);
  const [cursor] = useState(() => createCursor());
  const groups = useGroups(devices, choice, by);
  const watched = useMemo(() => watchedIn(groups), [groups]);
  const freezing = useFreezing(watched, windowSeconds);
  useFreezeKeys(freezing, cursor);
  const connected = devices.filter((device) => device.is_connected);
  const { frozen } = freezing;
  return (
    <div className={`${styles.curves} ${listed ? '' : styles.alone}`}>
      {watched.map((one) => (
        <CurveRequest key={one.number} {...one} connected={connected.some(({ number }) => number === one.number)} />
      ))}
      {listed &&
        (by === 'athlete' ? (
          <VariableChoice devices={connected} chosen={choice.curves} onToggle={choice.toggleCurve} />
        ) : (
          <QuantityChoice devices={connected} all={devices} choice={choice} />
        ))}
      <div className={styles.graphs}>
        {frozen === undefined ? (
          <RunningBar
            freezing={freezing}
            listed={listed}
            onListed={setListed}
            shown={by === 'athlete' ? choice.curves.size : choice.quantities.size}
          />
        ) : (
          <FreezeBar freezing={freezing} frozen={frozen} />
        )}
        {groups.length > 0 && (
          <RunOverview line={groups[0]?.lines[0]} freezing={freezing} windowSeconds={windowSeconds} />
        )}
        {groups.length === 0 ? (
          <MessageScreen heading="h3" title={t('curves.none')} text={t('curves.noneText')} />
        ) : (
          groups.map((group) => (
            <LiveGraph
              key={group.id}
              group={group}
              alike={sameScale && by === 'athlete' ? alikeOf(group, groups) : undefined}
              windowSeconds={windowSeconds}
              frozen={frozen}
              cursor={cursor}
            >
              <GraphSurface freezing={freezing} windowSeconds={windowSeconds} cursor={cursor} />
            </LiveGraph>
          ))
        )}
      </div>
    </div>
  );
}

function useGroups(devices: readonly LiveDevice[], choice: CurveChoice, by: CurvesBy): readonly CurveGroup[] {
  const { curves: colours } = useChartTheme();
  const sayings = useLiveSayings();
  const language = useAppearance((appearance) => appearance.language);
  return useMemo(() => {
    const grouping = { unitOf: (key: Parameters<typeof sayings>[0]) => sayings(key).unit, language, colours };
    return by === 'athlete'
      ? groupByAthlete(devices, choice.curves, grouping)
      : groupByQuantity(devices, choice, grouping);
  }, [devices, choice, by, sayings, language, colours]);
}

/** All lines that share a value axis with this graph's. */
function alikeOf(group: CurveGroup, groups: readonly CurveGroup[]) {
  return groups.filter(({ scale }) => scale === group.scale).flatMap(({ lines }) => lines);
}

function watchedIn(groups: readonly CurveGroup[]) {
  const lines = groups.flatMap((group) => group.lines);
  return [...Map.groupBy(lines, ({ device }) => device.number)].map(([number, own]) => ({
    number,
    names: own.map(({ variable }) => variable.name),
  }));
}

/** While the curves run: what they show, how much time, and how they are frozen. */
function RunningBar(props: {
  freezing: Freezing;
  listed: boolean;
  onListed(listed: boolean): void;
  shown: number;
}): ReactNode {
  const { t } = useTranslation('realtime');
  const size = useScreenSize();
  const { by, sameScale } = useCurvesBy();
  return (
    <div className={styles.bar}>
      <Button size="small" aria-expanded={props.listed} onClick={() => props.onListed(!props.listed)}>
        <Icon path={mdiTuneVariant} />
        {t('curves.quantities', { count: props.shown })}
      </Button>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={by}
        aria-label={t('curves.by')}
        onChange={(_, next: CurvesBy | null) => {
          if (next !== null) showCurvesBy(next);
        }}
      >
        <ToggleButton value="quantity">{t('curves.byQuantity')}</ToggleButton>
        <ToggleButton value="athlete">{t('curves.byAthlete')}</ToggleButton>
      </ToggleButtonGroup>
      <WindowChoice />
      {size === 'desktop' && <span className={styles.common}>{t('curves.common')}</span>}
      <span className={styles.end}>
        {by === 'athlete' && size !== 'phone' && (
          <FormControlLabel
            className={styles.sameScale ?? ''}
            labelPlacement="start"
            label={t('curves.sameScale')}
            control={<Switch size="small" checked={sameScale} onChange={(_, on) => shareScale(on)} />}
          />
        )}
        <FreezeButton freezing={props.freezing} />
      </span>
    </div>
  );
}

/** Asks the device for the chosen variables as long as they are drawn. */
function CurveRequest(props: { number: number; connected: boolean; names: readonly string[] }): ReactNode {
  useRealtimeRequest(props.number, props.connected, props.names);
  return null;
}
