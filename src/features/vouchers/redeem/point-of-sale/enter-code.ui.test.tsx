import { act } from 'react';
import { expect, test, vi } from 'vitest';

import { one, render } from '../../../../ui/test-render.ts';
import { EnterCode } from './enter-code.tsx';

vi.mock('../use-scan.tsx', () => ({ useScan: () => ({ scan: () => undefined, notice: null }) }));

const CODE = '4471902886130';
const NO_PAYMENT = 'This is not a payment voucher.';

function open(isNext = false) {
  const { container } = render(<EnterCode isNext={isNext} onCode={() => undefined} />);
  const field = one(container, 'input') as HTMLInputElement;
  /** As a browser does it: the text is set, the caret stands behind what was typed. */
  const change = (value: string, caret: number): void =>
    act(() => {
      field.focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
      field.setSelectionRange(caret, caret);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const paste = (text: string): boolean => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    act(() => {
      field.dispatchEvent(event);
    });
    return event.defaultPrevented;
  };
  return { container, field, change, paste };
}

test('a digit is corrected in the middle, and the caret stays there', () => {
  const { field, change } = open();
  change(CODE, CODE.length);
  expect([field.value, field.selectionStart]).toEqual(['4471 9028 86130', 15]);
  change('4471 028 86130', 5);
  expect([field.value, field.selectionStart]).toEqual(['4471 0288 6130', 4]);
  change('44715 0288 6130', 5);
  expect([field.value, field.selectionStart]).toEqual(['4471 5028 86130', 6]);
});

test('what is no digit drops out and moves nothing', () => {
  const { field, change } = open();
  change('44719028', 8);
  change('44x71 9028', 3);
  expect([field.value, field.selectionStart]).toEqual(['4471 9028', 2]);
});

test.each([
  ['a code', CODE],
  ['a link', `https://goodies.test/v/${CODE}`],
  ['a printed code in a sentence', 'Code: 4471 9028 86130, thank you'],
])('%s that is pasted is typed', (_what, text) => {
  const { field, paste } = open();
  expect(paste(text)).toBe(true);
  expect(field.value).toBe('4471 9028 86130');
});

test('a giveaway that is pasted is said to be none, and its digits are not typed', () => {
  const { container, field, paste } = open();
  paste('https://goodies.test/v/01ARZ3NDEKTSV4RRFFQ69G5FAV');
  expect(field.value).toBe('');
  expect(one(container, '[role=alert]').textContent).toContain(NO_PAYMENT);
});

test('part of a code is pasted where the caret is', () => {
  const { field, change, paste } = open();
  change('4471', 2);
  paste('55 66');
  expect([field.value, field.selectionStart]).toEqual(['4455 6671', 7]);
});

test('the field has the focus after another voucher, not when the till opens', () => {
  const next = open(true);
  expect(document.activeElement).toBe(next.field);
  const { field } = open();
  expect(document.activeElement).not.toBe(field);
});
