import { ApiError } from '@sillage/client';
import { type DataEntry, DataQuery, type Record, RecordFilters, refuse } from '@sillage/contract';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { queryClient } from '../../base/query-client.ts';
import { useSession } from '../../base/session.ts';
import { LiveProvider } from '../../live/live.tsx';
import { useFilters } from '../../records/filters.ts';
import { useShownLists } from '../../records/shown-lists.ts';
import { fakeLive } from '../../testing/fake-live.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { makeScenario } from '../../testing/make-scenario.ts';
import { makeUser } from '../../testing/make-user.ts';
import { renderForTest } from '../../testing/render-for-test.tsx';
import { widenWindow } from '../../testing/widen-window.ts';
import Screen from './index.tsx';
import { useTableView } from './table-view.ts';

/** What the server does not answer just now; a test may change it. */
interface Refused {
  sessions: boolean;
}

/** A server that holds these records. */
function serverOf(records: Record[], refused: Refused, more: Parameters<typeof fakeServer>[0]) {
  const keptBy = (body: unknown) => {
    const filters = RecordFilters.parse(body);
    const { type, onlyFavorite, seanceIds, include_seances_subrecords: all } = filters;
    const ofType = (record: Record) => type === 'all' || (type === 'new') === (record.users.length === 0);
    const isListed = ({ seance_id: of }: Record) =>
      seanceIds.length > 0 ? of !== null && seanceIds.includes(of) : all || of === null;
    const kept = records.filter((record) => ofType(record) && isListed(record) && (!onlyFavorite || record.favorite));
    return { ...filters, kept };
  };
  return fakeServer({
    listRecords: ({ body }) => {
      const { kept, pageId, pageSize, seanceIds } = keptBy(body);
      if (refused.sessions && seanceIds.length > 0) throw new ApiError(503, refuse('server.unavailable').body());
      return { records: kept.slice((pageId - 1) * pageSize, pageId * pageSize), total: kept.length };
    },
    sumRecords: ({ body }) => {
      const { kept } = keptBy(body);
      const sum = (key: 'duration' | 'size') => kept.reduce((total, record) => total + record[key], 0);
      return { duration: sum('duration'), size: sum('size') };
    },
    readRecord: ({ params }) => {
      const found = records.find(({ id }) => id === params.id);
      if (found === undefined) throw new Error(`the test has no record ${params.id}`);
      return found;
    },
    listClientExercises: { items: [{ id: 6, uid: 'e', name: '500 m', client_id: 1, client_name: 'Pôle' }], total: 1 },
    listClientScenarios: {
      items: [makeScenario({ id: 4, display_name: { fr: 'Saut vertical', en: 'Vertical jump' } })],
      total: 1,
    },
    queryRecordData: ({ body }) => {
      const { data } = DataQuery.parse(body);
      return { data: Object.fromEntries(Object.entries(data).map(([id, windows]) => [id, windows.map(drawn)])) };
    },
    estimateRecordFile: { bytes: 1000, files: 1, is_zip: false },
    deleteRecords: undefined,
    uploadRecord: { id: 77 },
    // Answered never, so that what is seen is what the screen did at once.
    editRecord: () => new Promise<never>(() => undefined),
    ...more,
  });
}

/** A curve of two points for each variable asked for. */
function drawn({ y }: { readonly y: readonly string[] }): DataEntry {
  const series = y.map((label, id): [string, DataEntry['data'][string]] => {
    const data = [
      { x: 0, y: 0 },
      { x: 700, y: 1 },
    ];
    return [label, { id, label, title: label, data, yRange: [0, 1], color: null, type: 'number' }];
  });
  const xrange: DataEntry['xrange'] = { T: [0, 700], D: [], x: [0, 700] };
  return { data: Object.fromEntries(series), xrange, selectionNum: null, slot_id: null, label: null };
}

/** For tests of the data screen: a coach before it, in a wide window unless another is said. */
export function openTestScreen(): {
  open(
    records: Record[],
    widthPixels?: number,
    refused?: Refused,
    path?: string,
    more?: Parameters<typeof fakeServer>[0],
  ): Promise<ReturnType<typeof serverOf> & Pick<ReturnType<typeof fakeLive>, 'tell'> & { search(): string }>;
} {
  beforeEach(() => {
    useSession.setState({ user: makeUser({ roles: ['Coach'] }) });
    useFilters.getState().reset();
    useTableView.setState(useTableView.getInitialState());
    useShownLists.setState(useShownLists.getInitialState());
    // happy-dom's own window decides media queries.
    widenWindow();
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
    useSession.setState({ user: undefined });
  });
  return {
    async open(records, widthPixels, refused = { sessions: false }, path = '/', more = {}) {
      if (widthPixels !== undefined) widenWindow(widthPixels);
      const server = serverOf(records, refused, more);
      const { live, tell } = fakeLive();
      const { search } = await renderForTest(
        <LiveProvider live={live}>
          <Screen />
        </LiveProvider>,
        server,
        path,
      );
      return { ...server, tell, search };
    },
  };
}
