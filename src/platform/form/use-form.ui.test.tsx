import { act, useState, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import type { Failure } from '../../../contract/result.ts';
import { click, one, render } from '../../ui/test-render.ts';
import { useForm, type FieldErrors } from './use-form.ts';

type Name = 'amount' | 'phone';
const FIELDS: readonly Name[] = ['amount', 'phone'];
const WRONG = { amount: 'More than the balance', phone: 'Enter a number' };

interface ProbeProps {
  readonly wrong?: FieldErrors<Name> | ((data: FormData) => FieldErrors<Name>);
  readonly failure?: Failure;
  readonly ofFields?: FieldErrors<Name>;
  readonly onSend?: () => Promise<'leaving' | undefined>;
}

function Probe({ wrong = {}, failure, ofFields = {}, onSend }: ProbeProps): ReactElement {
  const form = useForm<Name, { amount: string; phone: string }>({
    fields: FIELDS,
    state: useState({ amount: '', phone: '' }),
    wrong,
    send: () => onSend?.() ?? Promise.resolve(failure),
    errorsOf: () => ofFields,
  });
  const { ref, errors, failure: shown, isBusy, change, onSubmit } = form;
  return (
    <form ref={ref} onSubmit={onSubmit}>
      <input
        name="amount"
        onInput={({ currentTarget }) => change({ amount: currentTarget.value })}
      />
      <input data-field="phone" onInput={() => change({ phone: '' })} />
      <output role={shown && 'alert'}>
        {[...Object.values(errors), shown?.message].filter(Boolean).join()}
      </output>
      <button disabled={isBusy}>Send</button>
      <button type="button" onClick={form.release}>
        Back
      </button>
    </form>
  );
}

const said = (scope: HTMLElement): string | null => one(scope, 'output').textContent;
const send = (scope: HTMLElement): Promise<void> =>
  act(async () => (one(scope, 'form') as HTMLFormElement).requestSubmit());
const type = (scope: HTMLElement, field: Name): void =>
  act(() => {
    const event = new Event('input', { bubbles: true });
    one(scope, `[data-field="${field}"], [name="${field}"]`).dispatchEvent(event);
  });

test('nothing is wrong before the form is sent; then the first field at fault has the focus', async () => {
  const { container } = render(<Probe wrong={WRONG} />);
  expect(said(container)).toBe('');
  await send(container);
  expect(said(container)).toBe('More than the balance,Enter a number');
  expect(document.activeElement).toBe(one(container, '[name="amount"]'));
});

test('an error goes when its field changes, and leaves the others', async () => {
  const { container } = render(<Probe wrong={WRONG} />);
  await send(container);
  type(container, 'amount');
  expect(said(container)).toBe('Enter a number');
});

test('an error goes when what made it wrong does, without a touch', async () => {
  const { container, rerender } = render(<Probe wrong={WRONG} />);
  await send(container);
  rerender(<Probe wrong={{ phone: WRONG.phone }} />);
  expect(said(container)).toBe('Enter a number');
});

test('a refusal goes when its field changes', async () => {
  const failure: Failure = { code: 'validation_failed', message: 'Check the fields' };
  const ofFields = { phone: 'No such number' };
  const { container } = render(<Probe failure={failure} ofFields={ofFields} />);
  await send(container);
  expect(said(container)).toBe('No such number');
  expect(document.activeElement).toBe(one(container, '[data-field="phone"]'));
  type(container, 'phone');
  expect(said(container)).toBe('');
});

test('what the whole form failed of is brought in sight', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { container } = render(<Probe failure={{ code: 'network', message: 'Network error' }} />);
  await send(container);
  expect(scroll.mock.contexts).toEqual([one(container, '[role=alert]')]);
});

test('a failure of the whole goes with any change; one of the network when it is back', async () => {
  const back = (): void => act(() => void globalThis.dispatchEvent(new Event('online')));
  const refused = render(<Probe failure={{ code: 'forbidden', message: 'No' }} />).container;
  await send(refused);
  back();
  expect(said(refused)).toBe('No');
  type(refused, 'amount');
  expect(said(refused)).toBe('');
  const cut = render(<Probe failure={{ code: 'network', message: 'Network error' }} />).container;
  await send(cut);
  expect(said(cut)).toBe('Network error');
  back();
  expect(said(cut)).toBe('');
});

test('rules that read the inputs are asked when the form is sent', async () => {
  const wrong = (data: FormData): FieldErrors<Name> =>
    data.get('amount') === '' ? { amount: 'Enter an amount' } : {};
  const { container } = render(<Probe wrong={wrong} />);
  expect(said(container)).toBe('');
  await send(container);
  expect(said(container)).toBe('Enter an amount');
  expect(document.activeElement).toBe(one(container, '[name="amount"]'));
  type(container, 'amount');
  expect(said(container)).toBe('');
});

test('the form is sent once at a time, and stays busy where the page is left until the user is back', async () => {
  let answer: (how: 'leaving') => void = () => undefined;
  const onSend = vi.fn(() => new Promise<'leaving'>((resolve) => (answer = resolve)));
  const { container } = render(<Probe onSend={onSend} />);
  const button = one(container, 'button:not([type])') as HTMLButtonElement;
  await send(container);
  await send(container);
  expect(onSend).toHaveBeenCalledOnce();
  await act(async () => answer('leaving'));
  expect(button.disabled).toBe(true);
  click(one(container, 'button[type=button]'));
  expect(button.disabled).toBe(false);
});

test('an error of the network beside a field goes when the network is back', async () => {
  const failure: Failure = { code: 'network', message: 'Network error' };
  const { container } = render(<Probe failure={failure} ofFields={{ phone: 'Network error' }} />);
  await send(container);
  expect(said(container)).toBe('Network error');
  act(() => void globalThis.dispatchEvent(new Event('online')));
  expect(said(container)).toBe('');
});
