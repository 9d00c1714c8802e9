import type { Record } from '@sillage/contract';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useShortcut } from '../../base/shortcuts.ts';
import { sameWindow } from '../../charts/time-window.ts';
import type { DownloadWindow } from '../../records/download.ts';
import { DownloadDialog } from '../../records/download-dialog.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { useAnalysisRun } from './analysis/use-analysis-run.ts';
import { ChannelsProvider, knownOf, useComputedChannels, withChannels } from './computed-channels.ts';
import { useFilmBeside } from './film/use-film-beside.ts';
import { type Layout, mergeGraphs } from './graph-layout.ts';
import { type OpenRecord, OpenRecordProvider } from './open-record.ts';
import { PhoneRecord } from './phone-record.tsx';
import { useProposal } from './propose/use-proposal.ts';
import { RecordDisplayProvider, saidRecord, useDisplayOf, useRecordDisplay } from './record-display.ts';
import { SelectionDialogs } from './selection-dialog.tsx';
import { useCropEdit } from './use-crop-edit.ts';
import { usePlayedCursor } from './use-played-cursor.ts';
import { type RecordViewState, useRecordView } from './use-record-view.ts';
import { useSelectionActions } from './use-selection-actions.ts';
import { useStatisticsColumns } from './use-statistics-columns.ts';
import { useViewAddress } from './use-view-address.ts';
import { wantsSingleGraph } from './view-address.ts';
import { openWith, useViewSettings } from './view-settings.ts';
import { WideRecord } from './wide-record.tsx';
import { WindowTable } from './window-table.tsx';

/** A readable record, as the settings of its sport, club and reader say. */
export function RecordView(props: { record: Record }): ReactNode {
  const measured = props.record;
  const channels = useComputedChannels(measured);
  const whole = useMemo(() => withChannels(measured, channels ?? []), [measured, channels]);
  const display = useDisplayOf(whole);
  const record = useMemo(() => display && saidRecord(whole, display), [whole, display]);
  const known = useMemo(() => knownOf(measured), [measured]);
  const offered = useMemo(() => channels && { channels, known }, [channels, known]);
  if (display === undefined || record === undefined || offered === undefined) return null;
  return (
    <RecordDisplayProvider value={display}>
      <ChannelsProvider value={offered}>
        <ShownRecord record={record} />
      </ChannelsProvider>
    </RecordDisplayProvider>
  );
}

/** Curves, selections, statistics. */
function ShownRecord(props: { record: Record }): ReactNode {
  const { record } = props;
  const { zeroAligned } = useRecordDisplay();
  useLayoutEffect(() => {
    const single = wantsSingleGraph(location.search);
    openWith({ zero: zeroAligned, multiple: single === undefined ? undefined : !single });
  }, [zeroAligned]);
  const view = useRecordView(record);
  const link = useViewAddress(view);
  const selections = useSelectionActions(record, view);
  const layout = useShownLayout(record, view);
  const statistics = useStatisticsColumns(record, view, selections, layout);
  const [showsTable, setShowsTable] = useState(false);
  const [isDownloading, setDownloading] = useState(false);
  const isPhone = useScreenSize() === 'phone';
  const download = () => setDownloading(true);
  useShortcut('D', download);
  useShortcut('H', view.whole);
  const { toggle } = useViewSettings();
  useShortcut('T', () => setShowsTable(true));
  useShortcut('G', () => toggle('multiple'));
  useShortcut('0', () => toggle('zero'));
  useShortcut('Ctrl+Z', view.undo);
  useShortcut('Ctrl+Y', view.redo);

  const crop = useCropEdit(record, view);
  const proposal = useProposal(record, view);
  const analysis = useAnalysisRun(record, view, selections.selections);
  const { shown: film, played: filmClock, open: openFilm } = useFilmBeside(record, view);
  const played = usePlayedCursor(view, filmClock);
  const graphs = useRef<HTMLElement>(null);
  const shared = { record, view, layout, selections, statistics, graphs };
  const open: OpenRecord = { ...shared, crop, proposal, analysis, film, openFilm, played, download, link };
  return (
    <OpenRecordProvider value={open}>
      {isPhone ? <PhoneRecord /> : <WideRecord />}
      {isDownloading && (
        <DownloadDialog records={[record]} window={partShown(view)} onClose={() => setDownloading(false)} />
      )}
      {showsTable && <WindowTable onClose={() => setShowsTable(false)} />}
      <SelectionDialogs />
    </OpenRecordProvider>
  );
}

/** The part of a record that is looked at; undefined for all of it. */
function partShown({ history, x }: RecordViewState): DownloadWindow | undefined {
  const { from, to } = history.present;
  return sameWindow(history.present, x.timeExtent) ? undefined : { t0: from, t1: to };
}

function useShownLayout(record: Record, view: RecordViewState): Layout {
  const multiple = useViewSettings((settings) => settings.multiple);
  return useMemo(
    () => (multiple ? view.layout : mergeGraphs(view.layout, record.available_data)),
    [multiple, view.layout, record.available_data],
  );
}
