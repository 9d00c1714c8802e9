import { api, type Record } from '@sillage/contract';
import { tracedVariable } from '@sillage/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAppearance } from '../../../base/appearance.ts';
import { inPageLanguage } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { recordKeys } from '../../../records/record-queries.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import styles from './dry-run.module.css';

const [width, height] = [1000, 64];
const shownPoints = 1000;

/** What the record measured while a program was tried on it: its main variable, on the axis of the lanes below, and its value at the cursor. */
export function DryRunTrace(props: { record: Record; seconds: number; at: number }): ReactNode {
  const { record, seconds, at } = props;
  const server = useServer();
  const language = useAppearance((appearance) => appearance.language);
  const name = tracedVariable(Object.keys(record.available_data));
  const { data: points = [] } = useQuery({
    queryKey: recordKeys.curves(record, { tried: name, seconds }),
    queryFn: async ({ signal }) => {
      const query = { wanted_y: [name ?? ''], range: ['0', String(seconds)], maxData: shownPoints };
      const reply = await server.call(api.readRecordData, { params: { id: record.id }, query, signal });
      return Object.values(reply.data)[0]?.data ?? [];
    },
    enabled: name !== undefined && seconds > 0,
    meta: { quiet: true },
  });
  const said = name === undefined ? undefined : record.available_data[name];
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]));
  if (said === undefined || values.length === 0) return null;
  const range: Range = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const [low, high] = range.map((value) => formatNumber(value, 0, language));
  const bounds = `${low}\u00a0… ${high}\u00a0${printedUnit(said.unit, language)}`;
  const there = points.findLast(({ x, y }) => x <= at && y !== null)?.y ?? null;
  const title = inPageLanguage(said.description);
  return (
    <div className={styles.lane}>
      <h4>
        {title}
        <small>{bounds}</small>
        {there !== null && (
          <b>
            {formatNumber(there, Math.abs(there) < 100 ? 1 : 0, language)} {printedUnit(said.unit, language)}
          </b>
        )}
      </h4>
      <svg
        className={styles.trace}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}, ${bounds}`}
      >
        <path d={pathOf(points, seconds, range)} />
      </svg>
    </div>
  );
}

type Range = readonly [low: number, high: number];

function pathOf(
  points: readonly { readonly x: number; readonly y: number | null }[],
  seconds: number,
  [low, high]: Range,
): string {
  const span = high - low || 1;
  let pen = 'M';
  let path = '';
  for (const { x, y } of points) {
    if (y === null) pen = 'M';
    else {
      const [across, down] = [(x / seconds) * width, 2 + (1 - (y - low) / span) * (height - 4)];
      path += `${pen}${across.toFixed(1)} ${down.toFixed(1)}`;
      pen = 'L';
    }
  }
  return path;
}
