import { SEED_ELEMENT_ID } from '../../contract/document/seed.ts';
import { THEME_COLORS } from '../../contract/document/theme.ts';
import { LOCAL, TAB } from '../../contract/storage-keys.ts';

/** Parts of a document whose app has been rendered. */
export interface DocumentParts {
  /** HTML of title and meta elements. */
  readonly head: string;
  /** HTML of the app. */
  readonly body: string;
  /** Value of `data-path`: the path that the HTML was rendered for, '' for whatever address it is opened at. */
  readonly renderedFor: string;
  /** Names the build: 8 hexadecimal digits. */
  readonly build: string;
  /** Serialised seed, or ''. */
  readonly seed: string;
  /** Every `@font-face` of the app. */
  readonly fontFaces: string;
  /** The rules of the style sheet that the HTML needs. */
  readonly inlineCss: string;
  /** Address of the whole style sheet. */
  readonly sheet: string;
  /** Addresses of the modules to start after the first paint, each after those that it imports. */
  readonly modules: readonly string[];
}

/** Sets the chosen theme, also for the browser's bars, before anything is painted; without a choice the system's holds. */
export const THEME_SCRIPT =
  '{const d=document.documentElement.dataset;try{' +
  `const t=localStorage.getItem("${LOCAL.theme}");if(t)d.theme=t}catch{}` +
  `const c=${JSON.stringify(THEME_COLORS)}[d.theme];` +
  'if(c)for(const m of document.querySelectorAll("[name=theme-color]"))m.content=c}';

/**
 * Says so where the browser is older than those that the app is built for, which have all three. In words that such a
 * browser reads, and a script of its own: the others are not even parsed there.
 */
const OLD_BROWSER_SCRIPT =
  'if(!self.structuredClone||!self.CSSLayerBlockRule||(/Firefox\\/(\\d+)/.exec(navigator.userAgent)||[0,999])[1]<114)' +
  'addEventListener("DOMContentLoaded",function(){document.body.insertAdjacentHTML("afterbegin",' +
  '"<p role=alert>This browser is too old for Goodies. Please update it, or use another one.</p>")})';

/** A style sheet that could not be fetched is fetched again. */
const RETRY_STYLES_SCRIPT =
  'addEventListener("error",e=>{const l=e.target;if(l.rel=="stylesheet")setTimeout(()=>l.replaceWith(l.cloneNode()),3e3)},true)';

/** Without a network the bar that says so has its room from the first paint on. */
const OFFLINE_SCRIPT = 'if(!navigator.onLine)document.documentElement.dataset.offline=""';

/**
 * On phones, the class `deferred` marks what is laid out after the first paint; the start script shows it.
 * Without scripts nothing waits.
 */
const DEFER_SCRIPT = 'if(screen.width<769)document.documentElement.dataset.painting=""';

/**
 * A tap on a button before hydration is held back and its button marked, the last one only; the app replays
 * it. Links and fields work by themselves.
 */
const HOLD_TAPS_SCRIPT =
  'addEventListener("click",e=>{const b=e.target.closest("#root:not([data-running]) button");if(b){' +
  'e.preventDefault();e.stopImmediatePropagation();' +
  'delete document.querySelector("[data-tapped]")?.dataset.tapped;b.dataset.tapped=""}},true)';

const SHOW_DEFERRED = 'delete document.documentElement.dataset.painting;';

const FONT_URL = /url\(["']?([^"')]+\.woff2)/g;

/** The fonts apply from the start where the service worker has them: one that comes later would move text. */
const fontsScript = (fontFaces: string): string =>
  'if(navigator.serviceWorker?.controller){document.querySelector("style").media="all";for(const href of ' +
  `${JSON.stringify(Array.from(fontFaces.matchAll(FONT_URL), ([, href]) => href))})document.head.append(` +
  'Object.assign(document.createElement("link"),{rel:"preload",as:"font",crossOrigin:"",href}))}';
/** On a first visit they apply from the next page on. */
const ENABLE_FONTS =
  'navigator.serviceWorker?.ready.then(()=>addEventListener("pushState",' +
  '()=>{document.querySelector("style").media="all"},{once:true}));';

/** Stands at the foot of the screen while the app cannot start. A link works without the app. */
const LOST_NOTICE =
  '<p role=alert style="position:fixed;inset:auto 0 0;z-index:99;margin:0;padding:1rem;' +
  'background:Canvas;color:CanvasText;text-align:center">Part of this page is missing. <a href=""><u>Reload</u></a></p>';

/**
 * Where code that the app cannot start without is lost, a notice says so and the page is loaded anew once the server
 * answers: some engines do not ask again for a module that failed for as long as the document lives. It is loaded three
 * times at most, since a module may also fail for what is in it; then the notice stays.
 */
const LOAD_ANEW =
  `window.loadAnew=()=>{loadAnew=()=>{};document.body.insertAdjacentHTML("beforeend",${JSON.stringify(LOST_NOTICE)});` +
  '(function f(){fetch("/healthz").then(r=>r.json()).then(()=>' +
  `(sessionStorage.${TAB.lostCode}|=0)<3&&(sessionStorage.${TAB.lostCode}++,location.reload()),()=>setTimeout(f,3e3))})()};`;

/** Notes which further code is lost before `offerLostCode` listens. */
const NOTE_LOST = 'addEventListener("vite:preloadError",e=>(window.lost??=[]).push(e.payload));';

/** After the first paint: shows what was deferred and starts the app, all its modules side by side. */
const startScript = (modules: readonly string[]): string =>
  `requestAnimationFrame(()=>setTimeout(()=>{${SHOW_DEFERRED}${ENABLE_FONTS}${NOTE_LOST}${LOAD_ANEW}` +
  `Promise.all(${JSON.stringify(modules)}.map(m=>import(m).catch(()=>import(m)))).catch(()=>loadAnew())}))`;

/**
 * A whole document that paints without any further request. The style sheet stands at the end of the body, where it
 * holds up nothing, and after the inline rules, which repeat parts of it.
 */
export function documentHtml(parts: DocumentParts): string {
  const scripts = [
    THEME_SCRIPT,
    RETRY_STYLES_SCRIPT,
    OFFLINE_SCRIPT,
    DEFER_SCRIPT,
    HOLD_TAPS_SCRIPT,
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
    `<script>${OLD_BROWSER_SCRIPT}</script>`,
    `<script>${scripts.join(';')}</script>`,
    `<style media="not all">${parts.fontFaces}</style>`,
    `<script>${fontsScript(parts.fontFaces)}</script>`,
    `<style>${parts.inlineCss}</style>`,
    '</head>',
    '<body>',
    `<div id="root" data-path="${parts.renderedFor}" data-build="${parts.build}">${parts.body}</div>`,
    parts.seed && `<script type="application/json" id="${SEED_ELEMENT_ID}">${parts.seed}</script>`,
    `<script>${startScript(parts.modules)}</script>`,
    `<link rel="stylesheet" href="${parts.sheet}" fetchpriority="low">`,
    '</body>',
    '</html>',
  ].join('');
}
