import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import { type Record, scopeOf } from '@sillage/contract';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../app/frame/page.tsx';
import { notify } from '../../app/notify.ts';
import { useUser } from '../../app/services.tsx';
import { useShortcut } from '../../app/shortcuts.ts';
import { AssociateDialog } from '../../records/associate-dialog.tsx';
import { DeleteRecordsDialog } from '../../records/delete-dialog.tsx';
import { useDownload } from '../../records/download.ts';
import { DownloadMenu } from '../../records/download-menu.tsx';
import { useRecordUpdates } from '../../records/record-queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { Pager } from '../../ui/pager.tsx';
import { type ScreenSize, useScreenSize } from '../../ui/screen-size.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { FilterBar, PhoneSearch } from './filter-bar.tsx';
import { Inbox } from './inbox.tsx';
import styles from './index.module.css';
import { ListState } from './list-states.tsx';
import { type Checked, type List, useChecked, useList } from './lists.ts';
import { PhoneList } from './phone-list.tsx';
import type { RecordAsks } from './record-row-actions.tsx';
import { RecordTable } from './record-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { UploadDialog } from './upload-dialog.tsx';

/** ms that typing rests before the lists are asked. */
const searchRestMilliseconds = 250;

type Ask =
  | { kind: 'associate' | 'delete'; records: readonly Record[] }
  | { kind: 'download'; records: readonly Record[]; anchor: HTMLElement };

