import { mdiPageLayoutSidebarRight } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { AnalysisPanel } from './analysis/analysis-panel.tsx';
import { CalibrationPanel } from './calibration-panel.tsx';
import { RecordSheet } from './record-sheet.tsx';
import styles from './steps.module.css';
import { StepsPanel } from './steps-panel.tsx';
import { type SidePart, useViewSettings } from './view-settings.ts';

/** What is known of the record, what was done to it, and how its sensors are calibrated. */
export function SidePanel(props: { onCollapse?: () => void; onShowCurves?: () => void }): ReactNode {
  const { t } = useTranslation('record');
  const { side, showSide } = useViewSettings();
  const tab = (part: SidePart, label: string) => (
    <button type="button" role="tab" aria-selected={side === part} onClick={() => showSide(part)}>
      {label}
    </button>
  );
  return (
    <div className={styles.panel}>
      <div className={styles.top}>
        <div className={styles.tabs} role="tablist">
          {tab('analysis', t('analysis.title'))}
          {tab('steps', t('steps.title'))}
          {tab('calibration', t('calibration.title'))}
          {tab('sheet', t('sheet.title'))}
        </div>
        {props.onCollapse && (
          <IconButton aria-label={t('sheet.collapse')} title={t('sheet.collapse')} onClick={props.onCollapse}>
            <Icon path={mdiPageLayoutSidebarRight} />
          </IconButton>
        )}
      </div>
      <div className={styles.content}>
        {side === 'analysis' && <AnalysisPanel onShowCurves={props.onShowCurves} />}
        {side === 'steps' && <StepsPanel />}
        {side === 'calibration' && <CalibrationPanel />}
        {side === 'sheet' && <RecordSheet />}
      </div>
    </div>
  );
}
