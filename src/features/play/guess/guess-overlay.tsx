import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  type ChangeEvent,
  type ReactElement,
} from 'react';
import xIcon from 'lucide/dist/esm/icons/x.mjs';

import { withAsciiDigits } from '../../../../contract/plain-text.ts';
import {
  findCode,
  eraseDigit,
  isDigits,
  normaliseGuess,
  typeDigit,
  hiddenPositions,
} from '../../../../contract/vouchers/voucher-code.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import {
  MOBILE_MAX_PX,
  OVERLAY_HIDE_MS,
  SKIP_WAIT_COST_COINS,
} from '../../../../contract/constants.ts';
import { takeEarlyGuess } from '../../../platform/early-guess.ts';
import { Icon } from '../../../ui/icon.tsx';
import { plural } from '../../../ui/text/format-text.ts';
import type { CodeMode } from '../../../ui/code/code-cells.ts';
import { Code } from '../../../ui/code/code.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/action/button.tsx';
import { ClaimButton } from './claim-button.tsx';
import {
  TICKET_ACTION,
  type GuessedVoucher,
  type Guessing,
  type GuessProps,
  type GuessState,
} from './guess.machine.ts';
import css from './guess-overlay.module.css';
import '../../../ui/code/code-guess.css';

export function guessAfterKey(guess: string, key: string, maskedCode: string): string | undefined {
  const digit = withAsciiDigits(key);
  if (/^\d$/.test(digit)) return typeDigit(guess, digit);
  if (key === 'Backspace' || key === 'Delete') return eraseDigit(guess, maskedCode);
  return undefined;
}

export function guessAfterPaste(guess: string, pasted: string, maskedCode: string): string {
  const text = findCode(pasted) ?? withAsciiDigits(pasted).replace(/[^\d*]/g, '');
  if (text.length >= maskedCode.length) return normaliseGuess(text, maskedCode);
  return [...text].filter(isDigits).reduce(typeDigit, guess);
}

const MODES: Readonly<Partial<Record<GuessState['phase'], CodeMode>>> = {
  editing: 'typing',
  wrong: 'wrong',
  refused: 'wrong',
};

function headline(
  state: GuessState,
  { masked_code: maskedCode, entry_cost: entryCost = 0 }: GuessedVoucher,
): string {
  if (state.phase === 'wrong' || state.phase === 'refused') return state.message;
  if (state.phase === 'processing') return errorMessage('work_required');
  if (state.phase === 'editing' && state.problem !== undefined) return state.problem;
  const isSkipping = state.phase === 'editing' && state.isSkipping;
  const hidden = hiddenPositions(maskedCode).length;
  // Lotteries have no wait to skip, so that never both are paid.
  const coins = isSkipping ? SKIP_WAIT_COST_COINS : entryCost;
  return `Fill the ${plural(hidden, 'hidden digit', 'hidden digits')}${coins > 0 ? `, for ${coins} coins` : ''}`;
}

/** Whatever opened the guess gave way to it; the ticket's own action is where one goes on. */
function returnFocus(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(`[${TICKET_ACTION}]`)?.focus({ preventScroll: true });
}

const isPhone = (): boolean => matchMedia(`(max-width: ${MOBILE_MAX_PX}px)`).matches;

interface GuessFieldProps {
  readonly guessing: Guessing;
  readonly maskedCode: string;
  readonly onSubmit: (() => void) | undefined;
}

/**
 * The code as a text field: the flaps are its picture, the field itself lies over them unseen. On phones
 * the keyboard in the tray types, so the field asks for none.
 */
function GuessField({ guessing, maskedCode, onSubmit }: GuessFieldProps): ReactElement {
  const { state, type } = guessing;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    if (isPhone()) element.inputMode = 'none';
    else element.focus({ preventScroll: true });
  }, []);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void =>
    type(normaliseGuess(target.value, maskedCode));
  return (
    <div className={css['code']}>
      <Code maskedCode={maskedCode} guess={state.guess} mode={MODES[state.phase] ?? 'shown'} over />
      <input
        ref={field}
        className={css['field']}
        aria-label="Your guess"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="send"
        value={state.guess}
        readOnly={state.phase !== 'editing'}
        onChange={onChange}
        onPaste={(event) => {
          event.preventDefault();
          type(guessAfterPaste(state.guess, event.clipboardData.getData('text'), maskedCode));
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') return onSubmit?.();
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const next = guessAfterKey(state.guess, event.key, maskedCode);
          if (next === undefined) return;
          event.preventDefault();
          type(next);
        }}
      />
    </div>
  );
}

