import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

import { stylesOf } from '../../server/web/first-frame.ts';
import type { StyleTree } from '../../server/web/used-styles.ts';
import { cspHashes } from './csp-hashes.ts';
import {
  documentHtml,
  SIGNED_OUT_HOME_SCRIPT,
  THEME_SCRIPT,
  type DocumentParts,
} from './document.ts';
import { firstVisitFiles, pageFiles } from './page-files.ts';
import { PAGES, type PrerenderedPage } from './pages.ts';
import { styleTree } from './style-tree.ts';

export interface PrerenderOptions {
  /** Sources, from the root of the repository. */
  readonly clientEntry: string;
  readonly serverEntry: string;
}

/** What the built renderer offers; the same that the API server uses at run time. */
interface Renderer {
  readonly renderPage: (request: { path: string }) => Promise<{ body: string; head: string }>;
}

/** Places in a voucher's template that the server fills, one request at a time. */
const SLOTS = {
  head: '%HEAD%',
  firstCss: '%FIRST%',
  css: '%STYLES%',
  body: '%APP%',
  renderedFor: '%PATH%',
  seed: '%SEED%',
} as const;
const CSP_FILE = 'csp.json';
/** Which document answers for which path. */
const PAGES_FILE = '.vite/pages.json';
/** Paths of what every first visit fetches. */
const FIRST_VISIT_FILE = '.vite/first-visit.json';

async function loadRenderer(config: ResolvedConfig, serverEntry: string): Promise<Renderer> {
  await build({
    root: config.root,
    configFile: config.configFile ?? false,
    mode: config.mode,
    logLevel: 'warn',
    build: { ssr: serverEntry },
  });
  const file = resolve(config.root, 'dist/ssr/entry-server.js');
  return (await import(`${pathToFileURL(file).href}?built=${Date.now()}`)) as Renderer;
}

const textOf = (bundle: Rolldown.OutputBundle, fileName: string): string => {
  const asset = bundle[fileName];
  if (asset?.type !== 'asset') throw new Error(`${fileName} is not in the build`);
  return typeof asset.source === 'string' ? asset.source : new TextDecoder().decode(asset.source);
};

/**
 * Takes the fonts out of all sheets: each document has them, and the same font anew in a sheet that comes
 * after the first frame would move text.
 */
function takeFontFaces(bundle: Rolldown.OutputBundle): string {
  let taken = '';
  for (const asset of Object.values(bundle)) {
    if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue;
    asset.source = textOf(bundle, asset.fileName).replace(/@font-face\s*\{[^}]*\}/g, (rule) => {
      taken += rule;
      return '';
    });
  }
  return taken;
}

interface Frame {
  /** Everything of a page's document but its styles and what the app renders into it. */
  readonly parts: Pick<DocumentParts, 'fontFaces' | 'sheets' | 'modules' | 'headScripts'>;
  readonly styles: StyleTree;
}

function frameOf(
  bundle: Rolldown.OutputBundle,
  clientEntry: string,
  page: PrerenderedPage,
  fontFaces: string,
): Frame {
  const { css, js } = pageFiles(bundle, clientEntry, page.module);
  return {
    parts: {
      fontFaces,
      sheets: css.map((file) => `/${file}`),
      modules: js.map((file) => `/${file}`),
      headScripts: page.path === '/' ? [SIGNED_OUT_HOME_SCRIPT] : [],
    },
    styles: styleTree(css.map((file) => textOf(bundle, file)).join('')),
  };
}

/** The document with those of the styles that its elements use. */
function documentWithStyles(
  parts: Omit<DocumentParts, 'css' | 'firstCss'>,
  styles: StyleTree,
): string {
  const { first, all } = stylesOf(styles, documentHtml({ ...parts, css: '', firstCss: '' }));
  return documentHtml({ ...parts, css: all, firstCss: first });
}

/**
 * Renders the public pages into documents that need nothing else for their first paint, and writes beside
 * them the templates for vouchers and the hashes for the Content-Security-Policy.
 */
export function prerender({ clientEntry, serverEntry }: PrerenderOptions): Plugin {
  let config: ResolvedConfig;
  let renderer: Promise<Renderer> | undefined;
  return {
    name: 'goodies:prerender',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: () => [{ tag: 'script', children: THEME_SCRIPT, injectTo: 'head-prepend' }],
    async buildStart() {
      if (config.command !== 'build') return;
      renderer = loadRenderer(config, serverEntry);
      await renderer;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { renderPage } = await (renderer ?? loadRenderer(config, serverEntry));
        const documents = new Map<string, string>();
        const write = (fileName: string, source: string): void => {
          this.emitFile({ type: 'asset', fileName, source });
        };
        const fontFaces = takeFontFaces(bundle);
        for (const page of PAGES) {
          const { parts, styles } = frameOf(bundle, clientEntry, page, fontFaces);
          const { body, head } = await renderPage({ path: page.path });
          const renderedFor = page.renderedFor === 'own' ? page.path : '';
          documents.set(
            page.file,
            documentWithStyles({ ...parts, head, body, renderedFor, seed: '' }, styles),
          );
          if (!page.template) continue;
          documents.set(page.template.html, documentHtml({ ...parts, ...SLOTS }));
          write(page.template.styles, JSON.stringify(styles));
        }
        for (const [fileName, source] of documents) write(fileName, source);
        const own = PAGES.filter(
          ({ renderedFor, path }) => renderedFor === 'own' && path !== '/shell',
        );
        const pages = Object.fromEntries(own.map(({ path, file }) => [path, file]));
        write(PAGES_FILE, JSON.stringify(pages));
        const firstVisit = firstVisitFiles(bundle, clientEntry).map((file) => `/${file}`);
        write(FIRST_VISIT_FILE, JSON.stringify(firstVisit));
        const hashes = Object.fromEntries(
          [...documents].map(([fileName, html]) => [fileName, cspHashes(html)]),
        );
        write(CSP_FILE, JSON.stringify(hashes));
      },
    },
  };
}
