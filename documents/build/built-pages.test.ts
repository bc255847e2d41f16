import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { parse, type AtRule } from 'postcss';
import { beforeAll, describe, expect, it } from 'vitest';

import { BUILT_SITE_FILE, HOLES, type BuiltSite } from '../built-site.ts';
import { cspHashes } from './document.ts';
import { PAGES } from './pages.ts';
import { WEB_MANIFEST } from './web-manifest.ts';

const BUILD = new URL('../../dist/app/', import.meta.url);
/** One congestion window. */
const MAX_BROTLI_BYTES = 14_000;

const read = (file: string): string => readFileSync(new URL(file, BUILD), 'utf8');
const site = (): BuiltSite => JSON.parse(read(`../${BUILT_SITE_FILE}`)) as BuiltSite;
const all = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, found = '']) => found);

const sheetsOf = (html: string): string[] => all(html, /<link rel="stylesheet" href="\/([^"]+)"/g);

/** A style rule as one of its selectors has it. */
interface FoundRule {
  readonly selector: string;
  /** With the at-rules around it, without its custom properties. */
  readonly text: string;
  /** Names of its custom properties. */
  readonly properties: readonly string[];
}

/** Every style rule of a sheet, once for each of its selectors. */
const rulesOf = (css: string): FoundRule[] => {
  const rules: FoundRule[] = [];
  parse(css).walkRules((rule) => {
    let path = '';
    for (let at = rule.parent; at?.type === 'atrule'; at = at.parent as typeof at) {
      path = `@${(at as AtRule).name} ${(at as AtRule).params} ${path}`;
    }
    if (!path.includes('keyframes')) {
      const declarations = rule.nodes.map(String);
      const shown = declarations.filter((each) => !each.startsWith('--')).join(';');
      const properties = declarations.flatMap((each) => /^--[\w-]+/.exec(each) ?? []);
      for (const selector of rule.selectors)
        rules.push({ selector, text: `${path}${selector}{${shown}}`, properties });
    }
  });
  return rules;
};

/** What the scripts of a document set. */
const SET_BY_SCRIPTS = new Set(['data-theme', 'data-painting', 'data-tapped']);

/** As many of the expected as are found one after the other. */
function inSameOrder(expected: readonly string[], found: readonly string[]): string[] {
  let at = -1;
  return expected.filter((rule) => {
    const next = found.indexOf(rule, at + 1);
    if (next >= 0) at = next;
    return next >= 0;
  });
}

beforeAll(() => {
  if (!existsSync(BUILD)) throw new Error('These tests read the build: run `npm run build` first');
});

