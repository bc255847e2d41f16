import { act, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import type { Failure } from '../../../contract/result.ts';
import { click, one, render } from '../../ui/test-render.ts';
import { useFormErrors, type FieldErrors } from './use-form-errors.ts';

type Name = 'amount' | 'phone';
const FIELDS: readonly Name[] = ['amount', 'phone'];
const WRONG = { amount: 'More than the balance', phone: 'Enter a number' };

interface ProbeProps {
  readonly wrong?: FieldErrors<Name>;
  readonly failure?: Failure;
  readonly ofFields?: FieldErrors<Name>;
}

function Probe({ wrong = {}, failure, ofFields }: ProbeProps): ReactElement {
  const { ref, errors, failure: shown, edit, check, refuse } = useFormErrors(FIELDS, wrong);
  return (
    <form ref={ref}>
      <input data-field="amount" onInput={() => edit('amount')} />
      <input data-field="phone" onInput={() => edit('phone')} />
      <output role={shown && 'alert'}>
        {[...Object.values(errors), shown?.message].filter(Boolean).join()}
      </output>
      <button type="button" onClick={() => (failure ? refuse(failure, ofFields) : check())}>
        Send
      </button>
    </form>
  );
}

const said = (scope: HTMLElement): string | null => one(scope, 'output').textContent;
const send = (scope: HTMLElement): void => click(one(scope, 'button'));
const type = (scope: HTMLElement, field: Name): void =>
  act(() => {
    const event = new Event('input', { bubbles: true });
    one(scope, `[data-field="${field}"]`).dispatchEvent(event);
  });

test('nothing is wrong before the form is sent; then the first field at fault has the focus', () => {
  const { container } = render(<Probe wrong={WRONG} />);
  expect(said(container)).toBe('');
  send(container);
  expect(said(container)).toBe('More than the balance,Enter a number');
  expect(document.activeElement).toBe(one(container, '[data-field="amount"]'));
});

test('an error goes when its field changes, and leaves the others', () => {
  const { container } = render(<Probe wrong={WRONG} />);
  send(container);
  type(container, 'amount');
  expect(said(container)).toBe('Enter a number');
});

test('an error goes when what made it wrong does, without a touch', () => {
  const { container, rerender } = render(<Probe wrong={WRONG} />);
  send(container);
  rerender(<Probe wrong={{ phone: WRONG.phone }} />);
  expect(said(container)).toBe('Enter a number');
});

test('a refusal goes when its field changes', () => {
  const failure: Failure = { code: 'validation_failed', message: 'Check the fields' };
  const ofFields = { phone: 'No such number' };
  const { container } = render(<Probe failure={failure} ofFields={ofFields} />);
  send(container);
  expect(said(container)).toBe('No such number');
  expect(document.activeElement).toBe(one(container, '[data-field="phone"]'));
  type(container, 'phone');
  expect(said(container)).toBe('');
});

test('what the whole form failed of is brought in sight', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { container } = render(<Probe failure={{ code: 'network', message: 'Network error' }} />);
  send(container);
  expect(scroll.mock.contexts).toEqual([one(container, '[role=alert]')]);
});

test('a failure of the whole goes with any change; one of the network when it is back', () => {
  const back = (): void => act(() => void globalThis.dispatchEvent(new Event('online')));
  const refused = render(<Probe failure={{ code: 'forbidden', message: 'No' }} />).container;
  send(refused);
  back();
  expect(said(refused)).toBe('No');
  type(refused, 'amount');
  expect(said(refused)).toBe('');
  const cut = render(<Probe failure={{ code: 'network', message: 'Network error' }} />).container;
  send(cut);
  expect(said(cut)).toBe('Network error');
  back();
  expect(said(cut)).toBe('');
});
