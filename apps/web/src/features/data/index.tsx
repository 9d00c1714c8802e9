import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import type { Record } from '@sillage/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../base/active-client.ts';
import { useAppearance } from '../../base/appearance.ts';
import { useMay } from '../../base/may.ts';
import { useShortcut } from '../../base/shortcuts.ts';
import { Page } from '../../frame/page.tsx';
import { AssociateDialog } from '../../records/associate-dialog.tsx';
import { DeleteRecordsDialog } from '../../records/delete-dialog.tsx';
import { DownloadDialog } from '../../records/download-dialog.tsx';
import { FuseDialog } from '../../records/fuse/fuse-dialog.tsx';
import { useRecordUpdates } from '../../records/record-queries.ts';
import { type ListKind, searchOnReturn, useShownLists } from '../../records/shown-lists.ts';
import { SendPanel } from '../../sending/send-panel.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { countText, formatNumber } from '../../ui/format-number.ts';
import { Icon } from '../../ui/icon.tsx';
import { Pager } from '../../ui/pager.tsx';
import { sayDuration } from '../../ui/say-duration.ts';
import { type ScreenSize, useScreenSize } from '../../ui/screen-size.ts';
import { tableRows, useFittingRows } from '../../ui/use-fitting-rows.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { FetchedTracesProvider, useFetchedTraces } from './chosen-traces.ts';
import { FilterBar, PhoneActions, PhoneChips } from './filter-bar.tsx';
import { Inbox } from './inbox.tsx';
import styles from './index.module.css';
import { ListState } from './list-states.tsx';
import { type Checked, type List, useChecked, useList } from './lists.ts';
import { useIsSending, useSendPanel } from './open-send-panel.ts';
import { PhoneList } from './phone-list.tsx';
import type { RecordAsks } from './record-row-actions.tsx';
import { RecordTable } from './record-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useDropToUpload } from './use-drop-to-upload.ts';
import { useFilterAddress, useFiltersOfAddress } from './use-filter-address.ts';
import { useFollowSending } from './use-follow-sending.ts';

/** ms that typing rests before the lists are asked. */
const searchRestMilliseconds = 250;

/** px, as in inbox.module.css. */
const inboxRows: typeof tableRows = {
  desktop: { ...tableRows.desktop, row: 63, head: 0 },
  tablet: { ...tableRows.tablet, row: 79, head: 0 },
  phone: tableRows.phone,
};

interface Ask {
  readonly kind: 'associate' | 'delete' | 'download' | 'fuse';
  readonly records: readonly Record[];
}

/** The data screen, `/`; of another client it begins anew, with nothing checked or asked. */
export default function Screen(): ReactNode {
  useFiltersOfAddress();
  return <DataScreen key={useActiveClient().id} />;
}

