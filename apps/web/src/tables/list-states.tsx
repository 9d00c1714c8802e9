import { mdiPlusCircle } from '@mdi/js';
import Button from '@mui/material/Button';
import { Fragment, type ReactNode } from 'react';
import { useActiveClient } from '../base/active-client.ts';
import { sentenceOfProblem } from '../base/notify.ts';
import { FailedScreen } from '../ui/failed-screen.tsx';
import { Icon } from '../ui/icon.tsx';
import { MessageScreen } from '../ui/message-screen.tsx';
import { AfterAWhile, SkeletonBar } from '../ui/skeleton.tsx';
import styles from './list-states.module.css';
import type { AdminTable, Row } from './table-definition.ts';
import { chosenWords } from './table-filters.tsx';
import type { UsableTable } from './table-for.ts';
import { isFiltered, type TableView } from './table-states.ts';
import { useTableWords } from './table-words.ts';

const skeletonRows = ['34%', '22%', '28%', '40%', '18%', '30%'];

export function LoadingRows(): ReactNode {
  const w = useTableWords('common');
  return (
    <AfterAWhile>
      <div role="status" className={styles.rows}>
        <span className="visually-hidden">{w('loading')}</span>
        {skeletonRows.map((width) => (
          <div key={width} className={styles.row}>
            <SkeletonBar width={width} />
            <span className={styles.grow} />
            <SkeletonBar width="96px" />
            <SkeletonBar width="64px" />
          </div>
        ))}
      </div>
    </AfterAWhile>
  );
}

/** What happened, that nothing was changed, and the way to try again. */
export function LoadingFailed(props: { problem: Error; title?: string; onRetry(): void }): ReactNode {
  const w = useTableWords('common');
  const { problem, title = w('failed.title'), onRetry } = props;
  return (
    <FailedScreen
      title={title}
      text={sentenceOfProblem(problem, w('failed.text'))}
      retry={w('failed.retry')}
      onRetry={onRetry}
    />
  );
}

/** An empty page: names what narrows the list, or invites to add the first row. */
export function NoRows<R extends Row>(props: { table: UsableTable<R>; view: TableView; onAdd(): void }): ReactNode {
  const { table, view } = props;
  const w = useTableWords(table.name);
  const isNarrowed = isOneClientOfMany(table, view);
  if (isFiltered(view)) return <NothingMatches table={table} view={view} />;
  return (
    <MessageScreen heading="h3" title={w('empty.title')} text={w('empty.text')}>
      {table.may.create && (
        <Button variant="contained" onClick={props.onAdd} startIcon={<Icon path={mdiPlusCircle} size={18} />}>
          {w('add')}
        </Button>
      )}
      {isNarrowed && <EveryClientButton view={view} />}
    </MessageScreen>
  );
}

function isOneClientOfMany<R extends Row>({ ofClient, may }: UsableTable<R>, { everyClient }: TableView): boolean {
  return ofClient && may.seeEveryClient && !everyClient;
}

function EveryClientButton(props: { view: TableView }): ReactNode {
  const w = useTableWords('common');
  return (
    <Button variant="outlined" onClick={() => props.view.change({ everyClient: true })}>
      {w('filter.showEveryClient')}
    </Button>
  );
}

/** Says which filter is responsible, and offers to remove it. */
function NothingMatches<R extends Row>(props: { table: UsableTable<R>; view: TableView }): ReactNode {
  const { table, view } = props;
  const w = useTableWords(table.name);
  const active = useActiveClient();
  const suspects = (table.filters ?? []).filter(({ name }) => (view.chosen[name] ?? []).length > 0);
  const suspect = suspects.at(-1);
  const search = view.search.trim();
  const isNarrowed = isOneClientOfMany(table, view);
  const reason =
    search === ''
      ? suspects.map((filter) => (
          <Fragment key={filter.name}>
            <FilterReason table={table.name} filter={filter} view={view} />{' '}
          </Fragment>
        ))
      : w('noMatch.search', { search });
  return (
    <MessageScreen
      heading="h3"
      title={w('noMatch.title')}
      text={
        <>
          {reason}
          {isNarrowed && ` ${w('noMatch.client', { name: active.name })}`}
        </>
      }
    >
      <Button variant="contained" onClick={view.reset}>
        {w('noMatch.reset')}
      </Button>
      {suspect && (search !== '' || suspects.length > 1) && (
        <Button variant="outlined" onClick={() => view.choose(suspect.name, [])}>
          {w('filter.remove', { name: w(`filter.${suspect.name}`) })}
        </Button>
      )}
      {isNarrowed && <EveryClientButton view={view} />}
    </MessageScreen>
  );
}

function FilterReason(props: {
  table: string;
  filter: NonNullable<AdminTable<Row>['filters']>[number];
  view: TableView;
}): ReactNode {
  const { filter, view } = props;
  const w = useTableWords(props.table);
  const chosen = chosenWords(filter.useChoices(), view.chosen[filter.name] ?? []);
  return w('noMatch.filter', { name: `${w(`filter.${filter.name}`)} ${chosen}` });
}
