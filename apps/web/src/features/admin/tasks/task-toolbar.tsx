import { mdiPlayCircle, mdiRefresh } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { reachOf } from '../../../base/may.ts';
import { refetchTasks } from '../../../base/my-tasks.ts';
import { useUser } from '../../../base/services.tsx';
import type { TableView } from '../../../tables/table-states.ts';
import toolbar from '../../../tables/table-toolbar.module.css';
import { Chevron } from '../../../ui/chevron.tsx';
import { formatNumber } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useScreenSize } from '../../../ui/screen-size.ts';
import { useClientChoices } from '../tables/sources.ts';
import { statesOf, type TaskFilter, taskFilters } from './task-words.ts';
import styles from './tasks.module.css';
import { filterOf, useTaskCounts, useTaskInfos } from './use-tasks.ts';

/** Title, state, kind and client of the tasks; reload and start at the right. */
export function TaskToolbar(props: { view: TableView; total: number | undefined; onStart(): void }): ReactNode {
  const { view, total } = props;
  const { t } = useTranslation(['admin', 'app']);
  const language = useAppearance((appearance) => appearance.language);
  const queries = useQueryClient();
  const phone = useScreenSize() === 'phone';
  const mayStart = useTaskInfos()?.some(({ startable }) => startable) === true;
  const seesEveryClient = reachOf(useUser(), 'task.read') === 'everything';
  return (
    <div className={toolbar.bar}>
      <h2 className={toolbar.title}>{t('app:views.admin.tasks')}</h2>
      {total !== undefined && <span className={toolbar.count}>{formatNumber(total, 0, language)}</span>}
      <StateSegments view={view} />
      <span className={styles.grow} />
      <div className={styles.choices}>
        <KindChoice view={view} />
        {seesEveryClient && <ClientChoice view={view} />}
      </div>
      <IconButton onClick={() => void refetchTasks(queries)} aria-label={t('common.reload')} title={t('common.reload')}>
        <Icon path={mdiRefresh} />
      </IconButton>
      {mayStart && (
        <Button
          onClick={props.onStart}
          {...(phone && { variant: 'contained', size: 'large', className: toolbar.floating ?? '' })}
          startIcon={<Icon path={mdiPlayCircle} size={18} />}
        >
          {t('tasks.start')}
        </Button>
      )}
    </div>
  );
}

function StateSegments({ view }: { view: TableView }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const counts = useTaskCounts();
  // The counts are of all that the caller sees: they say nothing of a part of it.
  const narrowed = (view.chosen.names ?? []).length + (view.chosen.clientIds ?? []).length > 0;
  const countOf = (filter: TaskFilter) => statesOf(filter).reduce((sum, state) => sum + (counts?.[state] ?? 0), 0);
  return (
    <div className={styles.segments}>
      <ToggleButtonGroup
        exclusive
        value={filterOf(view)}
        aria-label={t('tasks.state')}
        onChange={(_, next: unknown) => {
          if (typeof next === 'string') view.choose('state', next === 'all' ? [] : [next]);
        }}
      >
        {(Object.keys(taskFilters) as TaskFilter[]).map((filter) => {
          const count =
            narrowed || filter === 'all' || filter === 'archived' || filter === 'done' ? 0 : countOf(filter);
          return (
            <ToggleButton key={filter} value={filter}>
              {t(`tasks.filter.${filter}`)}
              {count > 0 && (
                <span className={styles.badge} data-failed={filter === 'failed' || undefined}>
                  {formatNumber(count, 0, language)}
                </span>
              )}
            </ToggleButton>
          );
        })}
      </ToggleButtonGroup>
    </div>
  );
}

function KindChoice({ view }: { view: TableView }): ReactNode {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const kinds = (useTaskInfos() ?? []).map(({ name, display_name }) => ({
    value: name,
    label: display_name[language],
  }));
  return (
    <FilterSelect
      label={t('tasks.kind')}
      every={t('tasks.everyKind')}
      value={view.chosen.names?.[0]}
      choices={kinds}
      onChoose={(value) => view.choose('names', value === undefined ? [] : [value])}
    />
  );
}

function ClientChoice({ view }: { view: TableView }): ReactNode {
  const { t } = useTranslation('admin');
  const clients = useClientChoices();
  return (
    <FilterSelect
      label={t('common.column.client')}
      every={t('common.filter.everyClient')}
      value={view.chosen.clientIds?.[0]}
      choices={clients}
      onChoose={(value) => view.choose('clientIds', value === undefined ? [] : [value])}
    />
  );
}

function FilterSelect<V extends string | number>(props: {
  label: string;
  every: string;
  value: unknown;
  choices: readonly { value: V; label: string }[];
  onChoose(value: V | undefined): void;
}): ReactNode {
  const { choices } = props;
  const chosen = choices.find(({ value }) => value === props.value);
  return (
    <Select
      displayEmpty
      className={styles.select ?? ''}
      value={chosen === undefined ? '' : String(chosen.value)}
      IconComponent={Chevron}
      inputProps={{ 'aria-label': props.label }}
      onChange={(event) => props.onChoose(choices.find(({ value }) => String(value) === event.target.value)?.value)}
    >
      <MenuItem value="">{props.every}</MenuItem>
      {choices.map(({ value, label }) => (
        <MenuItem key={value} value={String(value)}>
          {label}
        </MenuItem>
      ))}
    </Select>
  );
}
