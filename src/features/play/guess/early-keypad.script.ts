import { MOBILE_MAX_PX } from '../../../../contract/constants.ts';
import {
  KEYPAD_ID,
  KEYPAD_PLACE,
  type EarlyGuess,
} from '../../../../contract/document/early-guess.ts';
import { HIDDEN } from '../../../ui/code/code-cells.ts';

/*
 * The build puts this script into the documents of vouchers. It must stay small: it only opens the keypad that the
 * server drew, and shows what is typed; everything else waits for the app.
 */

/** Shows digits in the hidden places. @returns the code with them */
type Draw = (digits: string) => string;

function drawInto(overlay: Element, slots: readonly HTMLElement[]): Draw {
  const find = (selector: string): Element => overlay.querySelector(selector) as Element;
  const field = find('input') as HTMLInputElement;
  const asterisk = find('[data-cell] svg');
  const maskedCode = field.value;
  field.readOnly = true;
  return (digits) => {
    const left = slots.length - digits.length;
    slots.forEach((slot, index) => {
      const isNext = index === digits.length;
      slot.dataset['cell'] = index < digits.length ? 'filled' : isNext ? 'open' : 'hidden';
      slot.replaceChildren(digits[index] ?? (isNext ? '' : asterisk.cloneNode(true)));
    });
    for (const tally of overlay.querySelectorAll('b')) tally.textContent = `${left}`;
    find('[role=status]').textContent = `${left} left`;
    let typed = 0;
    field.value = maskedCode.replaceAll(HIDDEN, () => digits[typed++] ?? HIDDEN);
    return field.value;
  };
}

/** @param press gets a digit or the name of a key or button */
function listen(part: HTMLElement, press: (key: string) => void): void {
  part.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button');
    if (button) press(button.getAttribute('aria-label') ?? button.textContent);
  });
  part.addEventListener('keydown', (event) => {
    const { key, target } = event;
    // A button that has the focus is pressed by Enter itself.
    const isEnter = key === 'Enter' && target instanceof HTMLInputElement;
    if (!isEnter && !/^(\d|Backspace|Escape)$/.test(key)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    press(key);
  });
}

interface Writable extends EarlyGuess {
  guess: string;
  isOpen: boolean;
  isClaimed: boolean;
}

function startKeypad(template: HTMLTemplateElement, place: Element): void {
  const [styles, overlay, tray, start] = template.content.children as unknown as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement?,
  ];
  // The policy allows a script no other styles. The whole sheet has the same, and comes later.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles.textContent);
  const slots = [...overlay.querySelectorAll<HTMLElement>('[data-cell]')];
  const draw = drawInto(overlay, slots);
  let digits = '';

  const early: Writable = {
    guess: draw(digits),
    isOpen: false,
    isClaimed: false,
    show: () => {
      if (early.isOpen || !matchMedia(`(max-width:${MOBILE_MAX_PX}px)`).matches) return;
      // Asked at each tap: a document may be older than the voucher's start.
      if (Date.now() < Number(start?.textContent ?? 0)) return;
      early.isOpen = true;
      document.documentElement.setAttribute('data-guessing', '');
      document.adoptedStyleSheets = [sheet];
      place.append(overlay);
      document.body.append(tray);
      overlay.focus({ preventScroll: true });
      overlay.firstElementChild?.scrollIntoView({ block: 'nearest' });
    },
    close: () => {
      early.isOpen = false;
      document.documentElement.removeAttribute('data-guessing');
      template.content.append(overlay, tray);
    },
  };
  const leave = (): void => {
    early.close();
    document.querySelector('[data-tapped]')?.removeAttribute('data-tapped');
    document.querySelector<HTMLElement>('[data-ticket-action]')?.focus();
  };
  const claim = (): void => {
    if (digits.length < slots.length) return;
    early.isClaimed = true;
    overlay.querySelector('[aria-live]')?.replaceChildren(template.dataset['checking'] ?? '');
    tray.querySelector('button')?.setAttribute('data-tapped', '');
  };
  const press = (key: string): void => {
    if (/^(Esc|Close)/.test(key)) return leave();
    if (early.isClaimed) return;
    if (/^\d$/.test(key)) digits = (digits + key).slice(0, slots.length);
    else if (key === 'Backspace') digits = digits.slice(0, -1);
    else return claim();
    early.guess = draw(digits);
  };
  for (const part of [overlay, tray]) listen(part, press);
  window.earlyGuess = early;
  // The first tap may have come before this script.
  if (document.querySelector('[data-guess][data-tapped]')) early.show();
}

const template = document.getElementById(KEYPAD_ID);
const place = document.querySelector(`[${KEYPAD_PLACE}]`);
if (template instanceof HTMLTemplateElement && place && 'adoptedStyleSheets' in document)
  startKeypad(template, place);
