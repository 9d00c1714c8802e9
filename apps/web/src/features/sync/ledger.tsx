import { mdiBroom, mdiDownload } from '@mdi/js';
import Button from '@mui/material/Button';
import { api } from '@sillage/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfo } from '../../base/backend-info.ts';
import { useMay } from '../../base/may.ts';
import { useServer } from '../../base/services.tsx';
import { everyMilliseconds, syncKeys } from '../../sending/every.ts';
import { LinkBanner } from '../../sending/link-banner.tsx';
import { LoadingFailed } from '../../tables/list-states.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadingRows } from '../../ui/loading-rows.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { Figures } from './figures.tsx';
import { FreeDialog } from './free-dialog.tsx';
import { Kinds } from './kinds.tsx';
import { LedgerFilters } from './ledger-filters.tsx';
import { LedgerTable } from './ledger-table.tsx';
import { MoveBar } from './move-records.tsx';
import { type LedgerFilter, saveLedger } from './save-ledger.ts';
import styles from './sync.module.css';

const pageSize = 25;
/** ms without a key until what was typed is looked for. */
const typingMilliseconds = 250;

/** The kinds of rows at the left, records at the right, figures of a hub on top. */
export function Ledger(): ReactNode {
  const { t } = useTranslation('sync');
  const server = useServer();
  const [page, setPage] = useState(1);
  const kind = useBackendInfo()?.back_type;
  const isHub = kind !== undefined && kind !== 'cloud';
  const [maySeeRows, mayFree] = [useMay('hub.read'), useMay('hub.edit')];
  const mayEdit = useMay('record.edit');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [freeing, setFreeing] = useState(false);
  const [filter, setFilter] = useState<LedgerFilter>({ where: 'all', search: '' });
  const search = useSettled(filter.search.trim(), typingMilliseconds);
  const records = useQuery({
    queryKey: [...syncKeys.ledger, page, filter.where, search],
    queryFn: ({ signal }) =>
      server.call(api.readLedger, { query: { pageId: page, pageSize, where: filter.where, search }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  });
  const save = useMutation({ mutationFn: () => saveLedger(server, filter) });
  const { data } = records;
  const isLinked = data?.link != null && data.link.state !== 'none';
  const mayMove = mayEdit && isLinked;
  const isNarrowed = filter.where !== 'all' || search !== '';
  const moved = data?.items.filter((record) => chosen.has(record.record_id)) ?? [];
  const turn = (to: number) => {
    setChosen(new Set());
    setPage(to);
  };
  return (
    <>
      {data && (
        <LinkBanner
          link={data.link}
          isMetered={data.metered && data.places.waiting > 0}
          isAllHere={search === '' && data.places.not_here === 0}
          isLedger
        />
      )}
      {isHub && maySeeRows && <Figures />}
      <div className={styles.split}>
        {maySeeRows && <Kinds />}
        <section className={styles.records}>
          <header className={styles.bar}>
            <h2>{t('records')}</h2>
            <span className={styles.grow} />
            {isHub && mayFree && (
              <Button startIcon={<Icon path={mdiBroom} />} onClick={() => setFreeing(true)}>
                {t('free.open')}
              </Button>
            )}
            <Button startIcon={<Icon path={mdiDownload} />} loading={save.isPending} onClick={() => save.mutate()}>
              {t('save')}
            </Button>
          </header>
          <LedgerFilters
            filter={filter}
            places={data?.places}
            isHub={isHub}
            onChange={(next) => {
              turn(1);
              setFilter(next);
            }}
          />
          {data === undefined && records.error === null && <LoadingRows />}
          {data === undefined && records.error !== null && (
            <LoadingFailed problem={records.error} onRetry={() => void records.refetch()} />
          )}
          {data?.total === 0 && <p className={styles.none}>{t(isNarrowed ? 'noneFound' : 'noRecords')}</p>}
          {data && data.total > 0 && (
            <LedgerTable
              records={data.items}
              isMetered={data.metered}
              chosen={mayMove ? chosen : undefined}
              isLinked={isLinked}
              mayEdit={mayEdit && data.link !== null}
              onChoose={setChosen}
            />
          )}
          {data && mayMove && moved.length > 0 && (
            <MoveBar chosen={moved} isMetered={data.metered} onDone={() => setChosen(new Set())} />
          )}
          <Pager page={page} total={data?.total} pageSize={pageSize} of={t('records')} onPage={turn} />
        </section>
      </div>
      {freeing && <FreeDialog onClose={() => setFreeing(false)} />}
    </>
  );
}