/** An inbox of new records and the table of associated ones. */
function DataScreen(): ReactNode {
  useRecordUpdates();
  useFilterAddress();
  const { t } = useTranslation('data');
  const size = useScreenSize();
  const [typed, setTyped] = useState(searchOnReturn);
  const search = useSettled(typed, searchRestMilliseconds);
  const inboxFit = useFittingRows(inboxRows[size]);
  const tableFit = useFittingRows(tableRows[size]);
  const fresh = useList('new', search, inboxFit.rows ?? tableFit.rows);
  const associated = useList('associated', search, tableFit.rows ?? inboxFit.rows);
  const checked = useChecked();
  const [ask, setAsk] = useState<Ask>();
  const navigate = useNavigate();
  const startUpload = () => void navigate({ to: '/upload' });
  const mayCreate = useMay('record.create');
  const isSending = useIsSending();
  const asks: RecordAsks = {
    associate: (records) => setAsk({ kind: 'associate', records }),
    remove: (records) => setAsk({ kind: 'delete', records }),
    download: (records) => setAsk({ kind: 'download', records }),
    fuse: (records) => setAsk({ kind: 'fuse', records }),
  };
  const reload = () => void Promise.all([fresh.refetch(), associated.refetch()]);
  useShortcut('N', startUpload, mayCreate);
  const isOver = useDropToUpload(mayCreate);
  useShortcut('R', reload);
  useShortcut('D', () => asks.download(checked.records), checked.records.length > 0);
  useShortcut('Escape', checked.clear, checked.records.length > 0);

  const { records = [], total: count } = associated;
  const bar = { typed, setTyped, count, records, reload, mayCreate, onUpload: startUpload };
  const boxes = { new: inboxFit.ref, associated: tableFit.ref };
  const lists = { fresh, associated, boxes, checked, asks, onUpload: bar.onUpload, onForgetSearch: () => setTyped('') };
  return (
    <Page title={t('title')} phoneActions={<PhoneActions {...bar} />}>
      {size !== 'phone' && <FilterBar {...bar} />}
      <Lists {...lists} size={size} />
      {/* The bar of what is ticked stands there, or the panel that sends. */}
      {size === 'phone' && mayCreate && !isSending && checked.records.length === 0 && (
        <Button
          className={styles.floating ?? ''}
          variant="contained"
          onClick={bar.onUpload}
          startIcon={<Icon path={mdiPlus} size={24} />}
        >
          {t('new.add')}
        </Button>
      )}
      <Asked ask={ask} onClose={() => setAsk(undefined)} onDone={checked.clear} />
      {isOver && <p className={styles.dropHere}>{t('upload.dropHere')}</p>}
    </Page>
  );
}

interface ListsProps {
  readonly fresh: List;
  readonly associated: List;
  /** What each list's rows fill. */
  readonly boxes: Readonly<globalThis.Record<'new' | 'associated', RefCallback<HTMLElement>>>;
  readonly checked: Checked;
  readonly asks: RecordAsks;
  readonly size: ScreenSize;
  onUpload(): void;
  onForgetSearch(): void;
}

/** Both lists beside one another, or one under tabs below 1280 px and beside the panel that sends. */
function Lists(props: ListsProps): ReactNode {
  const { t } = useTranslation('data');
  const [tab, setTab] = useState<ListKind>(() => useShownLists.getState().left ?? 'associated');
  const { fresh, associated, checked, size } = props;
  const panel = useSendPanel();
  const isSending = useIsSending();
  const shown = [...(associated.records ?? []), ...(fresh.records ?? [])];
  useFollowSending(shown, isSending);
  // Of the inbox all that wait, also while something is searched.
  const counts = { new: fresh.outOf ?? fresh.total, associated: associated.total };
  if (size === 'desktop' && !isSending) {
    return (
      <div className={styles.split}>
        <section className={styles.pane} aria-label={t('new.label')}>
          <ListHead name={t('new.title')} list={fresh} />
          <NewPane {...props} areBothShown />
        </section>
        <section className={styles.pane} aria-label={t('associated.label')}>
          <ListHead name={t('associated.title')} list={associated} />
          <AssociatedPane {...props} />
        </section>
      </div>
    );
  }
  const tabbed = (
    <section className={styles.pane}>
      <div className={styles.tabs} role="tablist">
        {(['new', 'associated'] as const).map((name) => (
          <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
            {t(`${name}.title`)}
            {counts[name] !== undefined && <span className={styles.count}>{counts[name]}</span>}
          </button>
        ))}
      </div>
      {size === 'phone' && tab === 'associated' && <PhoneChips />}
      {tab === 'new' ? <NewPane {...props} areBothShown={false} /> : <AssociatedPane {...props} />}
    </section>
  );
  if (!isSending) return tabbed;
  return (
    <div className={styles.besidePanel}>
      {tabbed}
      <SendPanel chosen={checked.records} onSent={checked.clear} onClose={() => panel.open(false)} />
    </div>
  );
}

