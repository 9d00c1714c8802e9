import { mdiChartMultiple, mdiDownload, mdiFitToPageOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../base/load-part.ts';
import { BottomSheet } from '../../ui/bottom-sheet.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AnalysisPanel } from './analysis/analysis-panel.tsx';
import { PhasesLane } from './analysis/phases-lane.tsx';
import { PhoneExplanation } from './analysis/phone-explanation.tsx';
import { PhoneNumbers } from './analysis/phone-numbers.tsx';
import { AxisChoice } from './axis-choice.tsx';
import { CalibrationPanel } from './calibration-panel.tsx';
import { CropBar } from './crop-bar.tsx';
import { Curves } from './curves.tsx';
import { RecordLogs } from './error-list.tsx';
import { placedNames } from './graph-layout.ts';
import { HistoryTable } from './history-table.tsx';
import { useOpenRecord } from './open-record.ts';
import { Overview } from './overview.tsx';
import styles from './phone-record.module.css';
import { phoneTabs, usePhoneTab } from './phone-tab.ts';
import { PresetMenu } from './preset-menu.tsx';
import { ProposeBar } from './propose/propose-bar.tsx';
import { RecordSheet } from './record-sheet.tsx';
import { useRightRoom } from './right-room.ts';
import { SelectionLanes } from './selection-lane.tsx';
import { SelectionSheet } from './selection-sheet.tsx';
import { StatisticsTableView } from './statistics-panel.tsx';
import { StepsPanel } from './steps-panel.tsx';
import { FilmButton, HistoryButtons, SelectionButton } from './toolbar.tsx';
import { VariablesPanel } from './variables-panel.tsx';

const FilmPanel = lazyPart(() => import('./film/film-panel.tsx'));

/** Below 600 px: one thing at a time, tools under the thumb. */
export function PhoneRecord(): ReactNode {
  const { t } = useTranslation('record');
  const [tab, setTab] = usePhoneTab();
  const { record } = useOpenRecord();
  return (
    <div className={styles.phone} style={useRightRoom()}>
      <div className={styles.tabs} role="tablist">
        {phoneTabs.map((name) => (
          <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
            {t(`phone.${name}`)}
          </button>
        ))}
      </div>
      {tab === 'curves' && <PhoneCurves />}
      {tab === 'selections' && (
        <div className={styles.scroll}>
          <StatisticsTableView />
          {record.nb_errors > 0 && <RecordLogs />}
        </div>
      )}
      {tab === 'analysis' && <AnalysisPanel onShowCurves={() => setTab('curves')} />}
      {tab === 'steps' && (
        <div className={styles.scroll}>
          <StepsPanel onCrop={() => setTab('curves')} />
          <HistoryTable />
        </div>
      )}
      {tab === 'calibration' && <CalibrationPanel />}
      {tab === 'sheet' && <RecordSheet />}
    </div>
  );
}

/** While a record is cropped, or selections are proposed, only what that needs: the curves have the room. */
function PhoneCurves(): ReactNode {
  const { t } = useTranslation('record');
  const { view, selections, crop, proposal, film, analysis } = useOpenRecord();
  const isEditing = crop.window !== undefined || proposal.draft !== undefined;
  // A number that is explained has the room under the curves, which need some, too.
  const isExplaining = !isEditing && film === undefined && analysis.explained !== undefined;
  return (
    <>
      {!isEditing && !isExplaining && <Chips />}
      {!isEditing && film === undefined && analysis.isShown && <PhoneNumbers />}
      {crop.window !== undefined && <CropBar />}
      {proposal.draft !== undefined && <ProposeBar />}
      {film && (
        <Suspense>
          <FilmPanel />
        </Suspense>
      )}
      {!film?.isAligning && (
        <>
          {!isExplaining && <Overview />}
          {!isExplaining && <SelectionLanes />}
          <PhasesLane />
          <Curves />
        </>
      )}
      {isExplaining && <PhoneExplanation />}
      {!isEditing && !isExplaining && !film?.isAligning && (
        <>
          {film === undefined && <SelectionSheet />}
          <div className={styles.tools} role="toolbar" aria-label={t('toolbar.label')}>
            <HistoryButtons />
            <IconButton onClick={view.whole} aria-label={t('toolbar.whole')}>
              <Icon path={mdiFitToPageOutline} size={24} />
            </IconButton>
            {selections.mayEdit && <SelectionButton />}
          </div>
        </>
      )}
    </>
  );
}

/** What is drawn, over what, and the way to a file. */
function Chips(): ReactNode {
  const { t } = useTranslation('record');
  const [variablesOpen, setVariablesOpen] = useState(false);
  const { view, download } = useOpenRecord();
  return (
    <>
      <div className={styles.chips}>
        <div className={styles.scroller}>
          <Button
            variant="outlined"
            onClick={() => setVariablesOpen(true)}
            startIcon={<Icon path={mdiChartMultiple} size={18} />}
          >
            {t('phone.variables', { count: placedNames(view.layout).length })}
          </Button>
          <PresetMenu />
          <AxisChoice />
        </div>
        <FilmButton />
        <IconButton onClick={download} aria-label={t('toolbar.download')} aria-haspopup="menu">
          <Icon path={mdiDownload} />
        </IconButton>
      </div>
      <BottomSheet label={t('variables.title')} open={variablesOpen} onClose={() => setVariablesOpen(false)}>
        <VariablesPanel />
      </BottomSheet>
    </>
  );
}