describe.each(PAGES)('$file', ({ file }) => {
  it('asks for nothing that would hold up its first paint', () => {
    const html = read(file);
    expect(html).not.toMatch(/<script[^>]*\ssrc=/);
    expect(html).not.toMatch(/<link[^>]*rel="(?:modulepreload|preload|prefetch)"/);
    // Only what follows a style sheet waits for it.
    expect(html).toMatch(/<noscript><link rel="stylesheet" href="[^"]+"><\/noscript><\/body>/);
    expect(html.match(/<link rel="stylesheet"/g)).toHaveLength(1);
    expect(html).not.toContain('@import');
  });

  it('has every rule inline that it uses, in the order of the style sheet', () => {
    const html = read(file);
    const [css = ''] = all(html, /<style>(.*?)<\/style>/gs);
    const body = html.slice(html.indexOf('<body>'));
    const classes = new Set(all(body, /\sclass="([^"]*)"/g).flatMap((names) => names.split(/\s+/)));
    const tags = new Set(all(html, /<([a-z][\w-]*)/gi).map((tag) => tag.toLowerCase()));
    const attributes = new Set([...all(body, /\s(data-[\w-]+)/g), ...SET_BY_SCRIPTS]);
    expect(classes.size).toBeGreaterThan(5);

    const whole: string[] = [];
    const sheets = sheetsOf(html);
    const known = new Set<string>();
    for (const { text, selector, properties } of sheets.flatMap((sheet) => rulesOf(read(sheet)))) {
      const plain = selector.replace(/:[\w-]+\([^()]*\)/g, '');
      const isUsed =
        all(selector, /\.([\w-]+)/g).every((name) => classes.has(name)) &&
        all(plain, /(?:^|[\s>+~])([a-z]+)/g).every((tag) => tags.has(tag)) &&
        all(plain, /\[(data-[\w-]+)/g).every((name) => attributes.has(name)) &&
        [...plain.matchAll(/\[(data-[\w-]+)=["']?(\w+)/g)].every(
          ([, name = '', value = '']) =>
            SET_BY_SCRIPTS.has(name) || body.includes(`${name}="${value}"`),
        );
      // Nobody hovers or prints before the whole sheet has come.
      if (!isUsed || /@media print|\(hover: ?hover\)/.test(text)) continue;
      whole.push(text);
      for (const property of properties) known.add(property);
    }
    expect(whole.length).toBeGreaterThan(30);
    const inlined = rulesOf(css);
    const texts = inlined.map(({ text }) => text);
    expect(inSameOrder(whole, texts)).toEqual(whole);

    const asked = all(`${body}${css}`, /var\(\s*(--[\w-]+)/g).filter((name) => known.has(name));
    expect(asked.length).toBeGreaterThan(20);
    const declared = new Set(inlined.flatMap(({ properties }) => properties));
    expect(asked.filter((name) => !declared.has(name))).toEqual([]);
  });

  it('has its layers in the order of the whole sheets', () => {
    const [statement = ''] = all(read(file), /<style>@layer ([^;{}]*);/g);
    const sheets = sheetsOf(read(file));
    const layers = sheets.flatMap((sheet) => all(read(sheet), /@layer ([\w,]+)/g));
    expect(statement.split(',')).toEqual([...new Set(layers)]);
  });

  it('has the fonts, and leaves none of them to sheets that come later', () => {
    const html = read(file);
    const [url = ''] = all(html, /new FontFace\([^)]*url\(\/([^)]+\.woff2)\)/g);
    expect(existsSync(new URL(url, BUILD)), url).toBe(true);
    for (const sheet of sheetsOf(html)) {
      expect(read(sheet)).not.toContain('@font-face');
    }
  });

  it('was rendered in full', () => {
    const html = read(file);
    // A boundary that failed on the server leaves a template for the browser to fill.
    expect(html).not.toContain('<!--$!-->');
    expect(html).not.toContain('<!--$?-->');
    expect(html).toContain('<main');
    expect(html).toMatch(/<title>[^<]+<\/title>/);
  });

  it('has icons that exist', () => {
    const icons = all(read(file), /href="\/(icons\/[^"]+)"/g);
    expect(icons).not.toEqual([]);
    for (const icon of icons) expect(existsSync(new URL(icon, BUILD)), icon).toBe(true);
  });

  it('starts only modules that exist, React before the entry', () => {
    const [list = '[]'] = all(read(file), /(\[[^\]]*\])\.map\(m=>import/g);
    const modules = JSON.parse(list) as string[];
    expect(modules[0]).toMatch(/^\/assets\/(?:rolldown-runtime|vendor)-/);
    expect(modules.join(' ')).toContain('/assets/entry-client.js');
    for (const module of modules) expect(existsSync(new URL(module.slice(1), BUILD))).toBe(true);
  });

  it('fits into one congestion window', () => {
    expect(brotliCompressSync(read(file)).length).toBeLessThanOrEqual(MAX_BROTLI_BYTES);
  });

  it('has its hashes in the policy of the build', () => {
    const { keypad = '' } = site().templates[file] ?? {};
    expect(site().hashes[file]).toEqual(cspHashes(read(file) + keypad));
  });
});

it('the manifest names pictures that exist', () => {
  const { icons, screenshots = [] } = WEB_MANIFEST;
  const named = [...(icons ?? []), ...screenshots].map(({ src }) => src.slice(1));
  expect(named.length).toBeGreaterThan(3);
  for (const file of named) expect(existsSync(new URL(file, BUILD)), file).toBe(true);
});

describe.each(PAGES.filter(({ showsVoucher }) => showsVoucher))(
  'the template of $file',
  ({ file }) => {
    it('has its holes, and the scripts and styles of the document', () => {
      const { html = '', keypad = '' } = site().templates[file] ?? {};
      for (const hole of Object.values(HOLES)) expect(html.split(hole)).toHaveLength(2);
      expect(keypad.split(HOLES.keypad)).toHaveLength(2);
      expect(cspHashes(html + keypad)).toEqual(site().hashes[file]);
    });
  },
);
