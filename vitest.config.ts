import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const seedProperties = pathOf('./scripts/seed-properties.mjs');
const waitPatiently = pathOf('./scripts/wait-patiently.mjs');
const excluded = ['**/node_modules/**', '**/.tsbuild/**'];

/** Tests wait for disks, processes and each other for a third of their time. */
const maxWorkers = Math.ceil(availableParallelism() * 1.5);

/** What they kill, fill or measure is the machine's: nothing runs beside them. */
const alone = ['siege/**/*.test.ts'];

const web = {
  root: 'apps/web',
  environment: 'happy-dom',
  setupFiles: [seedProperties, pathOf('./apps/web/src/testing/prepare-tests.ts')],
  testTimeout: 30_000,
  // Modules of the app are loaded anew for each file all the same: see prepare-tests.ts.
  isolate: false,
  maxWorkers,
};
const webTests = 'src/**/*.test.{ts,tsx}';
const server = {
  // Node reads TypeScript itself, as it does when the program runs.
  experimental: { viteModuleRunner: false },
  setupFiles: [seedProperties, waitPatiently],
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
          globalSetup: pathOf('./packages/testkit/src/share-test-server.ts'),
          include: [
            'packages/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'apps/simulator/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [...excluded, ...alone],
          maxWorkers,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: { ...web, name: 'web', include: [webTests], exclude: excluded },
      },
      {
        test: {
          ...server,
          name: 'alone',
          include: alone,
          exclude: excluded,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
