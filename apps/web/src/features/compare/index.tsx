import { mdiChartBellCurve, mdiFitToPageOutline, mdiLinkVariant } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { limits, type Record } from '@sillage/contract';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../base/notify.ts';
import { useShortcut } from '../../base/shortcuts.ts';
import { Page } from '../../frame/page.tsx';
import { useRecordUpdates } from '../../records/record-queries.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { MessageScreen } from '../../ui/message-screen.tsx';
import { AddDialog } from './add-dialog.tsx';
import { AlignChoice } from './align-choice.tsx';
import styles from './compare.module.css';
import { type Comparison, readComparison, writeComparison } from './compare-address.ts';
import { ComparedGraphs, layOnAxis, type OnAxis, useComparedView } from './compared-graphs.tsx';
import { ComparedList, type Undrawn } from './compared-list.tsx';
import { ComparedTable } from './compared-table.tsx';
import { MeanCycles } from './mean-cycles.tsx';
import { type ComparedVariable, sharedVariables } from './shared-variables.ts';
import { useAlignment } from './use-alignment.ts';
import { useComparedCurves, useComparedRecords, useWays, type Wanted } from './use-compared.ts';

/** Variables that are drawn before somebody chooses. */
const firstVariables = 2;

/** Up to 20 records on one another, `/compare?ids=…`: all that is chosen is in the address. */
export default function Screen(): ReactNode {
  const { t } = useTranslation('compare');
  useRecordUpdates();
  const { history } = useRouter();
  const search = useRouterState({ select: ({ location }) => location.searchStr });
  const comparison = useMemo(() => readComparison(search), [search]);
  const change = (some: Partial<Comparison>) =>
    history.replace(`${history.location.pathname}${writeComparison({ ...comparison, ...some })}`);
  const { records, missing, isPending } = useComparedRecords(comparison.ids);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page title={t('title')} parents={[{ label: t('parent'), to: '/' }]}>
      {records.length > 0 && (
        <Compared
          key={comparison.by === 'distance' ? 'distance' : 'time'}
          {...{ comparison, change, records }}
          missing={missing.length}
          isComplete={!isPending}
          onAdd={() => setIsAdding(true)}
        />
      )}
      {records.length === 0 && !isPending && (
        <MessageScreen title={t('none.title')} text={t('none.text')}>
          <Button variant="contained" onClick={() => setIsAdding(true)}>
            {t('list.add')}
          </Button>
        </MessageScreen>
      )}
      {isAdding && (
        <AddDialog
          ids={comparison.ids}
          onAdd={(ids) => change({ ids: [...comparison.ids, ...ids].slice(0, limits.recordsCompared) })}
          onClose={() => setIsAdding(false)}
        />
      )}
    </Page>
  );
}

/** Those that were chosen and are there, else those that tell most. */
function chosenOf(shared: readonly ComparedVariable[], { variables }: Comparison): readonly ComparedVariable[] {
  const chosen = variables.flatMap((name) => shared.find((one) => one.name === name) ?? []);
  return chosen.length > 0 ? chosen : shared.slice(0, firstVariables);
}

/** Why a record is not on the graphs; nothing of one that is. */
function whyUndrawn(
  { record, extent }: OnAxis,
  chosen: readonly ComparedVariable[],
  failed: ReadonlySet<number>,
): Undrawn[] {
  if (!chosen.some(({ of }) => of.has(record.id))) return ['variable'];
  if (extent.to <= 0) return ['distance'];
  return failed.has(record.id) ? ['failed'] : [];
}

function Compared(props: {
  comparison: Comparison;
  change(some: Partial<Comparison>): void;
  records: readonly Record[];
  missing: number;
  isComplete: boolean;
  onAdd(): void;
}): ReactNode {
  const { t } = useTranslation('compare');
  const { comparison, change, records } = props;
  const byDistance = comparison.by === 'distance';
  const shared = useMemo(() => sharedVariables(records), [records]);
  const chosen = useMemo(() => chosenOf(shared, comparison), [shared, comparison]);
  const aligned = useAlignment(records, comparison, chosen[0]);
  const [plotWidth, setPlotWidth] = useState(0);
  // What else there is to ask for comes after the first curves.
  const [wasDrawn, setWasDrawn] = useState(false);
  const { ways, isWhole: hasWays } = useWays(records, byDistance || wasDrawn);
  const onAxis = layOnAxis(aligned, ways, byDistance);
  const view = useComparedView(onAxis, byDistance);
  const wanted = onAxis.map(({ record, shift, extent }): Wanted => {
    const names = chosen.flatMap(({ of }) => of.get(record.id) ?? []);
    return { record, extent, variables: names, window: { from: view.window.from - shift, to: view.window.to - shift } };
  });
  const isKnown = props.isComplete && (hasWays || !byDistance);
  const { curves, isDrawn, failed } = useComparedCurves(wanted, view.x.kind, plotWidth, isKnown);
  if (isDrawn && plotWidth > 0 && !wasDrawn) setWasDrawn(true);
  const undrawn = new Map(
    isDrawn ? onAxis.flatMap((one) => whyUndrawn(one, chosen, failed).map((why) => [one.record.id, why] as const)) : [],
  );
  const [isCycling, setIsCycling] = useState(false);
  const [first] = chosen;
  useShortcut('H', view.whole);
  const copyLink = async () => {
    await copyText(location.href);
    notify({ kind: 'success', text: t('linkCopied') });
  };
  return (
    <div className={styles.screen} data-cycles={isCycling}>
      <div className={styles.side}>
        <ComparedList {...{ aligned, comparison, change, undrawn }} onAdd={props.onAdd} />
        {props.missing > 0 && <p className={styles.warning}>{t('missing', { count: props.missing })}</p>}
        <AlignChoice {...{ comparison, shared, chosen, change }} hasDistance={ways.some((way) => way !== undefined)} />
      </div>
      <div className={styles.main}>
        <div className={styles.bar} role="toolbar" aria-label={t('toolbar')}>
          <Button color="inherit" onClick={view.whole} startIcon={<Icon path={mdiFitToPageOutline} size={18} />}>
            {t('whole')}
            <KeyHint>H</KeyHint>
          </Button>
          <Button
            color="inherit"
            aria-pressed={isCycling}
            onClick={() => setIsCycling(!isCycling)}
            startIcon={<Icon path={mdiChartBellCurve} size={18} />}
          >
            {t('cycles.label')}
          </Button>
          <span className={styles.grow} />
          <IconButton aria-label={t('link')} title={t('link')} onClick={() => void copyLink()}>
            <Icon path={mdiLinkVariant} />
          </IconButton>
        </div>
        {chosen.length === 0 ? (
          props.isComplete && <p className={styles.hint}>{t('nothingShared')}</p>
        ) : (
          <>
            <ComparedGraphs
              onAxis={onAxis}
              ways={ways}
              variables={chosen}
              view={view}
              {...{ curves, isDrawn }}
              onPlotWidth={setPlotWidth}
            />
            <ComparedTable
              onAxis={onAxis}
              variables={chosen}
              window={view.window}
              byDistance={byDistance}
              isWanted={wasDrawn}
            />
          </>
        )}
      </div>
      {isCycling && first && (
        <MeanCycles key={first.name} onAxis={onAxis} variable={first} window={view.window} byDistance={byDistance} />
      )}
    </div>
  );
}
