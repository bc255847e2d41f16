import { createHash } from 'node:crypto';

import { KEYPAD_ID } from '../../contract/document/early-guess.ts';
import { SEED_ELEMENT_ID } from '../../contract/document/seed.ts';
import { THEME_COLORS } from '../../contract/document/theme.ts';
import { errorMessage } from '../../contract/errors.ts';
import { LOCAL, TAB } from '../../contract/storage-keys.ts';
import type { CspHashes } from '../built-site.ts';

/** A font that is fetched, as the browser's `FontFace` takes it. */
export interface FontFaceRule {
  readonly family: string;
  readonly src: string;
  readonly weight: string;
  readonly display: string;
}

export interface DocumentParts {
  readonly head: string;
  readonly body: string;
  /** Value of `data-path`; '' when the document fits any address. */
  readonly renderedFor: string;
  readonly seed: string;
  readonly keypad: string;
  readonly face: FontFaceRule;
  readonly inlineCss: string;
  readonly sheet: string;
  readonly modules: readonly string[];
}

/** The theme is set before the first paint, or the page would flash. */
export const THEME_SCRIPT =
  '{const d=document.documentElement.dataset;try{' +
  `const t=localStorage.getItem("${LOCAL.theme}");if(t)d.theme=t}catch{}` +
  `const c=${JSON.stringify(THEME_COLORS)}[d.theme];` +
  'if(c)for(const m of document.querySelectorAll("[name=theme-color]"))m.content=c}';

/** It is a separate script in old syntax, because old browsers cannot parse the others. */
const OLD_BROWSER_SCRIPT =
  'if(!self.structuredClone||!self.CSSLayerBlockRule||(/Firefox\\/(\\d+)/.exec(navigator.userAgent)||[0,999])[1]<114)' +
  'addEventListener("DOMContentLoaded",function(){document.body.insertAdjacentHTML("afterbegin",' +
  '"<p role=alert>This browser is too old for Goodies. Please update it, or use another one.</p>")})';

/** The space for the offline bar must exist from the first paint. */
const OFFLINE_SCRIPT = 'if(!navigator.onLine)document.documentElement.dataset.offline=""';

/** Phones lay out the class `deferred` after the first paint; without scripts it is visible. */
const DEFER_SCRIPT = 'if(screen.width<769)document.documentElement.dataset.painting=""';

/** Stores the last button tap before hydration, and `repeatEarlyTap` repeats it. A keypad opens at once. */
const HOLD_TAPS_SCRIPT =
  'addEventListener("click",e=>{const b=e.target.closest("#root:not([data-running]) button:not([data-guess-control] *)");' +
  'if(b){e.preventDefault();e.stopImmediatePropagation();' +
  'delete document.querySelector("[data-tapped]")?.dataset.tapped;b.dataset.tapped="";' +
  '"guess"in b.dataset&&self.earlyGuess?.show()}},true)';

const SHOW_DEFERRED = 'delete document.documentElement.dataset.painting;';

/** The display face. A cached one is there for the first paint; a first visit fetches it afterwards. */
const faceScript = ({ family, src, ...descriptors }: FontFaceRule): string =>
  `const face=new FontFace(${JSON.stringify(family)},${JSON.stringify(src)},${JSON.stringify(descriptors)});` +
  'if(navigator.serviceWorker?.controller){document.fonts.add(face);face.load().catch(()=>{})}';
const FETCH_FACE =
  'if(!document.fonts.has(face))face.load().then(()=>document.fonts.add(face),()=>{});';

/** It uses a plain link, which works without the app's code. */
const LOST_NOTICE =
  '<p role=alert style="position:fixed;inset:auto 0 0;z-index:99;margin:0;padding:1rem;' +
  'background:Canvas;color:CanvasText;text-align:center">Part of this page is missing. <a href=""><u>Reload</u></a></p>';

/** Reloads when a needed module was lost (three times at most): some engines never retry it. */
const LOAD_ANEW =
  `window.loadAnew=()=>{loadAnew=()=>{};document.body.insertAdjacentHTML("beforeend",${JSON.stringify(LOST_NOTICE)});` +
  '(function f(){fetch("/healthz").then(r=>r.json()).then(()=>' +
  `(sessionStorage.${TAB.lostCode}|=0)<3&&(sessionStorage.${TAB.lostCode}++,location.reload()),()=>setTimeout(f,3e3))})()};`;

const NOTE_LOST = 'addEventListener("vite:preloadError",e=>(window.lost??=[]).push(e.payload));';

/** The whole sheet is asked for after the first paint, which would wait for it on a repeated visit. */
const loadSheet = (sheet: string): string =>
  '(function f(){const l=document.createElement("link");l.rel="stylesheet";l.onerror=()=>setTimeout(()=>{l.remove();f()},3e3);' +
  `l.href="${sheet}";document.head.append(l)})();`;

const startScript = ({ modules, sheet }: DocumentParts): string =>
  `requestAnimationFrame(()=>setTimeout(()=>{${loadSheet(sheet)}${SHOW_DEFERRED}${FETCH_FACE}${NOTE_LOST}${LOAD_ANEW}` +
  `Promise.all(${JSON.stringify(modules)}.map(m=>import(m).catch(()=>import(m)))).catch(()=>loadAnew())}))`;

export function documentHtml(parts: DocumentParts): string {
  const scripts = [
    THEME_SCRIPT,
    OFFLINE_SCRIPT,
    DEFER_SCRIPT,
    HOLD_TAPS_SCRIPT,
    faceScript(parts.face),
  ];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    parts.head,
    ...Object.entries(THEME_COLORS).map(
      ([theme, color]) =>
        `<meta name="theme-color" content="${color}" media="(prefers-color-scheme:${theme})">`,
    ),
    '<link rel="icon" href="/icons/logo-mark.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon-180.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<script>${scripts.join(';')}</script>`,
    `<style>${parts.inlineCss}</style>`,
    '</head>',
    '<body>',
    `<div id="root" data-path="${parts.renderedFor}">${parts.body}</div>`,
    parts.keypad,
    parts.seed && `<script type="application/json" id="${SEED_ELEMENT_ID}">${parts.seed}</script>`,
    // What the first paint does not need follows the page, which fits into the first packets that a server sends.
    `<script>${OLD_BROWSER_SCRIPT}</script>`,
    `<script>${startScript(parts)}</script>`,
    `<noscript><link rel="stylesheet" href="${parts.sheet}"></noscript>`,
    '</body>',
    '</html>',
  ].join('');
}

/** @param html the keypad itself @param css its own styles, which nothing needs before it opens */
export const keypadHtml = (html: string, css: string, script: string): string =>
  `<template id="${KEYPAD_ID}" data-checking="${errorMessage('work_required')}"><script type="text/plain">${css}</script>${html}</template>` +
  `<script>${script}</script>`;

/** Documents of releases before have a style with a condition. */
const hashesOf = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}(?: media=[^>]*)?>(.*?)</${element}>`, 'gs'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

/** The seed is JSON data, which needs no hash. */
export const cspHashes = (html: string): CspHashes => ({
  scripts: hashesOf(html, 'script'),
  styles: hashesOf(html, 'style'),
});
