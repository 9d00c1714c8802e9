import { mdiFilterOffOutline, mdiLockOutline, mdiTuneVariant } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingFailed, LoadingRows } from '../../../tables/list-states.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { BottomSheet } from '../../../ui/bottom-sheet.tsx';
import { MessageScreen } from '../../../ui/message-screen.tsx';
import { useScreenSize } from '../../../ui/screen-size.ts';
import { Categories } from './categories.tsx';
import { CreateParameterDialog } from './create-dialog.tsx';
import { DetailPanel } from './detail-panel.tsx';
import { categoriesOf, groupParameters, type ParameterFilter } from './group-parameters.ts';
import styles from './parameter-screen.module.css';
import { ParameterTable } from './parameter-table.tsx';
import { ParameterToolbar } from './parameter-toolbar.tsx';
import type { Target, TargetKind } from './targets.ts';
import { useParameterChanges, useParameters } from './use-parameters.ts';

const everything: ParameterFilter = { search: '', advanced: false, onlyModified: false };

/** The parameters of a thing: categories, the table where most are changed in place, and what is known of one. */
export function ParameterScreen(props: {
  kinds: readonly TargetKind[];
  target: Target;
  /** Narrows what can be chosen. */
  choice?: ReactNode;
  onChoose(target: Target): void;
}): ReactNode {
  const { target } = props;
  const { t } = useTranslation('settings');
  const { data, error, refetch } = useParameters(target);
  const changes = useParameterChanges(target);
  const [filter, setFilter] = useState(everything);
  const [adding, setAdding] = useState(false);
  const [chosenName, setChosenName] = useState<string>();
  const rows = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => groupParameters(data ?? {}, filter), [data, filter]);
  const chosen = chosenName === undefined ? undefined : data?.[chosenName];
  return (
    <div className={styles.screen}>
      <ParameterToolbar
        {...props}
        all={data}
        filter={filter}
        onFilter={setFilter}
        {...(changes.mayChange && { onAdd: () => setAdding(true) })}
      />
      {!changes.mayChange && (
        <Banner tone="info" icon={mdiLockOutline}>
          {t(`parameters.readOnly.${target.table}`)}
        </Banner>
      )}
      <div className={styles.body}>
        {data !== undefined && Object.keys(data).length > 0 && (
          <Categories categories={categoriesOf(groups)} rows={rows} />
        )}
        <div className={styles.rows} ref={rows}>
          {data === undefined && error === null && <LoadingRows />}
          {data === undefined && error !== null && (
            <LoadingFailed problem={error} title={t('parameters.failed')} onRetry={() => void refetch()} />
          )}
          {data !== undefined && groups.length === 0 && (
            <NothingLeft
              filter={filter}
              isEmpty={Object.keys(data).length === 0}
              onReset={() => setFilter(everything)}
            />
          )}
          <ParameterTable
            groups={groups}
            changes={changes}
            chosen={chosen}
            withKeys={filter.advanced}
            onChoose={setChosenName}
          />
        </div>
        {chosen && (
          <BesideOrBelow onClose={() => setChosenName(undefined)}>
            <DetailPanel
              key={`${chosen.name} ${JSON.stringify(chosen.value)}`}
              parameter={chosen}
              changes={changes}
              onClose={() => setChosenName(undefined)}
            />
          </BesideOrBelow>
        )}
      </div>
      {adding && (
        <CreateParameterDialog
          target={target}
          onClose={() => setAdding(false)}
          onCreated={(name) => {
            setAdding(false);
            setFilter({ ...everything, advanced: true });
            setChosenName(name);
          }}
        />
      )}
    </div>
  );
}

function NothingLeft(props: { filter: ParameterFilter; isEmpty: boolean; onReset(): void }): ReactNode {
  const { t } = useTranslation('settings');
  const { search, onlyModified, advanced } = props.filter;
  if (props.isEmpty) {
    return <MessageScreen icon={mdiTuneVariant} title={t('parameters.noneHere')} text={t('parameters.noneHereText')} />;
  }
  const narrowed = search !== '' || onlyModified;
  const reason = search !== '' ? 'noMatch.search' : onlyModified ? 'noMatch.modified' : 'noMatch.none';
  return (
    <MessageScreen
      icon={mdiFilterOffOutline}
      title={t('parameters.noMatch.title')}
      text={t(`parameters.${reason}`, { search })}
    >
      {(narrowed || advanced) && (
        <Button variant="contained" onClick={props.onReset}>
          {t('parameters.noMatch.reset')}
        </Button>
      )}
    </MessageScreen>
  );
}

/** At the right where there is room, else a sheet. */
function BesideOrBelow(props: { children: ReactNode; onClose(): void }): ReactNode {
  if (useScreenSize() === 'desktop') return <aside className={styles.panel}>{props.children}</aside>;
  return (
    <BottomSheet open onClose={props.onClose}>
      {props.children}
    </BottomSheet>
  );
}
