import { mdiAccessPoint, mdiAlertCircleOutline, mdiCheckCircleOutline, mdiRefresh, mdiUpload } from '@mdi/js';
import Button from '@mui/material/Button';
import { ApiError } from '@sillage/client';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage, sentenceOfProblem } from '../../base/notify.ts';
import { activeFilters, useFilters } from '../../records/filters.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { AfterAWhile, SkeletonBar } from '../../ui/skeleton.tsx';
import { useFilterWords } from './filter-chips.tsx';
import styles from './list-states.module.css';
import type { List } from './lists.ts';
import { useTableView } from './table-view.ts';

/** What a list shows while it has no rows: loading, error, nothing yet, nothing that matches. */
export function ListState(props: {
  list: List;
  kind: 'new' | 'associated';
  /** There is no record at all. */
  isFirstUse?: boolean;
  onUpload(): void;
  onForgetSearch(): void;
}): ReactNode {
  const { t } = useTranslation('data');
  const { list } = props;
  if (list.records === undefined && list.error === null) return <LoadingRows />;
  if (list.records === undefined) return <LoadingFailed list={list} />;
  // Beside the table, which names the filters, the inbox only says that nothing matches.
  if (list.narrowed && props.kind === 'new') return <p className={styles.quiet}>{t('noMatch.new')}</p>;
  if (list.narrowed) return <NothingMatches onForgetSearch={props.onForgetSearch} />;
  if (props.kind === 'associated') return <NothingYet onUpload={props.onUpload} />;
  return props.isFirstUse ? <p className={styles.quiet}>{t('new.note')}</p> : <AllAssociated />;
}

const skeletonRows = ['38%', '30%', '46%', '34%', '42%', '28%'];

function LoadingRows(): ReactNode {
  const { t } = useTranslation('data');
  return (
    <AfterAWhile>
      <div role="status">
        <span className="visually-hidden">{t('loading')}</span>
        {skeletonRows.map((width) => (
          <div key={width} className={styles.row}>
            <SkeletonBar width="18px" height="18px" />
            <SkeletonBar width="72px" />
            <SkeletonBar width={width} />
            <span className={styles.grow} />
            <SkeletonBar width="64px" height="20px" />
          </div>
        ))}
      </div>
    </AfterAWhile>
  );
}

function LoadingFailed(props: { list: List }): ReactNode {
  const { t } = useTranslation('data');
  const { error } = props.list;
  const sortBy = useTableView((view) => view.sortBy);
  const isTooLong = error instanceof ApiError && error.body.code === 'list.tooLongToSort';
  if (isTooLong) {
    return (
      <MessageScreen title={t('failed.tooLong')} text={inPageLanguage(error.body.message)}>
        <Button variant="contained" onClick={() => sortBy('date')}>
          {t('failed.byDate')}
        </Button>
      </MessageScreen>
    );
  }
  return (
    <MessageScreen
      icon={mdiAlertCircleOutline}
      tone="error"
      title={t('failed.title')}
      text={sentenceOfProblem(error, t('failed.text'))}
    >
      <Button
        variant="contained"
        onClick={() => void props.list.refetch()}
        startIcon={<Icon path={mdiRefresh} size={18} />}
      >
        {t('failed.retry')}
      </Button>
    </MessageScreen>
  );
}

function NothingMatches(props: { onForgetSearch(): void }): ReactNode {
  const { t } = useTranslation('data');
  const { filters, remove, reset } = useFilters();
  const wordsOf = useFilterWords();
  const active = activeFilters(filters);
  const suspect = active.at(-1);
  const words = suspect && wordsOf(suspect);
  return (
    <MessageScreen
      title={t('noMatch.title')}
      text={
        words === undefined
          ? t('noMatch.search')
          : t('noMatch.text', { count: active.length, name: `${words.label} ${words.value}`.trim() })
      }
    >
      <Button
        variant="contained"
        onClick={() => {
          reset();
          props.onForgetSearch();
        }}
      >
        {t(words === undefined ? 'noMatch.forget' : 'noMatch.reset')}
      </Button>
      {suspect && words && active.length > 1 && (
        <Button variant="outlined" onClick={() => remove(suspect)}>
          {t('noMatch.remove', { name: words.label })}
        </Button>
      )}
    </MessageScreen>
  );
}

function AllAssociated(): ReactNode {
  const { t } = useTranslation('data');
  return (
    <div className={styles.done}>
      <Icon path={mdiCheckCircleOutline} size={32} className={styles.check ?? ''} />
      <h3>{t('allAssociated.title')}</h3>
      <p>{t('allAssociated.text')}</p>
    </div>
  );
}

function NothingYet(props: { onUpload(): void }): ReactNode {
  const { t } = useTranslation('data');
  return (
    <MessageScreen title={t('empty.title')} text={t('empty.text')}>
      <Button variant="contained" component={Link} to="/realtime" startIcon={<Icon path={mdiAccessPoint} size={18} />}>
        {t('empty.realtime')}
      </Button>
      <Button variant="outlined" onClick={props.onUpload} startIcon={<Icon path={mdiUpload} size={18} />}>
        {t('empty.import')}
      </Button>
    </MessageScreen>
  );
}
