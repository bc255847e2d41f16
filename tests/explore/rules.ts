/**
 * What must hold in every state of the app while Bombadil taps and types at random, and what it may do. Bombadil runs
 * this file itself: each export is a rule or a source of actions.
 */
import { always, eventually, next, now } from '@antithesishq/bombadil';
import {
  actions,
  extract,
  getFingerprint,
  weighted,
  type ActionTemplate,
} from '@antithesishq/bombadil/browser';
import {
  back,
  clicks,
  forward,
  lastAction,
  reload,
  scroll,
} from '@antithesishq/bombadil/browser/defaults/actions';

export {
  noConsoleErrors,
  noUncaughtExceptions,
  noUnhandledPromiseRejections,
} from '@antithesishq/bombadil/browser/defaults/properties';

/** Of a demo user, as a pattern. */
const EMAIL = 'ada@goodies[.]test';
const PASSWORD = 'goodies-demo';
const PIN = '246810';

/** More than a busy machine needs. */
const SOON = [20, 'seconds'] as const;

const text = extract(({ document }) => document.body.innerText);
const address = extract(({ window }) => window.location.href);
const addressBehind = extract(
  ({ navigationHistory }) => navigationHistory.back.at(-1)?.url ?? null,
);

export const noErrorPage = always(
  () => !/This page did not load|There is nothing here|Internal Server Error/.test(text.current),
);

export const noProgramWords = always(
  () => !/\b(?:undefined|NaN|Infinity|Invalid Date)\b|\[object /.test(text.current),
);

const balances = extract(({ document }) =>
  [...document.querySelectorAll('[aria-label="Balance"], [aria-labelledby="balances"]')].map(
    (element) => element.textContent,
  ),
);
export const noNegativeBalance = always(
  () => !balances.current.some((balance) => /[-−]\s?\D?\d/.test(balance)),
);

/** Of the topmost sheet, or else of the page. */
const hasWayOn = extract(({ document }) => {
  const sheet = [...document.querySelectorAll('dialog:modal')].at(-1);
  const ways = (sheet ?? document).querySelectorAll('a[href], button:enabled, summary');
  return [...ways].some((way) => way.checkVisibility());
});
export const noDeadEnd = always(eventually(() => hasWayOn.current).within(...SOON));

const isBusy = extract(({ document }) => document.querySelector('[aria-busy="true"]') !== null);
export const waitingEnds = always(eventually(() => !isBusy.current).within(...SOON));

const isTooWide = extract(
  ({ document: { documentElement: root } }) => root.scrollWidth > root.clientWidth,
);
export const nothingIsCutOff = always(() => !isTooWide.current);

export const backLeadsBack = always(() => {
  const [here, there] = [address.current, addressBehind.current];
  const isBack = now(() => there !== null && there !== here && lastAction.current === 'Back');
  return next(isBack.implies(eventually(() => address.current !== here).within(...SOON)));
});

/** What can be tapped in the page itself, past the bars that every page has. */
const inPage = extract(({ document }) => {
  const sheet = [...document.querySelectorAll('dialog:modal')].at(-1);
  const page = sheet ?? document.querySelector('main');
  const found = [
    ...(page?.querySelectorAll('a[href^="/"], button, input, textarea, summary') ?? []),
  ];
  return found.flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const point = { x: x + width / 2, y: y + height / 2 };
    if (!element.contains(document.elementFromPoint(point.x, point.y))) return [];
    return [
      {
        tap: { Click: { fingerprint: getFingerprint(element), point } },
        isEmpty: element.matches('input, textarea') && (element as HTMLInputElement).value === '',
        isSubmit: element.matches('button[type="submit"]'),
      },
    ];
  });
});
const isRefused = extract(({ document }) => document.querySelector('main [role="alert"]') !== null);

const field = extract(({ document }) => {
  const element = document.activeElement;
  if (!element?.matches('input, textarea')) return null;
  const { type, autocomplete, inputMode, value } = element as HTMLInputElement;
  return { type, autocomplete, inputMode, isEmpty: value === '' };
});

const typed = (regexp: string): ActionTemplate => ({
  TypeText: { text: { Regexp: regexp }, delayMillis: [1, 10] },
});

const ENTER = 13;
const answers = (): ActionTemplate[] => {
  if (!field.current) return [];
  const { type, autocomplete, inputMode, isEmpty } = field.current;
  if (!isEmpty) return [{ PressKey: { code: ENTER } }];
  if (inputMode === 'numeric' || inputMode === 'decimal' || type === 'tel')
    return [typed(PIN), typed('[1-9][0-9]{1,4}'), typed('080[0-9]{8}')];
  if (type === 'password' || /password/.test(autocomplete)) return [typed(PASSWORD)];
  if (type === 'email' || /email|username/.test(autocomplete)) return [typed(EMAIL)];
  return [typed('[a-zA-Z0-9 <&"]{1,40}')];
};

const taps = actions(() => inPage.current.map(({ tap }) => tap));
const input = actions(answers);
/** Random taps seldom fill in a form, and most of the app is behind this one. */
const logIn = actions(() => {
  if (!/[/]login\b/.test(address.current)) return [];
  if (field.current?.isEmpty) return answers();
  const empty = inPage.current.find(({ isEmpty }) => isEmpty);
  if (empty) return [empty.tap];
  if (isRefused.current) return ['Reload'];
  return inPage.current.filter(({ isSubmit }) => isSubmit).map(({ tap }) => tap);
});

/** Bombadil ends where there is nothing to do. */
const wait = actions(() => ['Wait']);

export const whatPeopleDo = weighted([
  [20, clicks],
  [30, taps],
  [30, input],
  [400, logIn],
  [6, scroll],
  [4, back],
  [1, forward],
  [1, reload],
  [2, wait],
]);
