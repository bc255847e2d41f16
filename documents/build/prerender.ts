import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

import { BUILT_SITE_FILE, HOLES, type BuiltSite } from '../built-site.ts';
import type { Renderer } from '../renderer.ts';
import { criticalHtml, usedCss } from './critical-css.ts';
import { cspHashes } from './csp-hashes.ts';
import { documentHtml, THEME_SCRIPT, type DocumentParts } from './document.ts';
import { pageFiles } from './page-files.ts';
import { PAGES, SHELL_PATH, type PrerenderedPage } from './pages.ts';
import { SAMPLE_VOUCHERS } from './sample-vouchers.ts';

export interface PrerenderOptions {
  /** Sources, from the root of the repository. */
  readonly clientEntry: string;
  readonly serverEntry: string;
}

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
 * after the first paint would move text.
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

/** The HTML of a page with a voucher in every state that it may have, for the styles that they use. */
async function sampleHtml({ renderPage }: Renderer, path: string): Promise<string> {
  const samples = SAMPLE_VOUCHERS.map((voucher) =>
    renderPage({ path: path.replace(/0$/, voucher.ulid), seed: { voucher }, origin: '' }),
  );
  return (await Promise.all(samples)).map(({ body }) => body).join('');
}

interface MadeDocument {
  readonly html: string;
  /** With holes for a voucher's data, where the server renders the page with one. */
  readonly template?: string;
}

async function makeDocument(
  page: PrerenderedPage,
  renderer: Renderer,
  bundle: Rolldown.OutputBundle,
  { clientEntry, fontFaces }: { readonly clientEntry: string; readonly fontFaces: string },
): Promise<MadeDocument> {
  const { css, js } = pageFiles(bundle, clientEntry, page.module);
  const { body, head } = await renderer.renderPage({ path: page.path, seed: {}, origin: '' });
  const parts: Omit<DocumentParts, 'criticalCss' | 'allCss'> = {
    head,
    body,
    seed: '',
    renderedFor: page.renderedFor === 'own' ? page.path : '',
    fontFaces,
    sheets: css.map((file) => `/${file}`),
    modules: js.map((file) => `/${file}`),
  };
  const samples = page.showsVoucher ? await sampleHtml(renderer, page.path) : '';
  const sheets = css.map((file) => textOf(bundle, file)).join('');
  const stylesOf = (shown: string): Promise<string> =>
    usedCss(sheets, documentHtml({ ...parts, body: shown, criticalCss: '', allCss: '' }));
  const styles = {
    criticalCss: await stylesOf(criticalHtml(body + samples)),
    allCss: await stylesOf(body + samples),
  };
  return {
    html: documentHtml({ ...parts, ...styles }),
    ...(page.showsVoucher && { template: documentHtml({ ...parts, ...HOLES, ...styles }) }),
  };
}

/**
 * Renders the public pages into documents that need nothing else for their first paint, and writes beside
 * the app what the server has to know of them.
 */
export function prerender({ clientEntry, serverEntry }: PrerenderOptions): Plugin {
  let config: ResolvedConfig;
  let rendering: Promise<Renderer>;
  let site: BuiltSite;
  return {
    name: 'goodies:prerender',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: () => [{ tag: 'script', children: THEME_SCRIPT, injectTo: 'head-prepend' }],
    async buildStart() {
      if (config.command !== 'build') return;
      rendering = loadRenderer(config, serverEntry);
      await rendering;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const renderer = await rendering;
        const shared = { clientEntry, fontFaces: takeFontFaces(bundle) };
        const made = await Promise.all(
          PAGES.map(async (page) => ({
            ...page,
            ...(await makeDocument(page, renderer, bundle, shared)),
          })),
        );
        for (const { file, html } of made)
          this.emitFile({ type: 'asset', fileName: file, source: html });
        // The shell stands for other addresses and has none itself.
        const own = made.filter((page) => page.renderedFor === 'own' && page.path !== SHELL_PATH);
        site = {
          pages: Object.fromEntries(own.map(({ path, file }) => [path, file])),
          hashes: Object.fromEntries(made.map(({ file, html }) => [file, cspHashes(html)])),
          templates: Object.fromEntries(
            made.flatMap(({ file, template }) => (template ? [[file, template]] : [])),
          ),
        };
      },
    },
    async writeBundle() {
      const file = join(dirname(resolve(config.root, config.build.outDir)), BUILT_SITE_FILE);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, JSON.stringify(site));
    },
  };
}
