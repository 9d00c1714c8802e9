import { api, type Record } from '@sillage/contract';
import { sharedMovements } from '@sillage/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer } from '../../base/services.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { recordKeys } from '../record-queries.ts';
import styles from './fuse-dialog.module.css';

const [width, height] = [460, 84];
/** s of both records that are shown, and points of each. */
const [shownSeconds, shownPoints] = [12, 1000];
/** ms that an offset rests before other curves are asked for. */
const restMilliseconds = 200;

type Points = readonly { readonly x: number; readonly y: number | null }[];

/** A stretch of both records as they would lie on one clock, each in its own scale: swings that belong together lie on one another. */
export function OverlaidCurves(props: {
  reference: Record;
  part: Record;
  /** A movement that both hold. */
  movement: string;
  /** s */
  offset: number;
}): ReactNode {
  const { t } = useTranslation('records');
  const { reference, part, movement } = props;
  const offset = useSettled(props.offset, restMilliseconds);
  const [first, second] = useMemo(() => {
    const shared = sharedMovements([Object.keys(reference.available_data), Object.keys(part.available_data)]);
    const found = shared.find(({ name }) => name === movement);
    return [found?.variables[0]?.[0], found?.variables[1]?.[0]];
  }, [reference, part, movement]);
  const from = Math.max(0, offset);
  const to = Math.min(reference.duration, offset + part.duration);
  const start = Math.max(from, (from + to - shownSeconds) / 2);
  const end = Math.min(to, start + shownSeconds);
  const above = useStretch(reference, first, start, end);
  const below = useStretch(part, second, start - offset, end - offset);
  if (!(end > start)) return <p className={styles.note}>{t('fuse.apart')}</p>;
  const moved = below?.map(({ x, y }) => ({ x: x + props.offset, y }));
  return (
    <svg className={styles.overlay} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('fuse.overlay')}>
      <path d={pathOf(above, start, end)} data-part="reference" />
      <path d={pathOf(moved, start, end)} data-part="other" />
    </svg>
  );
}

function useStretch(record: Record, variable: string | undefined, from: number, to: number): Points | undefined {
  const server = useServer();
  const { data } = useQuery({
    queryKey: recordKeys.curves(record, { fusing: variable, from, to }),
    queryFn: async ({ signal }): Promise<Points> => {
      const query = { wanted_y: [variable ?? ''], range: [String(from), String(to)], maxData: shownPoints };
      const reply = await server.call(api.readRecordData, { params: { id: record.id }, query, signal });
      return Object.values(reply.data)[0]?.data ?? [];
    },
    enabled: variable !== undefined && to > from,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return data;
}

function pathOf(points: Points | undefined, from: number, to: number): string {
  const values = (points ?? []).flatMap(({ y }) => (y === null ? [] : [y]));
  if (values.length === 0) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  let pen = 'M';
  let path = '';
  for (const { x, y } of points ?? []) {
    if (y === null) pen = 'M';
    else {
      const [across, down] = [((x - from) / (to - from)) * width, 4 + (1 - (y - low) / span) * (height - 8)];
      path += `${pen}${across.toFixed(1)} ${down.toFixed(1)}`;
      pen = 'L';
    }
  }
  return path;
}
