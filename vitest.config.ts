import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const seedProperties = pathOf('./scripts/seed-properties.mjs');
const waitPatiently = pathOf('./scripts/wait-patiently.mjs');
const keepCompiled = pathOf('./scripts/keep-compiled.mjs');
const shareTestServer = pathOf('./packages/testkit/src/share-test-server.ts');
const excluded = ['**/node_modules/**', '**/.tsbuild/**'];

/** Tests wait for disks, processes and each other for almost half of their time. */
const maxWorkers = availableParallelism() * 2;

/**
 * MB of garbage before V8 looks for the first. It looks for it every few MB where a process is small, beside what runs: a fifth of
 * the processor's time of tests that write records.
 */
const roomyHeap = ['--initial-old-space-size=512'];

/** What they replace, catch, start or measure is the process's: each has one of its own. */
const apart = [
  'apps/server/tests/{backup,end-tree,restart,web-configuration}.test.ts',
  'packages/server/src/administration/accounts/{guess,hash}-passwords.test.ts',
  'packages/server/src/administration/backup/damaged-backups.test.ts',
  'packages/server/src/compose/check-readiness.test.ts',
  'packages/server/src/compose/serve-mqtt-over-websocket.test.ts',
  'packages/server/src/platform/files/place-folders.test.ts',
  'packages/server/src/platform/http/end-idle-transfers.test.ts',
  'packages/server/src/recording/decode/end-without-memory.test.ts',
  'packages/server/src/recording/journal/share-write-buffer.test.ts',
  'packages/server/src/recording/store/keep-records-open.test.ts',
  'siege/**/*.test.ts',
];

const web = {
  root: 'apps/web',
  environment: 'happy-dom',
  setupFiles: [seedProperties, pathOf('./apps/web/src/testing/prepare-tests.ts')],
  testTimeout: 30_000,
  // Modules of the app are loaded anew for each file all the same: see prepare-tests.ts.
  isolate: false,
  execArgv: roomyHeap,
  maxWorkers,
};
const webTests = 'src/**/*.test.{ts,tsx}';
const server = {
  // Node reads TypeScript itself, as it does when the program runs.
  experimental: { viteModuleRunner: false },
  setupFiles: [seedProperties, waitPatiently, keepCompiled],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...server,
          name: 'server',
          globalSetup: shareTestServer,
          // Modules of the server hold nothing that a test could leave behind: they are loaded once a process.
          isolate: false,
          execArgv: roomyHeap,
          include: ['packages/**/*.test.ts', 'apps/{analyse,server,simulator}/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...excluded, ...apart],
          maxWorkers,
        },
      },
      {
        test: {
          ...server,
          name: 'apart',
          globalSetup: shareTestServer,
          include: apart,
          exclude: excluded,
          maxWorkers,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: { ...web, name: 'web', include: [webTests], exclude: excluded },
      },
    ],
  },
});
