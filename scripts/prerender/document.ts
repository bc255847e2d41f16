import { HELD_HTML_SEPARATOR, HELD_HTML_TYPE, HELD_STYLE_TYPE } from '../../contract/frames.ts';
import { LOCAL } from '../../contract/storage-keys.ts';
import { SEED_ELEMENT_ID } from '../../src/lib/seed.ts';

/** Parts of a document whose app has been rendered. */
export interface DocumentParts {
  /** HTML of title and meta elements. */
  readonly head: string;
  /** HTML of the app. */
  readonly body: string;
  /** Value of `data-path`: the path that the HTML was rendered for, '' for whatever address it is opened at. */
  readonly renderedFor: string;
  /** Serialised seed, or ''. */
  readonly seed: string;
  /** Every `@font-face` of the app. */
  readonly fontFaces: string;
  /** The styles that the page needs for its first frame. */
  readonly firstCss: string;
  /** The styles that all of the page needs. */
  readonly css: string;
  /** Addresses of the whole style sheets, which `firstCss` and `css` were taken from. */
  readonly sheets: readonly string[];
  /** Addresses of the modules to start after the first paint, the entry first. */
  readonly modules: readonly string[];
  /** Further inline scripts for the head. */
  readonly headScripts: readonly string[];
}

/** Statements that set the chosen theme, where the page does not have it, and then run `more`. */
const themeScript = (more: string): string =>
  `try{const d=document.documentElement.dataset,t=localStorage.getItem("${LOCAL.theme}");` +
  `if((t==="dark"||t==="light")&&t!==d.theme){d.theme=t;${more}}}catch{}`;

/**
 * Sets the chosen theme before anything is painted; without a choice the system's holds. A page that the
 * service worker keeps has it: asking the storage takes as long as half of the page.
 */
export const THEME_SCRIPT = `if(!("theme"in document.documentElement.dataset)){${themeScript('')}}`;

/** Mends a kept page whose theme is not the one chosen, and has the service worker mend the others. */
const MEND_THEME = themeScript(
  'navigator.serviceWorker.controller.postMessage({type:"keep-theme",theme:t})',
);

/** Home without an account is the welcome page: go there before painting, if this device knows already. */
export const SIGNED_OUT_HOME_SCRIPT = `try{if(localStorage.getItem("${LOCAL.unauthenticatedSession}")==="1")location.replace("/welcome"+location.search)}catch{}`;

/** On phones, what the class `later` marks waits for the second frame. Without scripts nothing waits. */
const HOLD_BACK_SCRIPT = 'if(screen.width<769)document.documentElement.dataset.first=""';

/**
 * Nobody hears a tap on a button before the app runs. It is held back and its button marked, the last one
 * only, for the app to repeat it. Links and fields work by themselves.
 */
const HOLD_TAPS_SCRIPT =
  'addEventListener("click",e=>{const b=e.target.closest("#root:not([data-running]) button");if(!b)return;' +
  'e.preventDefault();e.stopImmediatePropagation();' +
  'for(const o of document.querySelectorAll("[data-tapped]"))delete o.dataset.tapped;b.dataset.tapped=""},true)';

/**
 * A font that missed the first frame stays out of sight until the next page is opened. Its rule goes, or the
 * browser would look again when sheets come, find the font, and move the text.
 */
const DROP_LATE_FONTS =
  'if([...document.fonts].some(f=>f.status==="loading"))document.querySelector("style").remove();';
/** In the head, browsers ask for it between the page and its first frame. */
const LINK_MANIFEST =
  '{const m=document.createElement("link");m.rel="manifest";m.href="/manifest.webmanifest";document.head.append(m)}';
const ENABLE_SHEETS =
  'for(const l of document.querySelectorAll("link[disabled]"))l.disabled=false;';

const RELEASE =
  `const e=document.documentElement,h=document.querySelector('[type="${HELD_STYLE_TYPE}"]'),` +
  's=document.createElement("style"),release=()=>{s.textContent=h.textContent;h.remove();' +
  // Before the whole sheets: what they say of an element must come after what is inlined of them.
  'document.querySelectorAll("style")[1].after(s);' +
  `const p=document.querySelector('[type="${HELD_HTML_TYPE}"]');` +
  `if(p){const f=p.textContent.split("${HELD_HTML_SEPARATOR}");` +
  'document.querySelectorAll("template[data-later]").forEach((t,i)=>{t.outerHTML=f[i]});p.remove()}' +
  'delete e.dataset.first};';

/**
 * Once the first frame is on screen, shows the rest of the page, fetches the whole sheets, for what the app
 * may show next, and starts the app, all its modules side by side.
 */
const lateScript = (modules: readonly string[]): string =>
  `{${RELEASE}const held="first"in e.dataset;if(!held)release();` +
  `requestAnimationFrame(()=>setTimeout(()=>{if(held)release();${MEND_THEME}${DROP_LATE_FONTS}${LINK_MANIFEST}${ENABLE_SHEETS}` +
  `${JSON.stringify(modules)}.map(m=>import(m))}))}`;

/**
 * A whole document that paints without any further request.
 * The whole sheets stand as disabled links: no browser fetches those before the late script enables them,
 * and the app's loader, which looks for links, takes them for loaded.
 */
export function documentHtml(parts: DocumentParts): string {
  const scripts = [THEME_SCRIPT, ...parts.headScripts, HOLD_BACK_SCRIPT, HOLD_TAPS_SCRIPT];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    parts.head,
    '<meta name="theme-color" content="#f3f1ea" media="(prefers-color-scheme:light)">',
    '<meta name="theme-color" content="#0b0f2a" media="(prefers-color-scheme:dark)">',
    '<link rel="icon" href="/icons/logo-mark.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">',
    `<script>${scripts.join(';')}</script>`,
    `<style>${parts.fontFaces}</style>`,
    `<style>${parts.firstCss}</style>`,
    ...parts.sheets.map((href) => `<link rel="stylesheet" href="${href}" disabled>`),
    `<noscript>${parts.sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}</noscript>`,
    '</head>',
    '<body>',
    `<div id="root" data-path="${parts.renderedFor}">${parts.body}</div>`,
    `<style type="${HELD_STYLE_TYPE}">${parts.css}</style>`,
    parts.seed && `<script type="application/json" id="${SEED_ELEMENT_ID}">${parts.seed}</script>`,
    `<script>${lateScript(parts.modules)}</script>`,
    '</body>',
    '</html>',
  ].join('');
}
