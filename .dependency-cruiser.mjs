/**
 * Which room may import which: the only list. Tests may also use the testkit.
 * A workspace not listed here may import no other; an edge is added with a reason, not to please the check.
 */
export const packageEdges = {
  // Names of states, which all others share.
  'packages/domain/states': [],
  'packages/contract': ['packages/domain/states'],
  'packages/signal': [],
  'packages/device-protocol': ['packages/domain/states'],
  'packages/domain': ['packages/contract'],
  'packages/formats': ['packages/signal'],
  'packages/analysis': ['packages/domain', 'packages/signal'],
  'packages/client': ['packages/contract'],
  // Scenarios: what a program is, and the language of lines.
  'packages/scenario-language': ['packages/contract', 'packages/signal'],
  'packages/server': [
    'packages/analysis',
    'packages/contract',
    'packages/device-protocol',
    'packages/domain',
    'packages/formats',
    'packages/scenario-language',
    'packages/signal',
  ],
  // Of the formats the web app reads the beginning of a CSV, by the reader that the server reads it with.
  // A phone that is a sensor speaks the protocol of devices.
  'apps/web': [
    ...['packages/contract', 'packages/client', 'packages/device-protocol', 'packages/domain', 'packages/formats'],
    ...['packages/scenario-language', 'packages/signal'],
  ],
  'apps/simulator': ['packages/device-protocol'],
  // The analyses at the command line: of files without a server, of records as any program reads them.
  'apps/analyse': ['packages/analysis', 'packages/client', 'packages/contract', 'packages/formats'],
  'apps/server': ['packages/contract', 'packages/server', 'apps/simulator'],
};

/** Workspaces that may import all others: they try them out. */
const observers = ['packages/testkit', 'bench', 'siege'];

/** Rooms of the server → rooms they may import, besides all of the platform. */
export const roomEdges = {
  'administration/tenancy': [],
  'administration/accounts': ['administration/tenancy'],
  'administration/users': ['administration/accounts', 'administration/tenancy'],
  'administration/clients': ['administration/tenancy'],
  'administration/groups': ['administration/tenancy'],
  'administration/exercises': ['administration/tenancy'],
  'administration/sports': ['administration/tenancy'],
  'administration/devices': ['administration/tenancy'],
  'administration/configs': ['administration/tenancy'],
  'administration/scenarios': ['administration/tenancy'],
  'administration/hubs': ['administration/tenancy'],
  'administration/network': [],
  'administration/modules': ['administration/tenancy'],
  'administration/releases': ['administration/tenancy'],
  'administration/parameters': ['administration/tenancy'],
  'administration/changes': ['administration/tenancy'],
  'administration/server': [],
  'administration/tasks': ['administration/tenancy'],
  'administration/logs': [],
  'administration/health': [],
  // A restore tells those who hold devices or settings in memory.
  'administration/backup': ['administration/devices', 'administration/server', 'administration/tenancy'],
  // Between hubs and cloud: rows by uid, and originals of records.
  sync: [
    'administration/devices',
    'administration/hubs',
    'administration/tenancy',
    'recording/life',
    'recording/uploads',
  ],
  'recording/journal': [],
  'recording/store': [],
  'recording/computed': ['recording/store'],
  'recording/tap': [],
  'recording/live': ['recording/tap'],
  'recording/life': [],
  'recording/live-selections': [],
  'recording/buffer': [
    'recording/journal',
    'recording/life',
    'recording/live-selections',
    'recording/tap',
    'administration/tenancy',
  ],
  'recording/indicators': ['recording/tap', 'administration/tenancy'],
  'recording/next-record': ['recording/records'],
  'recording/decode': ['recording/journal', 'recording/life', 'recording/live-selections', 'recording/store'],
  'recording/ingest': [
    'recording/journal',
    'recording/life',
    'recording/live',
    'recording/tap',
    'administration/devices',
    'administration/tenancy',
  ],
  // What devices are made to do together: configurations, firmwares.
  'recording/fleet': [
    'recording/ingest',
    'administration/configs',
    'administration/releases',
    'administration/tenancy',
  ],
  'recording/uploads': ['administration/tenancy'],
  'recording/records': [
    'recording/computed',
    'recording/decode',
    'recording/ingest',
    'recording/journal',
    'recording/life',
    'recording/live-selections',
    'recording/results',
    'recording/store',
    'recording/uploads',
    'administration/tenancy',
  ],
  'recording/fuse': ['recording/life', 'recording/records', 'recording/store'],
  'recording/propose': ['recording/records', 'recording/store'],
  'recording/analysis': [
    'recording/life',
    'recording/records',
    'recording/results',
    'recording/store',
    'administration/tenancy',
  ],
  'recording/calibrate': [],
  // Records that are played as devices, by the protocol of devices.
  'recording/replay': [
    'recording/decode',
    'recording/records',
    'recording/store',
    'administration/devices',
    'administration/tenancy',
  ],
  'recording/results': [],
  // Runs: what happens to devices is heard, what a program asks is done by the rooms whose matter it is.
  'recording/scenarios': [
    'recording/life',
    'recording/live-selections',
    'recording/records',
    'recording/store',
    'recording/tap',
    'administration/scenarios',
    'administration/tenancy',
  ],
  'recording/steps': [
    'recording/decode',
    'recording/life',
    'recording/records',
    'recording/store',
    'administration/tenancy',
  ],
  'recording/videos': ['recording/fuse', 'recording/records', 'administration/tenancy'],
  'recording/export': [
    'recording/computed',
    'recording/journal',
    'recording/records',
    'recording/results',
    'recording/steps',
    'recording/store',
  ],
};

