import { api, type Endpoint } from '@sillage/contract';

export interface ListPage {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly who: 'admin' | 'manager' | 'coach' | 'headCoach';
  readonly body: Readonly<Record<string, unknown>>;
  readonly page: number | 'last';
}

type Who = ListPage['who'];
const everyone: readonly Who[] = ['admin', 'manager', 'coach', 'headCoach'];
const staff: readonly Who[] = ['admin', 'manager'];

interface Asked {
  readonly endpoint: Endpoint;
  readonly who: readonly Who[];
  readonly sorts: readonly string[];
  /** Filters and searches, each by itself. */
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
}

const searches = [{ search: 'ser' }, { search: 'zq' }, { search: 'e' }];
const entity = (endpoint: Endpoint, sorts: readonly string[], who: readonly Who[] = everyone): Asked => ({
  endpoint,
  who,
  sorts,
  bodies: [{ search: 'ub' }, { search: '99' }, { search: 'nobody' }],
});

const lists: readonly Asked[] = [
  {
    ...entity(api.listUsers, ['lastname', 'mail', 'created_date', 'id']),
    bodies: [...searches, { search: 'durand 1234' }, { search: 'ana' }, { clientIds: [1000] }, { roles: ['Athlete'] }],
  },
  entity(api.listGroups, ['name', 'id']),
  entity(api.listClients, ['name', 'created_date', 'id'], staff),
  entity(api.listSports, ['name', 'id']),
  entity(api.listExercises, ['name', 'id']),
  entity(api.listConfigs, ['name', 'id']),
  entity(api.listSensors, ['name', 'type', 'id']),
  entity(api.listDevices, ['name', 'number', 'created_date', 'id']),
  entity(api.listHubs, ['number', 'name', 'id'], staff),
  entity(api.listModules, ['name', 'type', 'id']),
  entity(api.listMecaSensors, ['name', 'type', 'id']),
  entity(api.listDeviceReleases, ['version', 'created_date', 'target', 'id'], staff),
  entity(api.listHardwareReleases, ['version', 'created_date', 'target', 'id'], staff),
  entity(api.listCloudUrls, ['name', 'id'], staff),
  {
    endpoint: api.listRecords,
    who: everyone,
    sorts: [],
    bodies: [
      { type: 'new' },
      { type: 'associated' },
      { onlyFavorite: true },
      { record_type: ['calib'] },
      { sportIds: [1010] },
      { deviceIds: [1010] },
      { groupIds: [1010] },
      { userIds: [1010] },
      { exerciseIds: [1010] },
      { clientIds: [1000] },
      { minDate: '2020-01-02', maxDate: '2020-01-02' },
      ...searches,
      { search: 'vent' },
      { search: 'durand' },
      { search: 'seance' },
      { search: 'seance-77' },
    ],
  },
  {
    endpoint: api.listTasks,
    who: everyone,
    sorts: [],
    bodies: [
      ...[0, 1, 2, 3, 4, 5].map((state) => ({ executingState: [state] })),
      { executingState: [3, 4] },
      { names: ['decode'] },
      { names: ['mail', 'export'] },
      { names: ['nothing'] },
      { clientIds: [1000] },
      { caller_front_uid: 'nobody' },
      { names: ['export'], executingState: [4], clientIds: [1000] },
    ],
  },
];

/** Every list: the first, tenth and last page; the first and last of each sort in both directions and of each filter. */
export const listPages: readonly ListPage[] = lists.flatMap(({ endpoint, who, sorts, bodies }) =>
  who.flatMap((person) => {
    const page = (body: ListPage['body'], at: ListPage['page']): ListPage => {
      const what = Object.keys(body).length === 0 ? '' : ` ${JSON.stringify(body)}`;
      return { name: `${endpoint.name} as ${person}${what}, page ${at}`, endpoint, who: person, body, page: at };
    };
    const sorted = sorts.flatMap((sort_by) => [
      { sort_by, sort_desc: false },
      { sort_by, sort_desc: true },
    ]);
    return [
      ...([1, 10, 'last'] as const).map((at) => page({}, at)),
      ...[...sorted, ...bodies].flatMap((body) => ([1, 'last'] as const).map((at) => page(body, at))),
    ];
  }),
);
