import { mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import type { Record } from '@sillage/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../base/shortcuts.ts';
import type { Band } from '../../charts/chart-options.ts';
import type { Curve } from '../../charts/curve.ts';
import { tileOf } from '../../charts/time-window.ts';
import { DownloadDialog } from '../../records/download-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { useCurves } from './fetch-curves.ts';
import { type Layout, mergeGraphs, placedNames } from './graph-layout.ts';
import { Graphs } from './graphs.tsx';
import { Overview } from './overview.tsx';
import { PhoneRecord } from './phone-record.tsx';
import { RecordDisplayProvider, saidRecord, useDisplayOf, useRecordDisplay } from './record-display.ts';
import type { RecordParts } from './record-parts.ts';
import styles from './record-view.module.css';
import { DeleteSelectionDialog, SelectionDialog } from './selection-dialog.tsx';
import { SelectionLanes } from './selection-lane.tsx';
import { type RecordViewState, useRecordView } from './use-record-view.ts';
import { type SelectionActions, useSelectionActions } from './use-selection-actions.ts';
import { useStatisticsColumns } from './use-statistics-columns.ts';
import { openWith, useViewSettings } from './view-settings.ts';
import { wantedLayout } from './wanted-layout.ts';
import { WideRecord } from './wide-record.tsx';

/** px; the overview is asked for once at this width. */
const overviewPixels = 1024;

/** A readable record, as the settings of its sport, club and reader say. */
export function RecordView(props: { record: Record }): ReactNode {
  const display = useDisplayOf(props.record);
  const record = useMemo(() => display && saidRecord(props.record, display), [props.record, display]);
  if (display === undefined || record === undefined) return null;
  return (
    <RecordDisplayProvider value={display}>
      <ShownRecord record={record} />
    </RecordDisplayProvider>
  );
}

/** Curves, selections, statistics. */
function ShownRecord(props: { record: Record }): ReactNode {
  const { record } = props;
  const { zeroAligned } = useRecordDisplay();
  useLayoutEffect(() => openWith({ zero: zeroAligned }), [zeroAligned]);
  const view = useRecordView(record);
  const selections = useSelectionActions(record, view);
  const layout = useShownLayout(record, view);
  const table = useStatisticsColumns(record, view, selections, layout);
  const navigate = useNavigate();
  const [isDownloading, setDownloading] = useState(false);
  const size = useScreenSize();
  const openDownload = () => setDownloading(true);
  useShortcut('D', openDownload);
  useShortcut('H', view.whole);
  useShortcut('Ctrl+Z', view.undo);
  useShortcut('Ctrl+Y', view.redo);

  const parts: RecordParts = {
    record,
    view,
    layout,
    selections,
    ...table,
    curves: (
      <Curves
        record={record}
        view={view}
        layout={layout}
        selections={selections}
        decimals={table.decimals}
        compact={size === 'phone'}
      />
    ),
    overview: <LoadedOverview record={record} view={view} layout={layout} selections={selections} />,
    lane: <Lane view={view} selections={selections} />,
    onDownload: openDownload,
    onDeleted: () => void navigate({ to: '/' }),
  };
  return (
    <>
      {size === 'phone' ? <PhoneRecord {...parts} /> : <WideRecord {...parts} docked={size === 'desktop'} />}
      {isDownloading && <DownloadDialog records={[record]} onClose={() => setDownloading(false)} />}
      <SelectionDialogs view={view} selections={selections} />
    </>
  );
}

function useShownLayout(record: Record, view: RecordViewState): Layout {
  const multiple = useViewSettings((settings) => settings.multiple);
  return useMemo(
    () => (multiple ? view.layout : mergeGraphs(view.layout, record.available_data)),
    [multiple, view.layout, record.available_data],
  );
}

interface Shown {
  readonly record: Record;
  readonly view: RecordViewState;
  readonly layout: Layout;
  readonly selections: SelectionActions;
}

function Curves(props: Shown & { decimals: ReadonlyMap<string, number>; compact: boolean }): ReactNode {
  const { t } = useTranslation('record');
  const { record, view, layout, selections } = props;
  const [failed, setFailed] = useState(false);
  const display = useRecordDisplay();
  const { reset } = view;
  const onFailed = useCallback(() => {
    reset();
    setFailed(true);
  }, [reset]);
  const bands = useMemo(
    () =>
      selections.selections.map((one): Band => ({ from: one.t0, to: one.t1, active: one.id === view.activeSelection })),
    [selections.selections, view.activeSelection],
  );
  if (placedNames(layout).length === 0) {
    const again = () => {
      setFailed(false);
      view.setLayout(() => wantedLayout(record.available_data, display.variables));
    };
    return (
      <div className={styles.noCurves}>
        <MessageScreen
          title={t(failed ? 'graphs.failed' : 'graphs.empty')}
          text={t(failed ? 'graphs.failedText' : 'graphs.emptyText')}
        >
          <Button variant="contained" onClick={again} startIcon={<Icon path={mdiRefresh} size={18} />}>
            {t(failed ? 'retry' : 'graphs.usual')}
          </Button>
        </MessageScreen>
      </div>
    );
  }
  return (
    <Graphs
      record={record}
      layout={layout}
      view={view}
      bands={bands}
      decimals={props.decimals}
      compact={props.compact}
      onSelect={selections.create}
      onFailed={onFailed}
    />
  );
}

function LoadedOverview(props: Shown): ReactNode {
  const { record, view, layout, selections } = props;
  const first = placedNames(layout)[0];
  const tile = tileOf(view.extent, overviewPixels, view.extent);
  const { data } = useCurves(record.id, first === undefined ? [] : [first], tile, true);
  const curve: Curve | undefined = first === undefined ? undefined : data?.curves.get(first);
  return (
    <Overview
      curve={curve}
      extent={view.extent}
      window={view.window}
      selections={selections.selections}
      active={view.activeSelection}
      onLook={view.look}
    />
  );
}

function Lane(props: { view: RecordViewState; selections: SelectionActions }): ReactNode {
  const { view, selections } = props;
  return (
    <SelectionLanes
      selections={selections.selections}
      active={view.activeSelection}
      window={view.window}
      extent={view.extent}
      selecting={selections.selecting}
      mayEdit={selections.mayEdit}
      onActivate={view.activate}
      onLook={selections.look}
      onEdit={(selection) => selections.open('edit', selection)}
      onDelete={(selection) => selections.open('delete', selection)}
      onBounds={(selection, t0, t1) => selections.save(selection, { t0, t1 })}
      takes={view.mark === undefined ? 'window' : 'cursors'}
      onTake={selections.take}
      onCancel={selections.cancel}
    />
  );
}

function SelectionDialogs(props: { view: RecordViewState; selections: SelectionActions }): ReactNode {
  const { selections } = props;
  const open = selections.dialog;
  if (open === undefined) return null;
  if (open.kind === 'delete') {
    return (
      <DeleteSelectionDialog
        selection={open.selection}
        deleting={selections.deleting}
        onConfirm={() => selections.remove(open.selection)}
        onClose={selections.close}
      />
    );
  }
  return (
    <SelectionDialog
      selection={open.selection}
      extent={props.view.extent}
      saving={selections.saving}
      onSave={(body) => selections.save(open.selection, body)}
      onDelete={() => selections.open('delete', open.selection)}
      onClose={selections.close}
    />
  );
}