/** Rooms of the web app, from the roof to the ground → rooms they may import. `app` may import all of them. */
export const webEdges = {
  'features/about': ['frame', 'ui', 'base'],
  'features/athlete': ['frame', 'records', 'charts', 'ui', 'base'],
  'features/sync': ['frame', 'tables', 'sending', 'ui', 'base'],
  'features/team': ['frame', 'records', 'ui', 'base'],
  'features/admin': ['tables', 'frame', 'records', 'live', 'hub', 'charts', 'ui', 'base'],
  'features/compare': ['frame', 'records', 'charts', 'ui', 'base'],
  'features/data': ['frame', 'records', 'sending', 'charts', 'ui', 'base'],
  'features/login': ['ui', 'base'],
  'features/phone': ['charts', 'ui', 'base'],
  'features/realtime': ['frame', 'records', 'devices', 'live', 'charts', 'ui', 'base'],
  'features/record': ['frame', 'records', 'sending', 'charts', 'ui', 'base'],
  'features/settings': ['tables', 'frame', 'records', 'devices', 'hub', 'ui', 'base'],
  tables: ['frame', 'ui', 'base'],
  frame: ['records', 'live', 'ui', 'base'],
  records: ['live', 'ui', 'base'],
  // What moves between a hub and its cloud, on the page of that and beside lists of records.
  sending: ['ui', 'base'],
  charts: ['ui', 'base'],
  hub: ['ui', 'base'],
  // What is done to devices from several screens: configurations, firmwares.
  devices: ['live', 'ui', 'base'],
  live: ['base'],
  theme: ['ui', 'base'],
  ui: ['base'],
  base: [],
};

/** Imports against the floors that are still there: [from, to, why]. At most three. */
export const webDebts = [];

/** No I/O: what they know they were given. */
const pure = ['analysis', 'contract', 'device-protocol', 'domain', 'formats', 'scenario-language', 'signal'];
/** Tests, what several tests open, and the door by which other rooms' tests reach that. */
const tests = '\\.test\\.tsx?$|/tests/|/(open-test|make-test)-[^/]+\\.tsx?$|/testing\\.ts$';
/** What no program loads. */
const forTests =
  '\\.test\\.tsx?$|/(testing|(open-test|fake|make-test)-[^/]+|faulty-files|run-(ingest|buffer)-to-be-killed)\\.ts$';
const server = '^packages/server/src/';
/** Who works with the disk of this machine itself: whatever keeps whole files, this stays here. */
const onThisDisk = [
  // Recordings that lie beside the program, changed on their way into the demo.
  'compose/seed-demo\\.ts$',
  // Journals grow block by block.
  'recording/journal/',
  'recording/buffer/(segments|create-buffer|write-segments|keep-levels|make-record)\\.ts$',
  'recording/ingest/(create-ingest|open-journal-of-record)\\.ts$',
  // Signals are written to a working folder, and read by position at full speed, at a local path.
  'recording/store/',
  // Programs of scenarios that come with the server; the process of one in Python reads its own parts.
  'recording/scenarios/(built-in/list-built-in|python/(python-worker|watch-usage|find-jail))\\.ts$',
  // Threads that decode: a source at a local path, and rows that wait in a working folder.
  'recording/decode/(bound-decoding|decode-source|late-blocks|scratch-files|with-byte-source)\\.ts$',
  // Threads that compute channels: columns on the way in a working folder; and how much what they made takes.
  'recording/computed/(keep-cache|scratch-columns)\\.ts$',
  // The log of this machine, and what its system says of itself.
  'administration/logs/read-log\\.ts$',
  'administration/server/control-machine\\.ts$',
  'administration/network/find-esp32\\.ts$',
];
const web = '^apps/web/src/';
const anyOf = (paths) => `^(${paths.join('|')})/`;
const notTests = { pathNot: tests };

const packageRules = Object.entries(packageEdges).map(([from, to]) => ({
  name: `edges of ${from}`,
  comment: `${from} imports ${to.join(', ') || 'no other workspace'} only`,
  severity: 'error',
  from: { path: `^${from}/`, ...notTests },
  to: { path: '^(packages|apps|bench|siege)/', pathNot: anyOf([from, ...to]) },
}));