function ListHead(props: { name: string; list: List }): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const { total, isEstimate, outOf } = props.list;
  return (
    <div className={styles.head}>
      <h2>{props.name}</h2>
      {total !== undefined && <span className={styles.count}>{countText(total, isEstimate, language)}</span>}
      {outOf !== undefined && (
        <span className={styles.outOf}>{t('outOf', { total: formatNumber(outOf, 0, language) })}</span>
      )}
    </div>
  );
}

/** Under tabs with a bar of its own; beside the other list, the bar there is about what is ticked in both. */
function NewPane(props: ListsProps & { areBothShown: boolean }): ReactNode {
  const { t } = useTranslation('data');
  const { fresh, associated } = props;
  const isFirstUse = associated.total === 0 && !associated.narrowed;
  return (
    <>
      <div className={styles.list} ref={props.boxes.new}>
        {fresh.records !== undefined && fresh.records.length > 0 ? (
          <>
            <Inbox records={fresh.records} checked={props.checked} asks={props.asks} />
            {fresh.records.length < fresh.pageSize - 1 && <p className={styles.note}>{t('new.note')}</p>}
          </>
        ) : (
          <ListState
            list={fresh}
            kind="new"
            isFirstUse={isFirstUse}
            onUpload={props.onUpload}
            onForgetSearch={props.onForgetSearch}
          />
        )}
      </div>
      {!props.areBothShown && <Bar {...props} />}
      <ListPager of={t('new.label')} list={fresh} />
    </>
  );
}

function AssociatedPane(props: ListsProps): ReactNode {
  const { t } = useTranslation('data');
  const { associated } = props;
  const { records } = associated;
  const traces = useFetchedTraces(records);
  return (
    <FetchedTracesProvider value={traces}>
      <div className={styles.list} ref={props.boxes.associated}>
        {records === undefined || records.length === 0 ? (
          <ListState
            list={associated}
            kind="associated"
            onUpload={props.onUpload}
            onForgetSearch={props.onForgetSearch}
          />
        ) : props.size === 'phone' ? (
          <PhoneList records={records} checked={props.checked} />
        ) : (
          <RecordTable records={records} checked={props.checked} asks={props.asks} />
        )}
      </div>
      <Bar {...props} />
      <ListPager of={t('associated.label')} list={associated} />
    </FetchedTracesProvider>
  );
}

function ListPager({ of, list }: { of: string; list: List }): ReactNode {
  const { page, pageSize, total, isEstimate, setPage } = list;
  if (total === undefined && list.error !== null) return null;
  return (
    <Pager
      of={of}
      page={page}
      pageSize={pageSize}
      total={total}
      isEstimate={isEstimate}
      about={<Totals list={list} />}
      onPage={setPage}
    />
  );
}

/** How many, how long, how large: of all that the filters keep. */
function Totals({ list }: { list: List }): ReactNode {
  const { t } = useTranslation('data');
  const language = useAppearance((appearance) => appearance.language);
  const { total = 0, isEstimate, totals } = list;
  const parts = [
    t('total', { count: total, shown: countText(total, isEstimate, language) }),
    typeof totals?.duration === 'number' && sayDuration(totals.duration, language),
    typeof totals?.size === 'number' && formatBytes(totals.size, language),
  ];
  return <span className={styles.totals}>{parts.filter((part) => part !== false).join(' · ')}</span>;
}

function Bar(props: ListsProps): ReactNode {
  return <SelectionBar records={props.checked.records} asks={props.asks} onClear={props.checked.clear} />;
}

/** The dialog that was asked for. */
function Asked(props: { ask: Ask | undefined; onClose(): void; onDone(): void }): ReactNode {
  const { ask, onClose } = props;
  if (ask === undefined) return null;
  switch (ask.kind) {
    case 'associate':
      return <AssociateDialog records={ask.records} onClose={onClose} />;
    case 'delete':
      return <DeleteRecordsDialog records={ask.records} onClose={onClose} onDeleted={props.onDone} />;
    case 'download':
      return <DownloadDialog records={ask.records} onClose={onClose} />;
    case 'fuse':
      return <FuseDialog records={ask.records} onClose={onClose} />;
  }
}
