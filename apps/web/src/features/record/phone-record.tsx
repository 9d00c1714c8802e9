import { mdiChartMultiple, mdiDownload, mdiFitToPageOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BottomSheet } from '../../ui/bottom-sheet.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ClearableErrors } from './error-list.tsx';
import { placedNames } from './graph-layout.ts';
import styles from './phone-record.module.css';
import type { RecordParts } from './record-parts.ts';
import { RecordSheet } from './record-sheet.tsx';
import { SelectionSheet } from './selection-sheet.tsx';
import { StatisticsTableView } from './statistics-panel.tsx';
import { HistoryButtons, SelectionButton } from './toolbar.tsx';
import { VariablesPanel } from './variables-panel.tsx';
import { useViewSettings } from './view-settings.ts';

const tabs = ['curves', 'selections', 'sheet'] as const;
type PhoneProps = RecordParts;

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
          {record.nb_errors > 0 && <ClearableErrors record={record} />}
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
        <IconButton onClick={props.onDownload} aria-label={t('toolbar.download')} aria-haspopup="menu">
          <Icon path={mdiDownload} />
        </IconButton>
      </div>
      {props.overview}
      {props.lane}
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
          layout={view.layout}
          shown={props.layout}
          single={!settings.multiple}
          onChange={view.setLayout}
        />
      </BottomSheet>
    </>
  );
}
