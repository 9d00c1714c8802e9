import {
  mdiArrowExpandVertical,
  mdiClose,
  mdiMagnify,
  mdiPageLayoutSidebarLeft,
  mdiPlus,
  mdiPlusCircle,
} from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { Record } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { type YAxis, yAxes } from '../../charts/y-axes.ts';
import { Icon } from '../../ui/icon.tsx';
import { moduleName } from '../../ui/module-name.ts';
import { printedUnit } from '../../ui/printed-unit.ts';
import {
  addGraph,
  addVariable,
  type Layout,
  moveVariable,
  type Placed,
  placedNames,
  removeGraph,
  removeVariable,
  setAxis,
} from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';
import { ScaleDialog } from './scale-dialog.tsx';
import { labelOf, looksOf, moduleOf, type VariableLook } from './variable-look.ts';
import styles from './variables-panel.module.css';
import { useViewSettings } from './view-settings.ts';

interface PanelProps {
  /** Absent in a bottom sheet, which closes by itself. */
  onCollapse?: () => void;
}

type Available = Record['available_data'];
const useAvailable = (): Available => useOpenRecord().record.available_data;
/** What is dragged is one of our variables. */
const draggedType = 'application/x-sillage-variable';
const useIsSingle = (): boolean => !useViewSettings((settings) => settings.multiple);

/** What is drawn on which graph and axis, and what else could be. */
export function VariablesPanel(props: PanelProps): ReactNode {
  const { t } = useTranslation('record');
  const [sought, setSought] = useState<string>();
  const [scaled, setScaled] = useState<number>();
  const scaledGraph = useOpenRecord().layout.find(({ id }) => id === scaled);
  const available = useAvailable();
  const { layout, setLayout } = useOpenRecord().view;
  // With one graph its axes follow from the units, and a third unit waits.
  const shown = useOpenRecord().layout;
  const isSingle = useIsSingle();
  const finds = useFinder(available, sought ?? '');
  const drawn = new Set(placedNames(shown));
  const waiting = layout.flatMap((graph) => graph.variables).filter(({ name }) => !drawn.has(name));
  const isFound = Object.keys(available).some(finds);
  return (
    <div className={styles.panel}>
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
            onChange={(event) => setSought(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setSought(undefined);
            }}
          />
        )}
        <IconButton
          aria-label={t(sought === undefined ? 'variables.search' : 'variables.endSearch')}
          onClick={() => setSought(sought === undefined ? '' : undefined)}
        >
          <Icon path={sought === undefined ? mdiMagnify : mdiClose} />
        </IconButton>
        {props.onCollapse && (
          <IconButton aria-label={t('variables.collapse')} title={t('variables.collapse')} onClick={props.onCollapse}>
            <Icon path={mdiPageLayoutSidebarLeft} />
          </IconButton>
        )}
      </div>
      <div className={styles.lists} data-lists>
        {!isFound && <p className={styles.hint}>{t('variables.noneFound')}</p>}
        {shown.map((graph, index) => (
          <DropPlace key={graph.id} place={index}>
            <div className={styles.graphHead}>
              <h3>{t('variables.graph', { number: index + 1 })}</h3>
              {graph.variables.length > 0 && (
                <IconButton
                  size="small"
                  aria-label={t('scale.ask', { number: index + 1 })}
                  title={t('scale.ask', { number: index + 1 })}
                  aria-pressed={graph.fixed !== undefined}
                  onClick={() => setScaled(graph.id)}
                >
                  <Icon path={mdiArrowExpandVertical} size={16} />
                </IconButton>
              )}
              {graph.variables.length === 0 && (
                <IconButton
                  size="small"
                  aria-label={t('variables.removeGraph', { number: index + 1 })}
                  onClick={() => setLayout((now) => removeGraph(now, graph.id))}
                >
                  <Icon path={mdiClose} size={16} />
                </IconButton>
              )}
            </div>
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
        <AvailableList finds={finds} />
      </div>
      {scaledGraph && <ScaleDialog graph={scaledGraph} onClose={() => setScaled(undefined)} />}
      {!isSingle && (
        <div className={styles.foot}>
          <Button onClick={() => setLayout(addGraph)} startIcon={<Icon path={mdiPlusCircle} size={18} />}>
            {t('variables.addGraph')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Which variables the words that are sought name, without regard to case and accents. */
function useFinder(available: Available, sought: string): (name: string) => boolean {
  const language = useAppearance((appearance) => appearance.language);
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language);
  const words = plain(sought.trim());
  return (name) =>
    words === '' ||
    plain([labelOf(name, available[name], language), name, moduleName(moduleOf(name), language)].join(' ')).includes(
      words,
    );
}

interface RowsProps {
  readonly graph: readonly Placed[];
  /** Not drawn for now. */
  readonly waiting: boolean;
  finds(name: string): boolean;
}

function PlacedRows(props: RowsProps): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const { curves } = useChartTheme();
  const looks = looksOf(props.graph, useAvailable(), curves, language);
  return (
    <ul>
      {props.graph.map((placed, index) => {
        const look = looks[index];
        if (look === undefined || !props.finds(placed.name)) return null;
        return <PlacedRow key={placed.name} placed={placed} look={look} waiting={props.waiting} />;
      })}
    </ul>
  );
}

function PlacedRow(props: { placed: Placed; look: VariableLook; waiting: boolean }): ReactNode {
  const { t } = useTranslation('record');
  const { placed, look } = props;
  const { setLayout } = useOpenRecord().view;
  const isSingle = useIsSingle();
  const setTo = (axis: YAxis) => setLayout((now) => setAxis(now, placed.name, axis));
  return (
    <li
      className={styles.row}
      draggable={!isSingle}
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedType, placed.name);
        event.dataTransfer.effectAllowed = 'move';
      }}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (isSingle || by === undefined || !event.altKey) return;
        event.preventDefault();
        const panel = event.currentTarget.closest('[data-lists]');
        // The row is made anew on its other graph: what has the focus is found again there.
        flushSync(() => setLayout((now) => moveVariable(now, placed.name, placeOf(now, placed.name) + by)));
        const buttons = [...(panel?.querySelectorAll('button') ?? [])];
        buttons.find(({ dataset }) => dataset.axisOf === placed.name)?.focus();
      }}
    >
      <span
        className={styles.swatch}
        data-line={look.line}
        data-hidden={props.waiting}
        style={{ borderColor: look.stroke }}
      />
      <span className={styles.name} title={`${look.label} (${placed.name})`}>
        {look.label}
      </span>
      <span className={styles.unit}>{look.unit}</span>
      {isSingle && !props.waiting && <span className={styles.axis}>{placed.axis}</span>}
      {!isSingle && (
        <button
          type="button"
          className={styles.axis}
          data-axis-of={placed.name}
          aria-label={t('variables.axisOf', { axis: placed.axis, name: look.label })}
          title={`${t('variables.changeAxis')}\n${t('variables.move')}`}
          onClick={() => setTo(yAxes[(yAxes.indexOf(placed.axis) + 1) % yAxes.length] ?? 'y1')}
          onKeyDown={(event) => {
            const axis = yAxes.find((one) => one === `y${event.key}`);
            if (axis === undefined) return;
            event.preventDefault();
            setTo(axis);
          }}
        >
          {placed.axis}
        </button>
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={t('variables.remove', { name: look.label })}
        title={t('variables.remove', { name: look.label })}
        onClick={() => setLayout((now) => removeVariable(now, placed.name))}
      >
        <Icon path={mdiClose} size={14} />
      </button>
    </li>
  );
}

/** The graph that a variable stands on; −1 for none. */
function placeOf(layout: Layout, name: string): number {
  return layout.findIndex(({ variables }) => variables.some((one) => one.name === name));
}

/** A graph, where variables that are dragged can be put. */
function DropPlace(props: { place: number; children: ReactNode }): ReactNode {
  const { setLayout } = useOpenRecord().view;
  const available = useAvailable();
  const [isOver, setOver] = useState(false);
  const isSingle = useIsSingle();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard moves a variable from its own row
    <section
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        if (isSingle || !event.dataTransfer.types.includes(draggedType)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const name = event.dataTransfer.getData(draggedType);
        if (isSingle || !Object.hasOwn(available, name)) return;
        event.preventDefault();
        setLayout((now) =>
          moveVariable(placeOf(now, name) < 0 ? addVariable(now, name, available) : now, name, props.place),
        );
      }}
    >
      {props.children}
    </section>
  );
}

