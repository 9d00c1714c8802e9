import {
  mdiArrowExpandVertical,
  mdiClose,
  mdiFunctionVariant,
  mdiMagnify,
  mdiPageLayoutSidebarLeft,
  mdiPlusCircle,
} from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { RecordComputed } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { AvailableVariables } from './available-variables.tsx';
import { ComputedVariables } from './computed-variables.tsx';
import { DropPlace, useIsSingle } from './drag-variables.tsx';
import { useFinder } from './find-variables.ts';
import { FormulaDialog } from './formula-dialog.tsx';
import { addGraph, type GraphPlan, placedNames, removeGraph } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';
import { PlacedRows } from './placed-variables.tsx';
import { ScaleDialog } from './scale-dialog.tsx';
import styles from './variables-panel.module.css';

interface PanelProps {
  /** Absent in a bottom sheet, which closes by itself. */
  onCollapse?: () => void;
}

/** What is drawn on which graph and axis, and what else could be. */
export function VariablesPanel(props: PanelProps): ReactNode {
  const { t } = useTranslation('record');
  const [sought, setSought] = useState<string>();
  const [scaled, setScaled] = useState<number>();
  const [formula, setFormula] = useState<'new' | RecordComputed>();
  // With one graph its axes follow from the units, and a third unit waits.
  const { record, view, layout: shown } = useOpenRecord();
  const scaledGraph = shown.find(({ id }) => id === scaled);
  const isSingle = useIsSingle();
  const finds = useFinder(record.available_data, sought ?? '');
  const drawn = new Set(placedNames(shown));
  const waiting = view.layout.flatMap((graph) => graph.variables).filter(({ name }) => !drawn.has(name));
  const isFound = Object.keys(record.available_data).some(finds);
  return (
    <div className={styles.panel}>
      <PanelHead sought={sought} onSought={setSought} {...props} />
      <div className={styles.lists} data-lists>
        {!isFound && <p className={styles.hint}>{t('variables.noneFound')}</p>}
        {shown.map((graph, index) => (
          <DropPlace key={graph.id} place={index}>
            <GraphHead graph={graph} number={index + 1} onScale={() => setScaled(graph.id)} />
            {graph.variables.length === 0 && <p className={styles.hint}>{t('variables.emptyGraph')}</p>}
            <PlacedRows graph={graph.variables} finds={finds} waiting={false} />
          </DropPlace>
        ))}
        {waiting.length > 0 && (
          <section>
            <div className={styles.graphHead}>
              <h3>{t('variables.otherUnits')}</h3>
            </div>
            <p className={styles.hint}>{t('variables.otherUnitsHint')}</p>
            <PlacedRows graph={waiting} finds={finds} waiting />
          </section>
        )}
        <ComputedVariables finds={finds} onEdit={setFormula} />
        <AvailableVariables finds={finds} />
      </div>
      {scaledGraph && <ScaleDialog graph={scaledGraph} onClose={() => setScaled(undefined)} />}
      {formula !== undefined && (
        <FormulaDialog edited={formula === 'new' ? undefined : formula} onClose={() => setFormula(undefined)} />
      )}
      <div className={styles.foot}>
        {!isSingle && (
          <Button onClick={() => view.setLayout(addGraph)} startIcon={<Icon path={mdiPlusCircle} size={18} />}>
            {t('variables.addGraph')}
          </Button>
        )}
        <span className={styles.grow} />
        <Button
          color="inherit"
          title={t('computed.new')}
          onClick={() => setFormula('new')}
          startIcon={<Icon path={mdiFunctionVariant} size={18} />}
        >
          {t('computed.compute')}
        </Button>
      </div>
    </div>
  );
}

/** The title, or the words that are sought in its place. */
function PanelHead(
  props: PanelProps & { sought: string | undefined; onSought(words: string | undefined): void },
): ReactNode {
  const { t } = useTranslation('record');
  const { sought, onSought } = props;
  return (
    <div className={styles.head}>
      {sought === undefined ? (
        <h2>{t('variables.title')}</h2>
      ) : (
        <input
          className={styles.search}
          // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
          autoFocus
          value={sought}
          placeholder={t('variables.search')}
          aria-label={t('variables.search')}
          onChange={(event) => onSought(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onSought(undefined);
          }}
        />
      )}
      <IconButton
        aria-label={t(sought === undefined ? 'variables.search' : 'variables.endSearch')}
        onClick={() => onSought(sought === undefined ? '' : undefined)}
      >
        <Icon path={sought === undefined ? mdiMagnify : mdiClose} />
      </IconButton>
      {props.onCollapse && (
        <IconButton aria-label={t('variables.collapse')} title={t('variables.collapse')} onClick={props.onCollapse}>
          <Icon path={mdiPageLayoutSidebarLeft} />
        </IconButton>
      )}
    </div>
  );
}

/** The number of a graph, with its scale, or, of an empty one, its end. */
function GraphHead(props: { graph: GraphPlan; number: number; onScale(): void }): ReactNode {
  const { t } = useTranslation('record');
  const { setLayout } = useOpenRecord().view;
  const { graph, number } = props;
  const isEmpty = graph.variables.length === 0;
  return (
    <div className={styles.graphHead}>
      <h3>{t('variables.graph', { number })}</h3>
      {!isEmpty && (
        <IconButton
          size="small"
          aria-label={t('scale.ask', { number })}
          title={t('scale.ask', { number })}
          aria-pressed={graph.fixed !== undefined}
          onClick={props.onScale}
        >
          <Icon path={mdiArrowExpandVertical} size={16} />
        </IconButton>
      )}
      {isEmpty && (
        <IconButton
          size="small"
          aria-label={t('variables.removeGraph', { number })}
          onClick={() => setLayout((now) => removeGraph(now, graph.id))}
        >
          <Icon path={mdiClose} size={16} />
        </IconButton>
      )}
    </div>
  );
}
