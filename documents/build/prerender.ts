import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { AtRule, Declaration, parse, Rule, type Node } from 'postcss';
import { PurgeCSS } from 'purgecss';

import { BUILT_SITE_FILE, HOLES, type BuiltSite, type DocumentTemplate } from '../built-site.ts';
import type { Renderer } from '../renderer.ts';
import {
  cspHashes,
  documentHtml,
  keypadHtml,
  THEME_SCRIPT,
  type DocumentParts,
  type FontFaceRule,
} from './document.ts';
import { pageModules } from './page-files.ts';
import { PAGES, SHELL_PATH, type PrerenderedPage } from './pages.ts';
import { SAMPLE_VOUCHERS } from './sample-vouchers.ts';

/** Inline scripts set these attributes, so they are missing in the HTML. */
const SET_BY_SCRIPTS = ['data-theme', 'data-offline', 'data-painting', 'data-tapped'];

const ASKED_FOR = /(?<=var\()--[\w-]+/g;
const DEFERRED = 'deferred';
const WORD = /[\w-]+/g;
/** State attributes such as `open` change at run time; our own `data-…` are listed above. */
const STATE = /\[(?!data-)([\w-]+)/g;

/** Nobody prints or hovers before the whole sheet has come. */
const NOT_YET = /^print$|hover: ?hover/;

/** The layer order must match the whole sheet, because an unnamed layer would come last. */
function layerOrder(css: string): string {
  const names = Array.from(css.matchAll(/@layer ([^{;]+)/g), ([, list = '']) => list.split(','));
  const unique = new Set(names.flat().map((name) => name.trim()));
  return unique.size > 0 ? `@layer ${[...unique].join(',')};` : '';
}

interface Styles {
  readonly fileName: string;
  /** All sheets in cascade order. */
  readonly css: string;
  readonly face: FontFaceRule;
  /** Faces of fonts that a phone has itself. */
  readonly localFaces: string;
}

/** Selects the rules that the HTML may use. */
async function usedCss({ css, localFaces }: Styles, html: string): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: html, extension: 'html' }],
    css: [{ raw: css }],
    defaultExtractor: (content) => content.match(WORD) ?? [],
    dynamicAttributes: [
      ...SET_BY_SCRIPTS,
      ...Array.from(css.matchAll(STATE), ([, name = '']) => name),
    ],
    keyframes: true,
    // Browsers match these without any class in the HTML.
    safelist: { standard: [':focus-visible', DEFERRED], variables: html.match(ASKED_FOR) ?? [] },
    variables: true,
  });
  if (!result) throw new Error('no styles came back');
  const sheet = parse(result.css);
  sheet.walkAtRules('media', (rule) => {
    if (NOT_YET.test(rule.params)) rule.remove();
  });
  return layerOrder(css) + sheet.toString() + localFaces;
}

/** What a declaration says, and in which rule of which layer. */
function placeOf(node: Node): string {
  const outer = node.parent ? placeOf(node.parent) : '';
  if (node instanceof Rule) return `${outer}{${node.selector}`;
  if (node instanceof AtRule) return `${outer}{@${node.name} ${node.params}`;
  return node instanceof Declaration ? `${outer}{${String(node)}` : outer;
}

/** Leaves out what another part of the same sheet has. */
function withoutKnown(css: string, known: string): string {
  const places = new Set<string>();
  parse(known).walkDecls((node) => void places.add(placeOf(node)));
  const sheet = parse(css);
  sheet.walkDecls((node) => {
    if (places.has(placeOf(node))) node.remove();
  });
  sheet.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
  sheet.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return sheet.toString();
}

export const CLIENT_ENTRY = 'src/app/entry-client.tsx';
export const SERVER_ENTRY = 'src/app/entry-server.tsx';
const KEYPAD_ENTRY = 'src/features/play/guess/early-keypad.script.ts';

async function loadRenderer(config: ResolvedConfig): Promise<Renderer> {
  await build({
    root: config.root,
    configFile: config.configFile ?? false,
    mode: config.mode,
    logLevel: 'warn',
    build: { ssr: SERVER_ENTRY },
  });
  const file = resolve(config.root, 'dist/ssr/entry-server.js');
  return (await import(`${pathToFileURL(file).href}?built=${Date.now()}`)) as Renderer;
}

const FONT_FACE = /@font-face\s*\{[^}]*\}/g;

/** Stands in the entry's code for the id of the build, which only the finished code gives. */
export const BUILD_MARK = '%BUILD%';

/** The entry names every other file by its hash, so its code identifies the build. */
function nameBuild(bundle: Rolldown.OutputBundle): string {
  const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry);
  if (entry?.type !== 'chunk') throw new Error('The build has no entry');
  const build = createHash('sha256').update(entry.code).digest('hex').slice(0, 8);
  entry.code = entry.code.replace(BUILD_MARK, build);
  return build;
}