function AvailableList(props: { finds(name: string): boolean }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const available = useAvailable();
  const { layout, setLayout } = useOpenRecord().view;
  const placed = new Set(placedNames(layout));
  // A word that stands beside every name says nothing.
  const modules = new Set(Object.keys(available).map(moduleOf));
  const moduleWord = (name: string) => (modules.size > 1 ? moduleName(moduleOf(name), language) : '');
  const free = Object.entries(available).filter(([name]) => !placed.has(name));
  const rows = free
    .filter(([name]) => props.finds(name))
    .map(([name, variable]) => ({
      name,
      unit: printedUnit(variable.unit, language),
      label: labelOf(name, variable, language),
      module: moduleWord(name),
    }));
  return (
    <section>
      <div className={styles.graphHead}>
        <h3>{t('variables.available')}</h3>
      </div>
      {free.length === 0 && <p className={styles.hint}>{t('variables.allShown')}</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.name}>
            <button
              type="button"
              className={styles.available}
              draggable
              onDragStart={(event) => event.dataTransfer.setData(draggedType, row.name)}
              title={`${row.label} (${row.name})`}
              aria-label={t('variables.add', {
                name: [row.label, row.module, row.unit].filter((word) => word !== '').join(' '),
              })}
              onClick={() => setLayout((now) => addVariable(now, row.name, available))}
            >
              <Icon path={mdiPlus} size={14} />
              <span className={styles.name}>{row.label}</span> <span className={styles.module}>{row.module}</span>{' '}
              <span className={styles.unit}>{row.unit}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
