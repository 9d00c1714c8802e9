import {
  mdiChevronLeft,
  mdiChevronRight,
  mdiFullscreen,
  mdiFullscreenExit,
  mdiHelpCircleOutline,
  mdiRecordCircle,
  mdiTarget,
} from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { recordTimeAt } from '@sillage/domain';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../../base/shortcuts.ts';
import { useRecordSeconds } from '../../../live/followed-records.ts';
import { useLiveLink } from '../../../live/live.tsx';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { Icon } from '../../../ui/icon.tsx';
import { typedKeys } from '../freeze-bar.tsx';
import { useLiveSelections } from '../live-selections.ts';
import { LiveText } from '../live-text.tsx';
import { useSamples } from '../samples.tsx';
import { useSaidTargets } from '../targets/target-row.tsx';
import { useSaidIndicators } from '../targets/use-said-indicators.ts';
import styles from './wall.module.css';
import { WallTile } from './wall-tile.tsx';

/** Tiles of a page, with columns, on a screen that is higher than wide (`upright`) fewer. */
const layouts = [
  { tiles: 12, columns: 4, upright: 2 },
  { tiles: 4, columns: 2, upright: 1 },
  { tiles: 1, columns: 1, upright: 1 },
] as const;
type Tiles = (typeof layouts)[number]['tiles'];

/** ms without a move after which the controls fade. */
const controlsMs = 5000;

/** Figures of athletes on tiles that never change their place. */
export function Wall({ devices, onLeave }: { devices: readonly LiveDevice[]; onLeave(): void }): ReactNode {
  const { t } = useTranslation('realtime');
  const [tiles, setTiles] = useState<Tiles>(12);
  const [page, setPage] = useState(0);
  const isMoving = useMoves();
  const { lost } = useLiveLink();
  const layout = layouts.find((one) => one.tiles === tiles) ?? layouts[0];
  const pages = Math.max(1, Math.ceil(devices.length / tiles));
  const at = Math.min(page, pages - 1);
  const shown = devices.slice(at * tiles, (at + 1) * tiles);
  // A tile keeps its place on every page; rows that no page needs leave their room to the others.
  const rowsOf = (columns: number) => Math.ceil(Math.min(tiles, Math.max(1, devices.length)) / columns);
  const turn = (by: number) => setPage((at + by + pages) % pages);
  useShortcut(typedKeys.left, () => turn(-1), pages > 1);
  useShortcut(typedKeys.right, () => turn(1), pages > 1);
  const connected = devices.filter((device) => device.is_connected).length;
  const choose = (_: unknown, next: Tiles | null) => {
    if (next === null) return;
    setTiles(next);
    setPage(0);
  };
  return (
    <main
      id="content"
      tabIndex={-1}
      className={styles.wall}
      data-idle={!isMoving || undefined}
      aria-label={t('wall.title')}
    >
      <header className={styles.head}>
        <State devices={devices} />
        <Targets devices={devices} />
        <span className={styles.spacer} />
        <span className={styles.count}>
          {lost ? '?' : connected} / {devices.length}
        </span>
        <span className={styles.controls}>
          {pages > 1 && (
            <>
              <IconButton aria-label={t('wall.previous')} onClick={() => turn(-1)}>
                <Icon path={mdiChevronLeft} size={28} />
              </IconButton>
              <span>
                {at + 1} / {pages}
              </span>
              <IconButton aria-label={t('wall.next')} onClick={() => turn(1)}>
                <Icon path={mdiChevronRight} size={28} />
              </IconButton>
            </>
          )}
          <ToggleButtonGroup exclusive size="small" value={tiles} aria-label={t('wall.tiles')} onChange={choose}>
            {layouts.map((one) => (
              <ToggleButton key={one.tiles} value={one.tiles}>
                {one.tiles}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <IconButton
            aria-label={t('wall.full')}
            title={t('wall.full')}
            onClick={() => void document.documentElement.requestFullscreen?.().catch(() => undefined)}
          >
            <Icon path={mdiFullscreen} size={28} />
          </IconButton>
          <IconButton aria-label={t('wall.leave')} title={t('wall.leave')} onClick={onLeave}>
            <Icon path={mdiFullscreenExit} size={28} />
          </IconButton>
        </span>
      </header>
      <ul
        className={styles.tiles}
        style={
          {
            '--columns': layout.columns,
            '--rows': rowsOf(layout.columns),
            '--upright': layout.upright,
            '--upright-rows': rowsOf(layout.upright),
          } as CSSProperties
        }
        data-tiles={tiles}
      >
        {shown.map((device) => (
          <WallTile key={device.number} device={device} />
        ))}
      </ul>
    </main>
  );
}

/** Whether it records, since when, and the selection that is open. */
function State({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const { lost } = useLiveLink();
  const seconds = useRecordSeconds();
  const { open, number } = useLiveSelections(devices);
  const samples = useSamples();
  if (seconds === undefined) return <span className={styles.state}>{t(lost ? 'wall.lost' : 'wall.ready')}</span>;
  return (
    <>
      <span className={`${styles.state} ${lost ? '' : styles.recording}`}>
        <Icon path={lost ? mdiHelpCircleOutline : mdiRecordCircle} size={32} />
        {t(lost ? 'was.record' : 'state.record')}
      </span>
      <LiveText className={styles.clock} text={() => formatChrono(Math.floor(seconds()), 0)} everyMilliseconds={200} />
      {open !== undefined && number !== undefined && (
        <span className={styles.selection}>
          {t('wall.selection', { num: open.num })}{' '}
          <LiveText
            text={(now) => {
              const clock = samples.clock(number);
              return clock === undefined
                ? ''
                : formatChrono(Math.max(0, Math.floor(recordTimeAt(clock, now) - open.t0)), 0);
            }}
            everyMilliseconds={200}
          />
        </span>
      )}
    </>
  );
}

/** What the marks of the tiles are measured by. */
function Targets({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const said = useSaidTargets(useSaidIndicators(devices));
  return (
    said !== undefined && (
      <span className={styles.aim}>
        <Icon path={mdiTarget} size={24} />
        {`${said.what} ${said.range}`.trim()}
      </span>
    )
  );
}

/** Whether somebody moved the pointer or touched lately. */
function useMoves(): boolean {
  const [isMoving, setMoving] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const move = (): void => {
      setMoving(true);
      clearTimeout(timer);
      timer = setTimeout(() => setMoving(false), controlsMs);
    };
    move();
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const event of events) addEventListener(event, move);
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, move);
    };
  }, []);
  return isMoving;
}
