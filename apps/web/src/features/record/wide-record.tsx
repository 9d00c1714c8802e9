import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../base/load-part.ts';
import { BottomSheet } from '../../ui/bottom-sheet.tsx';
import { useRoomBeside, useScreenSize } from '../../ui/screen-size.ts';
import { PhasesLane } from './analysis/phases-lane.tsx';
import { CropBar } from './crop-bar.tsx';
import { Curves } from './curves.tsx';
import { useOpenRecord } from './open-record.ts';
import { Overview } from './overview.tsx';
import { ProposeBar } from './propose/propose-bar.tsx';
import styles from './record-view.module.css';
import { useRightRoom } from './right-room.ts';
import { SelectionLanes } from './selection-lane.tsx';
import { SidePanel } from './side-panel.tsx';
import { StatisticsPanel } from './statistics-panel.tsx';
import { Toolbar } from './toolbar.tsx';
import { VariablesPanel } from './variables-panel.tsx';
import { useViewSettings } from './view-settings.ts';

const FilmPanel = lazyPart(() => import('./film/film-panel.tsx'));

/** From 600 px: panels stand beside the curves from 1280 px on, below that they are bottom sheets. */
export function WideRecord(): ReactNode {
  const { t } = useTranslation('record');
  const docked = useScreenSize() === 'desktop';
  const settings = useViewSettings();
  const { crop, proposal, film } = useOpenRecord();
  const [sheet, setSheet] = useState<'variables' | 'sheet' | 'beside'>();
  // Film and curves have the room: statistics are one line, until they are asked for.
  const showVariables = docked && settings.variables && film === undefined;
  const [besideFilm, setBesideFilm] = useState(false);
  const showsStatistics = film === undefined ? settings.statistics : besideFilm;
  const turnStatistics = () => (film === undefined ? settings.toggle('statistics') : setBesideFilm(!besideFilm));
  // Numbers and curves are looked at together: they stand side by side as soon as there is room.
  const hasRoom = useRoomBeside();
  if (sheet === 'sheet' && hasRoom && settings.side === 'analysis') setSheet('beside');
  const isBeside = !docked && hasRoom && sheet === 'beside';
  const showSheet = (docked && settings.sheet) || isBeside;
  const closeSheet = () => setSheet(undefined);
  useToastsAboveTheAxis(!showsStatistics);
  const open = (panel: 'variables' | 'sheet') =>
    docked && (panel === 'sheet' || film === undefined)
      ? settings.toggle(panel)
      : setSheet(panel === 'sheet' && isBeside ? undefined : panel);
  return (
    <div className={styles.view}>
      {crop.window !== undefined && <CropBar />}
      {proposal.draft !== undefined && <ProposeBar />}
      {crop.window === undefined && proposal.draft === undefined && (
        <Toolbar panels={{ variables: showVariables, sheet: showSheet }} onPanel={open} />
      )}
      <div className={styles.panels} data-film={film && settings.filmSide}>
        {showVariables && (
          <aside className={styles.variables} aria-label={t('variables.title')}>
            <VariablesPanel onCollapse={() => settings.toggle('variables')} />
          </aside>
        )}
        {film && (
          <Suspense fallback={<div style={{ flexBasis: `${settings.filmShare * 100}%` }} />}>
            <FilmPanel />
          </Suspense>
        )}
        <div className={styles.centre} style={useRightRoom()}>
          <Overview />
          <SelectionLanes />
          <PhasesLane />
          <Curves />
          <section className={styles.statistics} data-open={showsStatistics} aria-label={t('statistics.label')}>
            <StatisticsPanel isOpen={showsStatistics} onTurn={turnStatistics} />
          </section>
        </div>
        {showSheet && (
          <aside className={styles.side} aria-label={t('sheet.title')}>
            <SidePanel onCollapse={isBeside ? closeSheet : () => settings.toggle('sheet')} />
          </aside>
        )}
      </div>
      <BottomSheet label={t('variables.title')} open={sheet === 'variables'} onClose={closeSheet}>
        <VariablesPanel />
      </BottomSheet>
      <BottomSheet label={t('sheet.title')} open={sheet === 'sheet'} onClose={closeSheet}>
        <SidePanel onShowCurves={closeSheet} />
      </BottomSheet>
    </div>
  );
}

/** px of the statistics' bar and the time axis above it. */
const barAndAxisPixels = 72;

/** Where the time axis is near the bottom, what pops up there stands above it. */
function useToastsAboveTheAxis(isNear: boolean): void {
  useEffect(() => {
    if (!isNear) return;
    const { style } = document.documentElement;
    style.setProperty('--toast-lift', `${barAndAxisPixels}px`);
    return () => {
      style.removeProperty('--toast-lift');
    };
  }, [isNear]);
}