function readFace(rule: string): FontFaceRule {
  const values = new Map<string, string>();
  parse(rule).walkDecls(({ prop, value }) => void values.set(prop, value));
  const read = (name: string): string => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`The font has no ${name}`);
    return value;
  };
  return {
    family: read('font-family').replaceAll(/["']/g, ''),
    src: read('src'),
    weight: read('font-weight'),
    display: read('font-display'),
  };
}

/** The fonts are removed from the sheet, because a second declaration would move text. */
function takeStyles(bundle: Rolldown.OutputBundle): Styles {
  const sheet = Object.values(bundle).find(({ fileName }) => fileName.endsWith('.css'));
  if (sheet?.type !== 'asset') throw new Error('The build has no style sheet');
  const whole =
    typeof sheet.source === 'string' ? sheet.source : new TextDecoder().decode(sheet.source);
  const css = whole.replace(FONT_FACE, '');
  sheet.source = css;
  const faces = whole.match(FONT_FACE) ?? [];
  const [fetched = ''] = faces.filter((face) => face.includes('url('));
  const localFaces = faces.filter((face) => face !== fetched).join('');
  return { fileName: sheet.fileName, css, face: readFace(fetched), localFaces };
}

/** What vouchers of all kinds look like, and their keypads. */
async function renderSamples(
  { renderPage }: Renderer,
  path: string,
): Promise<Pick<DocumentParts, 'body' | 'keypad'>> {
  const samples = await Promise.all(
    SAMPLE_VOUCHERS.map((voucher) =>
      renderPage({ path: path.replace(/0$/, voucher.ulid), seed: { voucher }, origin: '' }),
    ),
  );
  return {
    body: samples.map(({ body }) => body).join(''),
    keypad: samples.map(({ keypad }) => keypad).join(''),
  };
}

/** The small script that opens a keypad before the app runs. */
async function bundleKeypadScript({ root }: ResolvedConfig): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: KEYPAD_ENTRY, formats: ['iife'], name: 'keypad', fileName: 'keypad' },
    },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error('The keypad was not bundled');
  return bundle.output[0].code.trim();
}

interface MadeDocument {
  readonly html: string;
  readonly template?: DocumentTemplate;
}

async function makeDocument(
  page: PrerenderedPage,
  renderer: Renderer,
  styles: Styles,
  modules: readonly string[],
  keypadScript: string,
): Promise<MadeDocument> {
  const { body, head } = await renderer.renderPage({ path: page.path, seed: {}, origin: '' });
  const parts: Omit<DocumentParts, 'inlineCss'> = {
    head,
    body,
    seed: '',
    keypad: '',
    renderedFor: page.renderedFor === 'own' ? page.path : '',
    face: styles.face,
    sheet: `/${styles.fileName}`,
    modules: modules.map((file) => `/${file}`),
  };
  if (!page.showsVoucher) {
    const inlineCss = await usedCss(styles, documentHtml({ ...parts, inlineCss: '' }));
    return { html: documentHtml({ ...parts, inlineCss }) };
  }
  const samples = await renderSamples(renderer, page.path);
  const shown = documentHtml({ ...parts, body: body + samples.body, inlineCss: '' });
  const inlineCss = await usedCss(styles, shown);
  const html = documentHtml({ ...parts, inlineCss });
  const keypadCss = await usedCss(styles, shown + samples.keypad + keypadScript);
  return {
    html,
    template: {
      html: documentHtml({ ...parts, ...HOLES, inlineCss }),
      keypad: keypadHtml(HOLES.keypad, withoutKnown(keypadCss, inlineCss), keypadScript),
    },
  };
}

export function prerender(): Plugin {
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
      rendering = loadRenderer(config);
      await rendering;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const renderer = await rendering;
        const styles = takeStyles(bundle);
        const build = nameBuild(bundle);
        const keypadScript = await bundleKeypadScript(config);
        const made = await Promise.all(
          PAGES.map(async (page) => {
            const modules = pageModules(bundle, CLIENT_ENTRY, page.module);
            return {
              ...page,
              ...(await makeDocument(page, renderer, styles, modules, keypadScript)),
            };
          }),
        );
        for (const { file, html } of made)
          this.emitFile({ type: 'asset', fileName: file, source: html });
        // The shell has no address of its own.
        const own = made.filter((page) => page.renderedFor === 'own' && page.path !== SHELL_PATH);
        site = {
          build,
          pages: Object.fromEntries(own.map(({ path, file }) => [path, file])),
          hashes: Object.fromEntries(
            made.map(({ file, html, template }) => [
              file,
              cspHashes(html + (template?.keypad ?? '')),
            ]),
          ),
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
