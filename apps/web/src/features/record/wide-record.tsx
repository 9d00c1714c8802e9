import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BottomSheet } from '../../ui/bottom-sheet.tsx';
import type { RecordParts } from './record-parts.ts';
import { RecordSheet } from './record-sheet.tsx';
import styles from './record-view.module.css';
import { StatisticsPanel } from './statistics-panel.tsx';
import { Toolbar } from './toolbar.tsx';
import { VariablesPanel } from './variables-panel.tsx';
import { useViewSettings } from './view-settings.ts';

type WideProps = RecordParts & { docked: boolean };

/** From 600 px: panels stand beside the curves from 1280 px on, below that they are bottom sheets. */
export function WideRecord(props: WideProps): ReactNode {
  const { t } = useTranslation('record');
  const { record, view, selections, docked } = props;
  const settings = useViewSettings();
  const [sheet, setSheet] = useState<'variables' | 'sheet'>();
  const showVariables = docked && settings.variables;
  const showSheet = docked && settings.sheet;
  useToastsAboveTheAxis(!settings.statistics);
  const open = (panel: 'variables' | 'sheet') => (docked ? settings.toggle(panel) : setSheet(panel));
  const variables = (onCollapse?: () => void) => (
    <VariablesPanel
      available={record.available_data}
      layout={view.layout}
      shown={props.layout}
      single={!settings.multiple}
      onChange={view.setLayout}
      onCollapse={onCollapse}
    />
  );
  return (
    <div className={styles.view}>
      <Toolbar
        view={view}
        mayEdit={selections.mayEdit}
        onSelection={selections.toggle}
        onDownload={props.onDownload}
        panels={{ variables: showVariables, sheet: showSheet }}
        onPanel={open}
      />
      <div className={styles.panels}>
        {showVariables && (
          <aside className={styles.variables} aria-label={t('variables.title')}>
            {variables(() => settings.toggle('variables'))}
          </aside>
        )}
        <div className={styles.centre}>
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
          <aside className={styles.side} aria-label={t('sheet.title')}>
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
