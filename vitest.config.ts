import { configDefaults, defineConfig } from 'vitest/config';

const LONG = 'tests/**/*.long.test.ts';

const BESIDE_THE_MODULE = [
  'contract/**/*.test.ts',
  'local/**/*.test.ts',
  'workers/**/*.test.ts',
  'sw/**/*.test.ts',
  'documents/**/*.test.ts',
  'src/**/*.test.ts',
  'server/**/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
  'tests/chaos/**/*.test.ts',
  'tests/cluster/**/*.test.ts',
];

/** Parallel races would disturb each other, because the files of a project share one server. */
const onPostgres = {
  exclude: [...configDefaults.exclude, LONG],
  isolate: false,
  globalSetup: ['tests/fixtures/postgres-global-setup.ts'],
  maxWorkers: 2,
  hookTimeout: 120_000,
  testTimeout: 120_000,
  // A poll waits for jobs and other servers, which a busy machine starts after many seconds.
  expect: { poll: { timeout: 50_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          // One project runs after the other, because a worker serves files of only one.
          sequence: { groupOrder: 1 },
          include: BESIDE_THE_MODULE,
          // Files share a process to save time, so each test must clean up after itself.
          isolate: false,
          setupFiles: ['fake-indexeddb/auto'],
          hookTimeout: 60_000,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'ui',
          environment: 'happy-dom',
          sequence: { groupOrder: 2 },
          include: ['src/**/*.ui.test.tsx'],
          pool: 'vmThreads',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'api',
          sequence: { groupOrder: 3 },
          maxWorkers: 3,
          include: ['tests/api/**/*.test.ts'],
          hookTimeout: 60_000,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...onPostgres,
          name: 'postgres',
          sequence: { groupOrder: 4 },
          include: ['tests/stress/**/*.test.ts'],
        },
      },
      { test: { ...onPostgres, name: 'peers', include: ['tests/peers/**/*.test.ts'] } },
      { test: { ...onPostgres, name: 'long', include: [LONG], exclude: configDefaults.exclude } },
    ],
  },
});
