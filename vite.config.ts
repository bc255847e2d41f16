import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { defineConfig, type Rolldown, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

import { compress } from './documents/build/compress.ts';
import { deltas } from './documents/build/deltas.ts';
import { HASHED_FILE } from './documents/built-site.ts';
import { PRECACHE } from './documents/build/precache-list.ts';
import { BUILD_MARK, CLIENT_ENTRY, prerender, SERVER_ENTRY } from './documents/build/prerender.ts';
import { sharedDexie } from './documents/build/shared-dexie.ts';
import { splitServiceWorker } from './documents/build/split-service-worker.ts';
import { WEB_MANIFEST } from './documents/build/web-manifest.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const shared = {
  define: {
    __APP_VERSION__: JSON.stringify(version),
    __BUILD__: JSON.stringify(BUILD_MARK),
  },
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  plugins: [react()],
  css: {
    transformer: 'lightningcss',
    lightningcss: { cssModules: { pattern: '[local]_[hash]' } },
  },
} satisfies UserConfig;

/** Each tsconfig.json's `lib` and oxlint reject functions that these browsers lack. */
const OLDEST_BROWSERS = ['chrome100', 'safari15.4', 'firefox114'];

/** Inlined constants make the entry half a kilobyte smaller. */
const OPTIMIZATION = { inlineConst: { mode: 'all', pass: 2 } } as const;

const REACT =
  /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam)\/|@oxc-project\+runtime/;
const WITH_IMPORTS = { includeDependenciesRecursively: true };

/** Each file costs a request, so there are few chunks; the first matching group takes a module. */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'vendor', test: REACT, priority: 7 },
  // The table of pages names each page's file, so it changes with every page and nothing may import it.
  { name: 'core', tags: ['$initial'], test: /^(?!.*\/src\/app\/)/, priority: 6 },
  // What pages have in common that have little else in common.
  {
    name: 'basic',
    test: /\/(?:mascot|pattern|rows|skeleton)\.tsx$/,
    priority: 5.2,
    ...WITH_IMPORTS,
  },
  {
    name: 'common',
    test: /\/(?:overlay\/tip\.tsx|after-visit\.ts|voucher-errors\.ts|icons\/(?:info|send|x|external-link|triangle-alert)\.mjs)$/,
    priority: 5.1,
    ...WITH_IMPORTS,
  },
  {
    name: 'welcome',
    test: /(?:voucher-list-ticket|welcome-page)\.tsx$/,
    priority: 5,
    ...WITH_IMPORTS,
  },
  { name: 'voucher', test: /\/voucher-page\.tsx$/, priority: 4, ...WITH_IMPORTS },
  // Signing in and what follows do not wait for the code of all other pages.
  {
    name: 'form',
    test: /\/(?:platform\/form\/.+|ui\/form\/(?:field|input|choice|submit-button)|ui\/(?:feedback\/alert|overlay\/sheet)|contract\/errors)\.tsx?$/,
    priority: 3.9,
    ...WITH_IMPORTS,
  },
  {
    name: 'sign-in',
    test: /\/(?:(?:login|signup)-page\.tsx|(?:personal-info|account-messages)\.ts|icons\/mail\.mjs)$/,
    priority: 3.8,
    ...WITH_IMPORTS,
  },
  // All of it is fetched together.
  {
    name: 'play',
    test: /\/(?:guess-overlay|guess-tray|wait-banner|tries-line|win-dialog|send-guess|proved-code)\.tsx?$/,
    priority: 3.75,
    ...WITH_IMPORTS,
  },
  { name: 'home', test: /\/home-page\.tsx$/, priority: 3.7, ...WITH_IMPORTS },
  { name: 'background-work', test: /\/background-work\.ts$/, priority: 1.5, ...WITH_IMPORTS },
  { name: 'passkey', test: /\/passkey-login\.ts$/, priority: 3.6, ...WITH_IMPORTS },
  // Every start needs both, and the worker starts while the database's code is still loading.
  { name: 'worker', test: /\/start-data-worker\.ts$/, priority: 3, ...WITH_IMPORTS },
  {
    name: 'startup',
    test: /\/(?:after-start|live-query|recover-storage)\.ts$/,
    priority: 2,
    ...WITH_IMPORTS,
  },
  {
    name: 'shared',
    minShareCount: 2,
    priority: 1,
  },
];

const WORKERS = {
  format: 'es',
  plugins: () => [sharedDexie()],
  rolldownOptions: { optimization: OPTIMIZATION },
} satisfies UserConfig['worker'];

export default defineConfig(({ isSsrBuild }) => {
  if (isSsrBuild) {
    return {
      ...shared,
      publicDir: false,
      // One file without imports always uses React's production build.
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
      // One style sheet suffices, because documents contain the rules of their first paint inline.
      cssCodeSplit: false,
      target: OLDEST_BROWSERS,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      assetsInlineLimit: 1024,
      rolldownOptions: {
        input: CLIENT_ENTRY,
        optimization: OPTIMIZATION,
        output: {
          // Two names have no hash, or each change of a page would change all documents, which a device keeps.
          entryFileNames: 'assets/entry-client.js',
          assetFileNames: ({ names: [name = ''] }) =>
            name.endsWith('.css') ? 'assets/style.css' : 'assets/[name]-[hash][extname]',
          codeSplitting: { groups: CHUNKS, includeDependenciesRecursively: false },
        },
      },
    },
    plugins: [
      ...shared.plugins,
      sharedDexie(),
      prerender(),
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
          dontCacheBustURLsMatching: HASHED_FILE,
          ...PRECACHE,
        },
        // The system fetches icons when it installs the app; a visit does not need them.
        includeManifestIcons: false,
        manifest: WEB_MANIFEST,
      }),
      splitServiceWorker(),
      compress(),
      deltas(),
    ],
  };
});
