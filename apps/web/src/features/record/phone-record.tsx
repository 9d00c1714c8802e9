import { mdiChartMultiple, mdiDownload, mdiFitToPageOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../app/appearance.ts';
import { formatChrono } from '../../charts/chrono.ts';
import { BottomSheet } from '../../ui/bottom-sheet.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatStatistics } from './format-statistics.ts';
import { placedNames } from './graph-layout.ts';
import styles from './phone-record.module.css';
import type { RecordParts } from './record-parts.ts';
import { RecordSheet } from './record-sheet.tsx';
import { ErrorList, StatisticsTableView } from './statistics-panel.tsx';
import { HistoryButtons, SelectionButton } from './toolbar.tsx';
import { VariablesPanel } from './variables-panel.tsx';
import { useViewSettings } from './view-settings.ts';

const tabs = ['curves', 'selections', 'sheet'] as const;
type PhoneProps = RecordParts & { downloadRef: Ref<HTMLButtonElement> };

/** Below 600 px: one thing at a time, tools under the thumb. */
export function PhoneRecord(props: PhoneProps): ReactNode {
  const { t } = useTranslation('record');
  const [tab, setTab] = useState<(typeof tabs)[number]>('curves');
  const { record, view } = props;
  return (
    <div className={styles.phone}>
      <div className={styles.tabs} role="tablist">
        {tabs.map((name) => (
          <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
            {t(`phone.${name}`)}
          </button>
        ))}
      </div>
      {tab === 'curves' && <PhoneCurves {...props} />}
      {tab === 'selections' && (
        <div className={styles.scroll}>
          <StatisticsTableView
            columns={props.columns}
            variables={props.variables}
            active={view.activeSelection}
            onActivate={view.activate}
          />
          {record.nb_errors > 0 && <ErrorList id={record.id} />}
        </div>
      )}
      {tab === 'sheet' && <RecordSheet record={record} onDeleted={props.onDeleted} />}
    </div>
  );
}

function PhoneCurves(props: PhoneProps): ReactNode {
  const { t } = useTranslation('record');
  const [variablesOpen, setVariablesOpen] = useState(false);
  const settings = useViewSettings();
  const { record, view, selections } = props;
  return (
    <>
      <div className={styles.chips}>
        <Button
          variant="outlined"
          onClick={() => setVariablesOpen(true)}
          startIcon={<Icon path={mdiChartMultiple} size={18} />}
        >
          {t('phone.variables', { count: placedNames(view.layout).length })}
        </Button>
        <span className={styles.grow} />
        <IconButton
          ref={props.downloadRef}
          onClick={props.onDownload}
          aria-label={t('toolbar.download')}
          aria-haspopup="menu"
        >
          <Icon path={mdiDownload} />
        </IconButton>
      </div>
      {props.overview}
      {selections.selecting && props.lane}
      {props.curves}
      <SelectionSheet {...props} />
      <div className={styles.tools} role="toolbar" aria-label={t('toolbar.label')}>
        <HistoryButtons view={view} />
        <IconButton onClick={view.whole} aria-label={t('toolbar.whole')}>
          <Icon path={mdiFitToPageOutline} size={24} />
        </IconButton>
        {selections.mayEdit && <SelectionButton view={view} onSelection={selections.toggle} />}
      </div>
      <BottomSheet open={variablesOpen} onClose={() => setVariablesOpen(false)}>
        <VariablesPanel
          available={record.available_data}
          layout={props.layout}
          single={!settings.multiple}
          onChange={view.setLayout}
        />
      </BottomSheet>
    </>
  );
}

const cellsShown = 3;

/** The statistics that matter now: of the active selection, else of the window. */
function SelectionSheet(props: RecordParts): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { view, selections } = props;
  const window = props.columns.at(-1);
  const column = props.columns.find((one) => one.selection?.id === view.activeSelection && one.selection) ?? window;
  return (
    <div className={styles.sheet}>
      <div className={styles.selections}>
        <button type="button" aria-pressed={column === window} onClick={() => view.activate(undefined)}>
          {t('statistics.window')}
        </button>
        {selections.selections.map((one) => {
          const active = one.id === column?.selection?.id;
          return (
            <button
              key={one.id}
              type="button"
              aria-pressed={active}
              onClick={() => (active ? selections.open('edit', one) : selections.look(one))}
            >
              S{one.num} {one.exercise}
              {active && ` · ${formatChrono(one.t1 - one.t0, 1)}`}
            </button>
          );
        })}
      </div>
      <div className={styles.cells}>
        {props.variables.slice(0, cellsShown).map((variable) => {
          const cell = formatStatistics(column?.rows?.get(variable.name), language);
          return (
            <div key={variable.name}>
              <span className={styles.label}>
                {[variable.label, variable.unit].filter((part) => part !== '').join(', ')}
              </span>
              <span className={styles.mean}>{cell.mean}</span>
              <span className={styles.rest}>
                {cell.spread}
                {cell.extremes !== '' && `, ${cell.extremes}`}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
