import { mdiChartMultiple, mdiInformationOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BottomSheet } from '../../ui/bottom-sheet.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { RecordParts } from './record-parts.ts';
import { RecordSheet } from './record-sheet.tsx';
import styles from './record-view.module.css';
import { StatisticsPanel } from './statistics-panel.tsx';
import { Toolbar } from './toolbar.tsx';
import { VariablesPanel } from './variables-panel.tsx';
import { useViewSettings } from './view-settings.ts';

type WideProps = RecordParts & { downloadRef: Ref<HTMLButtonElement>; docked: boolean };

/** From 600 px: panels stand beside the curves from 1280 px on, below that they are bottom sheets. */
export function WideRecord(props: WideProps): ReactNode {
  const { t } = useTranslation('record');
  const { record, view, selections, docked } = props;
  const settings = useViewSettings();
  const [sheet, setSheet] = useState<'variables' | 'sheet'>();
  const showVariables = docked && settings.variables;
  const showSheet = docked && settings.sheet;
  const open = (panel: 'variables' | 'sheet') => (docked ? settings.toggle(panel) : setSheet(panel));
  const variables = (onCollapse?: () => void) => (
    <VariablesPanel
      available={record.available_data}
      layout={props.layout}
      single={!settings.multiple}
      onChange={view.setLayout}
      onCollapse={onCollapse}
    />
  );
  return (
    <div className={styles.view}>
      <Toolbar
        view={view}
        downloadRef={props.downloadRef}
        mayEdit={selections.mayEdit}
        onSelection={selections.toggle}
        onDownload={props.onDownload}
      />
      <div className={styles.panels}>
        {showVariables && <aside className={styles.variables}>{variables(() => settings.toggle('variables'))}</aside>}
        <div className={styles.centre}>
          {(!showVariables || !showSheet) && (
            <div className={styles.openers}>
              {!showVariables && (
                <Button
                  color="inherit"
                  onClick={() => open('variables')}
                  startIcon={<Icon path={mdiChartMultiple} size={18} />}
                >
                  {t('variables.title')}
                </Button>
              )}
              <span className={styles.grow} />
              {!showSheet && (
                <Button
                  color="inherit"
                  onClick={() => open('sheet')}
                  startIcon={<Icon path={mdiInformationOutline} size={18} />}
                >
                  {t('sheet.title')}
                </Button>
              )}
            </div>
          )}
          {props.overview}
          {props.lane}
          {props.curves}
          <section className={styles.statistics} data-open={settings.statistics} aria-label={t('statistics.label')}>
            <StatisticsPanel
              record={record}
              columns={props.columns}
              variables={props.variables}
              active={view.activeSelection}
              open={settings.statistics}
              onToggle={() => settings.toggle('statistics')}
              onActivate={view.activate}
            />
          </section>
        </div>
        {showSheet && (
          <aside className={styles.side}>
            <RecordSheet record={record} onCollapse={() => settings.toggle('sheet')} onDeleted={props.onDeleted} />
          </aside>
        )}
      </div>
      <BottomSheet open={sheet === 'variables'} onClose={() => setSheet(undefined)}>
        {variables()}
      </BottomSheet>
      <BottomSheet open={sheet === 'sheet'} onClose={() => setSheet(undefined)}>
        <RecordSheet record={record} onDeleted={props.onDeleted} />
      </BottomSheet>
    </div>
  );
}
