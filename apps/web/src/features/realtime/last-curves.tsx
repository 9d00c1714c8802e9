import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { athleteNames } from '@sillage/domain';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import { chooseVariables } from './choose-variables.ts';
import { curveId, groupByAthlete } from './curve-groups.ts';
import styles from './last-curves.module.css';
import { LiveGraph } from './live-graph.tsx';
import { useLiveSayings } from './live-sayings.ts';
import { useSamples } from './samples.tsx';
import { useLiveWindow } from './window-choice.tsx';

const curvesAtMost = 3;

/** Beside what was recorded: how it ended, a device at a time; nothing where this screen did not see it. */
export default function LastCurves(): ReactNode {
  const { t } = useTranslation('realtime');
  const { curves: colours } = useChartTheme();
  const language = useAppearance((appearance) => appearance.language);
  const sayings = useLiveSayings();
  const windowSeconds = useLiveWindow();
  const samples = useSamples();
  const ended = useFollowedRecords((followed) => followed.ended);
  /** The device's number: others may come to stand before it. */
  const [chosenNumber, choose] = useState<number>();
  // The kept ends come with each device's own next message, of which nothing else tells.
  useNow(true);
  const titleId = useId();
  const devices = new Map(ended.map(({ device }) => [device.number, device]));
  const seen = [...devices.values()]
    .map((device) => ({ device, variables: chooseVariables(device.realtime_data_keys, curvesAtMost) }))
    .filter(({ device, variables }) => variables.some(({ name }) => samples.kept(device.number, name)?.length))
    .toSorted((a, b) => a.device.number - b.device.number);
  const index = Math.max(
    0,
    seen.findIndex(({ device }) => device.number === chosenNumber),
  );
  const shown = seen[index];
  if (shown === undefined) return null;
  const { device, variables } = shown;
  if (device.number !== chosenNumber) choose(device.number);
  const chosen = new Set(variables.map(({ name }) => curveId(device.number, name)));
  const step = (by: number) => () => choose(seen.at((index + by) % seen.length)?.device.number);
  return (
    <aside className={styles.last} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{t('ended.last')}</h2>
        <span className={styles.who} aria-live="polite">
          {athleteNames(device.users) || device.name}
        </span>
        <IconButton size="small" aria-label={t('ended.previous')} disabled={seen.length < 2} onClick={step(-1)}>
          <Icon path={mdiChevronLeft} />
        </IconButton>
        <IconButton size="small" aria-label={t('ended.next')} disabled={seen.length < 2} onClick={step(1)}>
          <Icon path={mdiChevronRight} />
        </IconButton>
      </header>
      <div className={styles.graphs}>
        {groupByAthlete([device], chosen, { unitOf: (key) => sayings(key).unit, language, colours }).map((group) => (
          <LiveGraph key={group.id} group={group} windowSeconds={windowSeconds} />
        ))}
      </div>
    </aside>
  );
}
