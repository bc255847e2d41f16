import { configDefaults, defineConfig } from 'vitest/config';

/** What takes minutes: `npm run test:long`. */
const LONG = 'tests/**/*.long.test.ts';

/** Where tests beside their module live; `*.ui.test.tsx` needs a DOM and has its own project. */
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
];

export default defineConfig({
  test: {
    // One file for each core; the default leaves a core idle, which on two is half of them.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // One project after the other: a worker serves files of one alone.
          sequence: { groupOrder: 1 },
          include: BESIDE_THE_MODULE,
          // A process for each file would cost more than the tests: what one leaves in a module it takes away again.
          isolate: false,
          // Dexie looks for a database when it is first imported, by whatever file that is.
          setupFiles: ['fake-indexeddb/auto'],
          // Some modules of the server are tested on an embedded PostgreSQL, which takes seconds to boot.
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
          // Each file has a document of its own, without a process of its own.
          pool: 'vmThreads',
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          sequence: { groupOrder: 3 },
          // They wait for the database half of the time.
          maxWorkers: 3,
          include: ['tests/api/**/*.test.ts'],
          exclude: [...configDefaults.exclude, LONG],
          globalSetup: ['tests/fixtures/postgres-global-setup.ts'],
          // The server's modules and the embedded PostgreSQL are compiled once, not for each file.
          isolate: false,
          // Where there is no PostgreSQL server each file boots an embedded one, which takes seconds.
          hookTimeout: 60_000,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'postgres',
          environment: 'node',
          sequence: { groupOrder: 4 },
          include: ['tests/stress/**/*.test.ts'],
          exclude: [...configDefaults.exclude, LONG],
          // The server's modules are compiled once, not for each file.
          isolate: false,
          globalSetup: ['tests/fixtures/postgres-global-setup.ts'],
          // Races are measured against one server: files side by side would disturb each other.
          // Each file has a database of its own; the server's connections suffice for two files at once.
          maxWorkers: 2,
          hookTimeout: 120_000,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'long',
          environment: 'node',
          include: [LONG],
          isolate: false,
          globalSetup: ['tests/fixtures/postgres-global-setup.ts'],
          maxWorkers: 2,
          hookTimeout: 120_000,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
