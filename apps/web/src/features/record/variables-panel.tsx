import { mdiClose, mdiMagnify, mdiPageLayoutSidebarLeft, mdiPlus, mdiPlusCircle } from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { Record } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../app/appearance.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { Icon } from '../../ui/icon.tsx';
import {
  addGraph,
  addVariable,
  type Layout,
  type Placed,
  placedNames,
  removeGraph,
  removeVariable,
  setAxis,
} from './graph-layout.ts';
import { labelOf, lookOf, printedUnit } from './variable-look.ts';
import styles from './variables-panel.module.css';

interface PanelProps {
  readonly available: Record['available_data'];
  readonly layout: Layout;
  /** All on one graph: its axes follow from the units. */
  readonly single: boolean;
  onChange(change: (layout: Layout) => Layout): void;
  /** Absent in a bottom sheet, which closes by itself. */
  onCollapse?: (() => void) | undefined;
}

/** What is drawn on which graph and axis, and what else could be. */
export function VariablesPanel(props: PanelProps): ReactNode {
  const { t } = useTranslation('record');
  const [sought, setSought] = useState<string>();
  const { layout, onChange } = props;
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
      <div className={styles.lists}>
        {layout.map((graph, index) => (
          <section key={graph.id}>
            <div className={styles.graphHead}>
              <h3>{t('variables.graph', { number: index + 1 })}</h3>
              {graph.variables.length === 0 && (
                <IconButton
                  size="small"
                  aria-label={t('variables.removeGraph', { number: index + 1 })}
                  onClick={() => onChange((now) => removeGraph(now, graph.id))}
                >
                  <Icon path={mdiClose} size={16} />
                </IconButton>
              )}
            </div>
            {graph.variables.length === 0 && <p className={styles.hint}>{t('variables.emptyGraph')}</p>}
            <ul>
              {graph.variables.map((placed) => (
                <PlacedRow key={placed.name} placed={placed} {...props} />
              ))}
            </ul>
          </section>
        ))}
        <AvailableList {...props} sought={sought ?? ''} />
      </div>
      {!props.single && (
        <div className={styles.foot}>
          <Button onClick={() => onChange(addGraph)} startIcon={<Icon path={mdiPlusCircle} size={18} />}>
            {t('variables.addGraph')}
          </Button>
        </div>
      )}
    </div>
  );
}

function PlacedRow(props: PanelProps & { placed: Placed }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { curves } = useChartTheme();
  const { placed, onChange } = props;
  const look = lookOf(placed, props.available, curves, language);
  return (
    <li className={styles.row}>
      <span className={styles.swatch} data-dashed={look.dashed} style={{ borderColor: look.stroke }} />
      <span className={styles.name} title={`${look.label} (${placed.name})`}>
        {look.label}
      </span>
      <span className={styles.unit}>{look.unit}</span>
      {!props.single && (
        <fieldset className={styles.axes} aria-label={t('variables.axisOf', { name: look.label })}>
          {(['y1', 'y2'] as const).map((axis) => (
            <button
              key={axis}
              type="button"
              aria-pressed={placed.axis === axis}
              onClick={() => onChange((now) => setAxis(now, placed.name, axis))}
            >
              {axis}
            </button>
          ))}
        </fieldset>
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={t('variables.remove', { name: look.label })}
        title={t('variables.remove', { name: look.label })}
        onClick={() => onChange((now) => removeVariable(now, placed.name))}
      >
        <Icon path={mdiClose} size={14} />
      </button>
    </li>
  );
}

function AvailableList(props: PanelProps & { sought: string }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const placed = new Set(placedNames(props.layout));
  const sought = props.sought.trim().toLocaleLowerCase(language);
  const rows = Object.entries(props.available)
    .filter(([name]) => !placed.has(name))
    .map(([name, variable]) => ({ name, unit: printedUnit(variable.unit), label: labelOf(name, variable, language) }))
    .filter((row) => sought === '' || `${row.label} ${row.name}`.toLocaleLowerCase(language).includes(sought));
  return (
    <section>
      <div className={styles.graphHead}>
        <h3>{t('variables.available')}</h3>
      </div>
      {rows.length === 0 && (
        <p className={styles.hint}>{t(sought === '' ? 'variables.allShown' : 'variables.noneFound')}</p>
      )}
      <ul>
        {rows.map((row) => (
          <li key={row.name}>
            <button
              type="button"
              className={styles.available}
              title={`${row.label} (${row.name})`}
              aria-label={t('variables.add', { name: row.label })}
              onClick={() => props.onChange((now) => addVariable(now, row.name, props.available))}
            >
              <Icon path={mdiPlus} size={14} />
              <span className={styles.name}>{row.label}</span>
              <span className={styles.module}>{row.name.slice(0, row.name.indexOf('.'))}</span>
              <span className={styles.unit}>{row.unit}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
