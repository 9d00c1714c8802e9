import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const seedProperties = fileURLToPath(new URL('./scripts/seed-properties.mjs', import.meta.url));
const excluded = ['**/node_modules/**', '**/.tsbuild/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: [
            'packages/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'apps/simulator/**/*.test.ts',
            'bench/**/*.test.ts',
            'siege/**/*.test.ts',
          ],
          exclude: excluded,
          setupFiles: [seedProperties],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: [
            seedProperties,
            fileURLToPath(new URL('./apps/web/src/testing/prepare-tests.ts', import.meta.url)),
          ],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
