import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { valueAt } from '../../charts/curve.ts';
import { formatFigure } from '../../charts/format-figure.ts';
import { spanOf, type TimeWindow } from '../../charts/time-window.ts';
import { useCurves } from './fetch-curves.ts';
import { useOpenRecord } from './open-record.ts';
import { useCopy } from './use-copy.ts';
import styles from './window-table.module.css';

const rowsOfTable = 21;
/** Points asked for: enough that the nearest is the moment itself. */
const pointsAsked = 4000;

/** Places from one end of the window to the other. */
export function placesOf(window: TimeWindow): number[] {
  return Array.from({ length: rowsOfTable }, (_, row) => window.from + (spanOf(window) * row) / (rowsOfTable - 1));
}

/** What the graphs show, as a table: the values at places of the window. */
export function WindowTable(props: { onClose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record, view, statistics } = useOpenRecord();
  const heading = useId();
  const { variables } = statistics;
  const names = variables.map(({ name }) => name);
  const { data, error, refetch } = useCurves(
    record,
    names,
    { ...view.window, maxData: pointsAsked },
    view.x.kind,
    true,
  );
  const rows = placesOf(view.window).map((place) => ({
    place: view.x.formatPlace(place, language),
    cells: variables.map(({ name, decimals, isPace }) => {
      const curve = data?.curves.get(name);
      return formatFigure(curve && valueAt(curve, place), decimals, language, isPace);
    }),
  }));
  const heads = variables.map(({ label, unit }) => (unit === '' ? label : `${label} (${unit})`));
  const along = t(`toolbar.${view.x.clock ? 'clock' : view.x.kind}`);
  const copy = useCopy();
  const copyRows = () => {
    const lines = [[along, ...heads], ...rows.map(({ place, cells }) => [place, ...cells])];
    void copy(lines.map((line) => line.join('\t')).join('\n'), t('statistics.copied'));
  };
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={heading} maxWidth="lg">
      <DialogTitle id={heading}>{t('table.title')}</DialogTitle>
      <DialogContent tabIndex={0} className={styles.content}>
        {names.length === 0 && <p>{t('table.none')}</p>}
        {names.length > 0 && data === undefined && error === null && <p role="status">{t('table.loading')}</p>}
        {names.length > 0 && data === undefined && error !== null && (
          <p role="alert">
            {t('table.failed')} <Button onClick={() => void refetch()}>{t('retry')}</Button>
          </p>
        )}
        {names.length > 0 && data !== undefined && (
          <table className={styles.table}>
            <thead>
              <tr>
                {[along, ...heads].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ place, cells }) => (
                <tr key={place}>
                  <th scope="row">{place}</th>
                  {cells.map((cell, index) => (
                    <td key={names[index]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={data === undefined || names.length === 0} onClick={copyRows}>
          {t('statistics.copy')}
        </Button>
        <Button variant="contained" onClick={props.onClose}>
          {t('table.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