/** The data screen, `/`: an inbox of new records and the table of associated ones. */
export default function Screen(): ReactNode {
  useRecordUpdates();
  const { t } = useTranslation('data');
  const size = useScreenSize();
  const user = useUser();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, searchRestMilliseconds);
  const fresh = useList('new', search);
  const associated = useList('associated', search);
  const checked = useChecked();
  const [ask, setAsk] = useState<Ask>();
  const [uploading, setUploading] = useState(false);
  const mayCreate = scopeOf(user.roles, 'record.create') !== undefined;
  const downloadButton = useRef<HTMLButtonElement>(null);
  const asks: RecordAsks = {
    associate: (records) => setAsk({ kind: 'associate', records }),
    remove: (records) => setAsk({ kind: 'delete', records }),
    download: (records, anchor) => setAsk({ kind: 'download', records, anchor }),
  };
  const reload = () => void Promise.all([fresh.refetch(), associated.refetch()]);
  const download = useDownload();
  useShortcut('N', () => setUploading(true), mayCreate);
  useShortcut('R', reload);
  useShortcut(
    'D',
    () => download.mutate({ ids: checked.records.map((one) => one.id), type: 'zip' }),
    checked.records.length > 0,
  );
  useShortcut('Escape', checked.clear, checked.records.length > 0);

  const bar = { typed, setTyped, count: associated.total, reload, mayCreate, onUpload: () => setUploading(true) };
  const lists = { fresh, associated, checked, asks, onUpload: bar.onUpload, onForgetSearch: () => setTyped('') };
  return (
    <Page title={t('title')} phoneActions={<PhoneSearch typed={typed} setTyped={setTyped} />}>
      <FilterBar {...bar} size={size} />
      <Lists {...lists} size={size} downloadRef={downloadButton} />
      {size === 'phone' && mayCreate && (
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
      {uploading && (
        <UploadDialog
          onClose={() => setUploading(false)}
          onUploaded={() => {
            setUploading(false);
            notify({ kind: 'success', text: t('upload.done') });
          }}
        />
      )}
    </Page>
  );
}

interface ListsProps {
  readonly fresh: List;
  readonly associated: List;
  readonly checked: Checked;
  readonly asks: RecordAsks;
  readonly size: ScreenSize;
  readonly downloadRef: Ref<HTMLButtonElement>;
  onUpload(): void;
  onForgetSearch(): void;
}

/** Both lists beside one another, or one under tabs below 1280 px. */
function Lists(props: ListsProps): ReactNode {
  const { t } = useTranslation('data');
  const [tab, setTab] = useState<'new' | 'associated'>('associated');
  const { fresh, associated, size } = props;
  const counts = { new: fresh.total, associated: associated.total };
  if (size === 'desktop') {
    return (
      <div className={styles.split}>
        <section className={styles.pane} aria-label={t('new.label')}>
          <ListHead name={t('new.title')} count={counts.new} />
          <NewPane {...props} />
        </section>
        <section className={styles.pane} aria-label={t('associated.label')}>
          <ListHead name={t('associated.title')} count={counts.associated} />
          <AssociatedPane {...props} />
        </section>
      </div>
    );
  }
  return (
    <section className={styles.pane}>
      <div className={styles.tabs} role="tablist">
        {(['new', 'associated'] as const).map((name) => (
          <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
            {t(`${name}.title`)}
            {counts[name] !== undefined && <span className={styles.count}>{counts[name]}</span>}
          </button>
        ))}
      </div>
      {tab === 'new' ? <NewPane {...props} /> : <AssociatedPane {...props} />}
    </section>
  );
}

function ListHead(props: { name: string; count: number | undefined }): ReactNode {
  return (
    <div className={styles.head}>
      <h2>{props.name}</h2>
      {props.count !== undefined && <span className={styles.count}>{props.count}</span>}
    </div>
  );
}

function NewPane(props: ListsProps): ReactNode {
  const { t } = useTranslation('data');
  const { fresh } = props;
  return (
    <>
      <div className={styles.list}>
        {fresh.records !== undefined && fresh.records.length > 0 ? (
          <>
            <Inbox records={fresh.records} checked={props.checked} asks={props.asks} />
            {fresh.records.length < 8 && <p className={styles.note}>{t('new.note')}</p>}
          </>
        ) : (
          <ListState list={fresh} kind="new" onUpload={props.onUpload} onForgetSearch={props.onForgetSearch} />
        )}
      </div>
      {props.size !== 'desktop' && <Bar {...props} />}
      <Pager
        of={t('new.label')}
        page={fresh.page}
        total={fresh.total ?? 0}
        isEstimate={fresh.isEstimate}
        onPage={fresh.setPage}
      />
    </>
  );
}

function AssociatedPane(props: ListsProps): ReactNode {
  const { t } = useTranslation('data');
  const { associated } = props;
  const { records } = associated;
  return (
    <>
      <div className={styles.list}>
        {records === undefined || records.length === 0 ? (
          <ListState
            list={associated}
            kind="associated"
            onUpload={props.onUpload}
            onForgetSearch={props.onForgetSearch}
          />
        ) : props.size === 'phone' ? (
          <PhoneList records={records} />
        ) : (
          <RecordTable records={records} checked={props.checked} asks={props.asks} />
        )}
      </div>
      <Bar {...props} />
      <Pager
        of={t('associated.label')}
        page={associated.page}
        total={associated.total ?? 0}
        isEstimate={associated.isEstimate}
        onPage={associated.setPage}
      />
    </>
  );
}

function Bar(props: ListsProps): ReactNode {
  return (
    <SelectionBar
      records={props.checked.records}
      asks={props.asks}
      downloadRef={props.downloadRef}
      onClear={props.checked.clear}
    />
  );
}

/** The dialog or menu that was asked for. */
function Asked(props: { ask: Ask | undefined; onClose(): void; onDone(): void }): ReactNode {
  const download = useDownload();
  const { ask, onClose } = props;
  if (ask === undefined) return null;
  switch (ask.kind) {
    case 'associate':
      return <AssociateDialog records={ask.records} onClose={onClose} />;
    case 'delete':
      return <DeleteRecordsDialog records={ask.records} onClose={onClose} onDeleted={props.onDone} />;
    case 'download':
      return (
        <DownloadMenu
          anchor={ask.anchor}
          onClose={onClose}
          onPick={(type) => download.mutate({ ids: ask.records.map((record) => record.id), type })}
        />
      );
  }
}