const roomRules = Object.entries(roomEdges).map(([from, to]) => ({
  name: `edges of ${from}`,
  comment: `${from} imports ${['platform', ...to].join(', ')} only`,
  severity: 'error',
  from: { path: `${server}${from}/`, ...notTests },
  to: { path: server, pathNot: `${server}(${['platform', from, ...to].join('|')})/` },
}));

const webRule = (name, from, rooms, debt) => ({
  name,
  comment: `imports ${rooms.join(', ')} only`,
  severity: 'error',
  from,
  to: { path: web, pathNot: [`${web}(${['locales', ...rooms].join('|')})/`, ...(debt ? [`${web}${debt}$`] : [])] },
});
const webRules = Object.entries(webEdges).flatMap(([from, to]) => {
  const debts = webDebts.filter(([path]) => path.startsWith(`${from}/`));
  const debtors = debts.map(([path]) => `${web}${path}$`);
  return [
    webRule(`edges of web ${from}`, { path: `${web}${from}/`, pathNot: [tests, ...debtors] }, [from, ...to]),
    ...debts.map(([path, owed]) => webRule(`debt of web ${path}`, { path: `${web}${path}$` }, [from, ...to], owed)),
  ];
});

const rules = [
  ...packageRules,
  ...roomRules,
  ...webRules,
  {
    name: 'every room of the web app has its edges listed',
    severity: 'error',
    from: { path: `${web}.+/`, pathNot: `${web}(app|testing|locales|${Object.keys(webEdges).join('|')})/` },
    to: {},
  },
  {
    name: 'only tests use what is made for them',
    severity: 'error',
    from: { path: web, pathNot: [tests, `${web}testing/`] },
    to: { path: `${web}testing/` },
  },
  {
    name: 'no program loads what is made for tests',
    severity: 'error',
    from: {
      path: '^(packages|apps)/',
      pathNot: [forTests, '/tests/', `${web}testing/`, ...observers.map((path) => `^${path}/`)],
    },
    to: { path: forTests, pathNot: [`${web}testing/`] },
  },
  {
    name: 'every workspace has its edges listed',
    severity: 'error',
    from: { path: '^(packages|apps)/', pathNot: anyOf([...Object.keys(packageEdges), ...observers]) },
    to: {},
  },
  {
    name: 'every room has its edges listed',
    severity: 'error',
    from: { path: `${server}(recording|administration)/`, pathNot: `${server}(${Object.keys(roomEdges).join('|')})/` },
    to: {},
  },
  {
    name: 'tests use the testkit, nothing else does',
    severity: 'error',
    from: { path: '^(packages|apps)/', pathNot: [tests, ...observers.map((path) => `^${path}/`)] },
    to: { path: '^packages/testkit/' },
  },
  {
    name: 'the platform knows no room',
    severity: 'error',
    from: { path: `${server}platform/` },
    to: { path: `${server}(recording|administration|compose)/` },
  },
  {
    name: 'files are read and written through platform/files',
    comment: 'so that they may lie elsewhere than on this disk; decision "object storage has its seat"',
    severity: 'error',
    from: { path: server, pathNot: [tests, `${server}platform/`, ...onThisDisk.map((path) => `${server}${path}`)] },
    to: { dependencyTypes: ['core'], path: '^(node:)?fs(/promises)?$' },
  },
  {
    name: 'a room is entered by its door',
    comment: 'import its index.ts; tests, also its testing.ts',
    severity: 'error',
    from: { path: `${server}(?:(platform|recording|administration)/([^/]+)/|([^/]+))` },
    to: {
      path: `${server}(platform|recording|administration)/[^/]+/.+`,
      pathNot: [`${server}(platform|recording|administration)/[^/]+/(index|testing)\\.ts$`, `${server}$1/$2/`],
    },
  },
  {
    name: 'the sync is entered by its door',
    severity: 'error',
    from: { path: server, pathNot: `${server}sync/` },
    to: { path: `${server}sync/`, pathNot: `${server}sync/index\\.ts$` },
  },
  {
    name: 'a workspace is entered by its door',
    comment: 'import its package name; package.json lists its doors (two programs of their own among them)',
    severity: 'error',
    from: { path: '^((?:packages|apps)/[^/]+|bench|siege)/' },
    to: {
      path: '^(packages|apps)/[^/]+/',
      pathNot: ['^$1/', '/(index|testing)\\.ts$', '/simulator/src/main\\.ts$', '/decode-worker\\.ts$'],
    },
  },
  {
    name: 'pure packages do no I/O',
    severity: 'error',
    from: { path: `^packages/(${pure.join('|')})/(src|states)/`, ...notTests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'the web app runs in a browser',
    severity: 'error',
    from: { path: '^(apps/web|packages/client)/src/', ...notTests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no cycles',
    comment: 'nor of types alone: who needs the other to be understood belongs into one file, or the type into a third',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: rules,
  options: {
    includeOnly: { path: '^(packages|apps|bench|siege)/|^[a-z_/]+$|^node:' },
    exclude: { path: '(^|/)(node_modules|dist|\\.tsbuild|fixtures)/' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
