import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { defineConfig, type Rolldown, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

import { compress } from './documents/build/compress.ts';
import { PRECACHE } from './documents/build/precache-list.ts';
import { prerender } from './documents/build/prerender.ts';
import { sharedDexie } from './documents/build/shared-dexie.ts';
import { WEB_MANIFEST } from './documents/build/web-manifest.ts';

export const CLIENT_ENTRY = 'src/app/entry-client.tsx';
export const SERVER_ENTRY = 'src/app/entry-server.tsx';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Same transforms for the browser and for rendering on the server, so that both name classes and files alike. */
const shared = {
  define: { __APP_VERSION__: JSON.stringify(version) },
  // The router's own copy of a hook that React has: the client needs it once.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [react()],
  css: {
    transformer: 'lightningcss',
    lightningcss: { cssModules: { pattern: '[local]_[hash]' } },
  },
} satisfies UserConfig;

/**
 * The oldest browsers that the app is built for, with what their users have. What they lack of
 * ECMAScript's functions the type checker refuses (`lib` of each tsconfig.json), of others' oxlint.
 */
const OLDEST_BROWSERS = ['chrome100', 'safari15.4', 'firefox114'];

/** A constant where it is used, instead of one that each chunk would import: half a kilobyte less of the entry. */
const OPTIMIZATION = { inlineConst: { mode: 'all', pass: 2 } } as const;

const REACT =
  /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam)\/|@oxc-project\+runtime/;
/** What a group's modules import comes with them. */
const WITH_IMPORTS = { includeDependenciesRecursively: true };

/**
 * Few chunks, as each file costs a request and compresses by itself; every page is a dynamic import. The order matters:
 * a module belongs to the first group that takes it.
 */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', test: REACT, priority: 7 },
  { name: 'entry', tags: ['$initial'], priority: 6 },
  // The two pages that visitors land on.
  {
    name: 'welcome',
    test: /(?:voucher-list-ticket|welcome-page)\.tsx$|native\/vibrate\.ts$/,
    priority: 5,
    ...WITH_IMPORTS,
  },
  { name: 'voucher', test: /\/voucher-page\.tsx$/, priority: 4, ...WITH_IMPORTS },
  // Both follow every start; the worker starts while the database's code is still on its way.
  { name: 'worker', test: /\/start-data-worker\.ts$/, priority: 3, ...WITH_IMPORTS },
  {
    name: 'startup',
    test: /\/(?:after-start|live-query|recover-storage)\.ts$/,
    priority: 2,
    ...WITH_IMPORTS,
  },
  // What several pages of a feature need, and what several features do.
  {
    name: (id) => /\/src\/features\/(\w+)\//.exec(id)?.[1] ?? 'shared',
    debugName: 'shared',
    minShareCount: 2,
    priority: 1,
  },
];

const WORKERS = {
  format: 'es',
  plugins: () => [sharedDexie()],
  rolldownOptions: {
    optimization: OPTIMIZATION,
    // What a worker imports at once comes with it: a file of its own would cost a round trip after it.
    output: {
      chunkFileNames: 'assets/data-[name]-[hash].js',
      codeSplitting: { groups: [{ name: 'worker', tags: ['$initial'] }] },
    },
  },
} satisfies UserConfig['worker'];

/**
 * `vite build` makes dist/app: first it builds the renderer (this config again, with `--ssr`) to dist/ssr,
 * then the browser's files, and from both the prerendered pages.
 */
export default defineConfig(({ isSsrBuild }) => {
  if (isSsrBuild) {
    return {
      ...shared,
      publicDir: false,
      // One file without imports: React's production build, whatever NODE_ENV the server runs under.
      ssr: { noExternal: true },
      define: { ...shared.define, 'process.env.NODE_ENV': JSON.stringify('production') },
      build: {
        ssr: SERVER_ENTRY,
        outDir: 'dist/ssr',
        emptyOutDir: true,
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: 'entry-server.js', codeSplitting: false } },
      },
    };
  }
  return {
    ...shared,
    worker: WORKERS,
    build: {
      outDir: 'dist/app',
      emptyOutDir: true,
      // One style sheet: documents have the rules of their first paint inline.
      cssCodeSplit: false,
      target: OLDEST_BROWSERS,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      assetsInlineLimit: 1024,
      rolldownOptions: {
        input: CLIENT_ENTRY,
        optimization: OPTIMIZATION,
        output: {
          codeSplitting: { groups: CHUNKS, includeDependenciesRecursively: false },
        },
      },
    },
    plugins: [
      ...shared.plugins,
      sharedDexie(),
      prerender({ clientEntry: CLIENT_ENTRY, serverEntry: SERVER_ENTRY }),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        registerType: 'prompt',
        injectRegister: false,
        injectManifest: {
          // 'es' would be registered as a classic script and break on the first export.
          rollupFormat: 'iife',
          target: OLDEST_BROWSERS,
          ...PRECACHE,
        },
        // The system fetches icons when it installs the app; a visit does not need them.
        includeManifestIcons: false,
        manifest: WEB_MANIFEST,
      }),
      compress(),
    ],
  };
});
