import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { ok, type Result } from '../../../../contract/result.ts';
import { choosePin, closePin, withPin } from '../../../shared/accounts/pin/with-pin.ts';
import { AppRouter, navigate } from '../../../platform/routing/router.tsx';
import { buttonNamed, one, render, settle, type } from '../../../ui/test-render.ts';
import { PinSheet } from './pin-sheet.tsx';

let hasPassword: boolean;
let hasPin: boolean | undefined;
let passkeys: readonly object[] | undefined;
let setPin: (() => Promise<Result<string>>) | undefined;
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({
    phase: 'ready',
    data: {
      user: { user: { has_password: hasPassword, has_pin: hasPin } },
      account: { passkeys },
    },
  }),
}));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (worker: object) => unknown) =>
    setPin && call({ setPin, refreshUser: () => undefined, refreshAccount: () => undefined }),
}));

afterEach(async () => {
  await act(async () => closePin());
  hasPin = undefined;
  passkeys = undefined;
  setPin = undefined;
  vi.unstubAllGlobals();
});

test('who has no password is led to Google, or to where a password is chosen', async () => {
  hasPassword = false;
  const { container } = render(<PinSheet />);
  await act(async () => void choosePin('You need one to withdraw.'));
  expect(container.querySelector('input')).toBeNull();
  expect(container.textContent).toContain('You need one to withdraw. First Google confirms');
  expect(buttonNamed(container, /Confirm with Google/).disabled).toBe(false);
  const way = one(container, 'a');
  expect([way.textContent, way.getAttribute('href')]).toEqual([
    'Choose a password instead',
    '/profile/security',
  ]);
  await act(async () => way.click());
  expect(location.pathname).toBe('/profile/security');
  expect(container.querySelector('a')).toBeNull();
});

test('who has a passkey signs with it, and is not sent to Google', async () => {
  [hasPassword, passkeys] = [false, [{ id: 1 }]];
  const { container } = render(<PinSheet />);
  await act(async () => void choosePin());
  expect(one(container, 'label').textContent).toBe('New PIN');
  expect(container.textContent).toContain('Your device asks for your fingerprint or face');
  expect(container.textContent).not.toContain('Google');
});

test('a native wrapper, where Google signs nobody in, asks for a password first', async () => {
  hasPassword = false;
  vi.stubGlobal('GoodiesNative', { version: 1 });
  const { container } = render(<PinSheet />);
  await act(async () => void choosePin());
  expect(container.textContent).not.toContain('Confirm with Google');
  expect(one(container, 'a').getAttribute('href')).toBe('/profile/security');
});

test('who has one chooses a PIN first, and reads why', async () => {
  hasPassword = true;
  const { container } = render(<PinSheet />);
  await act(async () => void choosePin('You need one to withdraw.'));
  expect(one(container, 'label').textContent).toBe('New PIN');
  expect(container.textContent).toContain('You need one to withdraw.');
});

test('the PIN that was just chosen is not asked for again while what it was chosen for is under way', async () => {
  [hasPassword, hasPin] = [true, false];
  setPin = async () => {
    // The device knows of the PIN before the answer is back.
    hasPin = true;
    return ok('Your PIN is set');
  };
  let pay = (): void => undefined;
  const paid = new Promise<void>((resolve) => {
    pay = resolve;
  });
  const { container } = render(<PinSheet />);
  void withPin('Withdraw ₦500', async (proof) => {
    if (!proof) return refusal('pin_needed');
    await paid;
    return ok('');
  });
  await settle();
  for (const label of ['New PIN', 'New PIN once more']) {
    expect(one(container, 'label').textContent).toBe(label);
    await act(async () => type(one(container, 'input') as HTMLInputElement, '135792'));
  }
  await act(async () => type(one(container, 'input') as HTMLInputElement, 'secret'));
  await act(async () =>
    one(container, 'form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );
  await settle();
  expect(one(container, 'h2').textContent).toBe('Choose your PIN');
  expect(one(container, 'label').textContent).toBe('Your password');
  pay();
  await settle();
  expect(container.querySelector('label')).toBeNull();
});

const refusal = (code: 'pin_needed' | 'pin_required' | 'pin_wrong' | 'pin_locked', details = {}) =>
  ({ ok: false, error: { code, message: `Says ${code}`, details } }) as const;

test('six digits are sent as they are there; a wrong PIN is said and asked for again', async () => {
  hasPassword = true;
  const until = new Date(2026, 10, 29, 14, 5).toISOString();
  const answers = [
    refusal('pin_required'),
    refusal('pin_wrong'),
    refusal('pin_wrong'),
    refusal('pin_locked', { locked_until: until }),
  ];
  const pay = vi.fn(async (_proof?: object) => answers[pay.mock.calls.length - 1] ?? answers[0]);
  const { container } = render(<PinSheet />);
  void withPin('Send ₦3,000 to @ada', async (proof) => (await pay(proof)) ?? refusal('pin_wrong'));
  await settle();
  // What is paid to whom is read with the field, whose digits nobody sees.
  const asked = one(container, 'input') as HTMLInputElement;
  const [saying] = (asked.getAttribute('aria-describedby') ?? '').split(' ');
  expect(document.getElementById(saying ?? '')?.textContent).toBe('Send ₦3,000 to @ada');
  expect(asked.type).toBe('password');
  expect(container.querySelector('[role=alert]')).toBeNull();
  for (const tries of [1, 2]) {
    const field = one(container, 'input') as HTMLInputElement;
    await act(async () => type(field, '13579'));
    expect(pay).toHaveBeenCalledTimes(tries);
    await act(async () => type(field, '135792'));
    await settle();
    expect(pay).toHaveBeenLastCalledWith({ pin: '135792' });
    expect(one(container, '[role=alert]').textContent).toBe('Says pin_wrong');
    const anew = one(container, 'input') as HTMLInputElement;
    expect([document.activeElement, anew.value]).toEqual([anew, '']);
  }
  await act(async () => type(one(container, 'input') as HTMLInputElement, '135792'));
  await settle();
  expect(container.querySelector('input')).toBeNull();
  expect(container.textContent).toContain('You can try again at 14:05.');
});

test('the step back from what asked for the PIN takes the question along, and nothing is paid', async () => {
  hasPassword = true;
  history.replaceState(null, '', '/bills');
  const { container } = render(
    <AppRouter path="/bills">
      <PinSheet />
    </AppRouter>,
  );
  const refused = {
    ok: false,
    error: { code: 'pin_required', message: 'Enter your PIN' },
  } as const;
  const pay = vi.fn(async () => refused);
  const outcome = withPin('Pay ₦500', pay);
  await settle();
  expect(container.querySelectorAll('input')).toHaveLength(1);
  await act(async () => navigate('/'));
  expect(container.querySelector('input')).toBeNull();
  expect(await outcome).toBe(refused);
  expect(pay).toHaveBeenCalledOnce();
});