export const GUESS_CONTROL = { 'data-guess-control': '' } as const;

const isHeld = (): boolean =>
  document.activeElement?.closest('[data-guess-control]') !== null &&
  (document.activeElement?.matches(':focus-visible') ?? false);

function useAutoHide(isOpen: boolean, onHide: () => void): void {
  const hide = useEffectEvent(onHide);
  useEffect(() => {
    if (!isOpen) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = (): void => {
      clearTimeout(timer);
      if (!isHeld()) timer = setTimeout(() => hide(), OVERLAY_HIDE_MS);
    };
    restart();
    const events = ['focusin', 'focusout', 'pointerdown', 'keyup'] as const;
    for (const type of events) document.addEventListener(type, restart);
    return () => {
      clearTimeout(timer);
      for (const type of events) document.removeEventListener(type, restart);
    };
  }, [isOpen]);
}

/** Goes on with what was typed on the document's keypad, in the frame in which the app's takes its place. */
function useEarlyGuess(maskedCode: string, { state, type, submit }: Guessing): void {
  const isClaimed = useRef(false);
  const take = useEffectEvent(() => {
    const early = takeEarlyGuess();
    if (!early) return;
    // What is there already does not appear again.
    for (const part of document.querySelectorAll<HTMLElement>('[data-guess-control]'))
      part.style.animation = 'none';
    const guess = normaliseGuess(early.guess, maskedCode);
    if (guess !== maskedCode) type(guess);
    isClaimed.current = early.isClaimed;
  });
  useLayoutEffect(() => take(), []);
  const send = useEffectEvent(submit);
  const isComplete = state.phase === 'editing' && hiddenPositions(state.guess).length === 0;
  useEffect(() => {
    if (!isClaimed.current || !isComplete) return;
    isClaimed.current = false;
    send();
  }, [isComplete]);
}

export function GuessOverlay(props: GuessProps<GuessedVoucher>): ReactElement {
  const { voucher, guessing, reason } = props;
  const { state, close, submit } = guessing;
  const headId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const typing = useRef<HTMLDivElement>(null);
  useAutoHide(state.phase === 'editing', close);
  const isBad =
    state.phase === 'wrong' ||
    state.phase === 'refused' ||
    (state.phase === 'editing' && state.problem !== undefined);

  const isChecking = state.phase === 'processing';

  useEarlyGuess(voucher.masked_code, guessing);
  useEffect(() => {
    if (isPhone()) panel.current?.focus({ preventScroll: true });
    typing.current?.scrollIntoView({ block: 'nearest' });
    return returnFocus;
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes it, as any dialog
    <div
      {...GUESS_CONTROL}
      ref={panel}
      className={cx(css['layer'], css['overlay'], 'no-ring', isBad && css['isBad'])}
      role="dialog"
      aria-labelledby={headId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div className={css['typing']} ref={typing}>
        <div className="split sm semi">
          <span
            id={headId}
            className={css['head']}
            role={isBad ? 'alert' : isChecking ? 'status' : undefined}
            aria-live={isBad ? undefined : 'polite'}
          >
            {headline(state, voucher)}
          </span>
          <IconButton label="Close" className={css['close']} onClick={close}>
            <Icon of={xIcon} size="md" />
          </IconButton>
        </div>
        <GuessField
          guessing={guessing}
          maskedCode={voucher.masked_code}
          onSubmit={reason === undefined ? submit : undefined}
        />
      </div>
      <ClaimButton {...props} className={css['claim']} />
      {reason && <p className="xs semi">{reason}</p>}
    </div>
  );
}
