import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordSheet } from './record-sheet.tsx';
import styles from './steps.module.css';
import { StepsPanel } from './steps-panel.tsx';
import { useViewSettings } from './view-settings.ts';

/** What is known of the record, and what was done to it. */
export function SidePanel(props: { onCollapse?: () => void }): ReactNode {
  const { t } = useTranslation('record');
  const { steps: showsSteps, toggle } = useViewSettings();
  const tab = (isSteps: boolean, label: string) => (
    <button
      type="button"
      role="tab"
      aria-selected={showsSteps === isSteps}
      onClick={() => showsSteps !== isSteps && toggle('steps')}
    >
      {label}
    </button>
  );
  return (
    <div className={styles.panel}>
      <div className={styles.tabs} role="tablist">
        {tab(true, t('steps.title'))}
        {tab(false, t('sheet.title'))}
      </div>
      <div className={styles.content}>{showsSteps ? <StepsPanel /> : <RecordSheet {...props} />}</div>
    </div>
  );
}
