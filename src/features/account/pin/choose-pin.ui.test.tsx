import { act } from 'react';
import { expect, test, vi } from 'vitest';

import type { SetPinBody } from '../../../../contract/accounts.ts';
import { buttonNamed, click, one, render, settle, type } from '../../../ui/test-render.ts';
import { ChoosePin, nextChoice, refusedChoice } from './choose-pin.tsx';

const sent: SetPinBody[] = [];
let answer: object;
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (worker: object) => unknown) => {
    ask({ setPin: (body: SetPinBody) => sent.push(body) });
    return answer;
  },
}));

const FIRST = {
  proof: 'password',
  isUsed: false,
  onChosen: () => undefined,
  onForgotten: () => undefined,
} as const;
const field = (container: HTMLElement) => one(container, 'input') as HTMLInputElement;
const label = (container: HTMLElement): string | null => one(container, 'label').textContent;

test('the PIN is typed twice, and then the password, which a password manager tells apart', async () => {
  answer = { ok: true, value: 'Your PIN is set' };
  const onChosen = vi.fn<(pin: string) => void>();
  const { container } = render(<ChoosePin {...FIRST} onChosen={onChosen} />);
  for (const asked of ['New PIN', 'New PIN once more']) {
    expect(label(container)).toBe(asked);
    expect(field(container).autocomplete).toBe('one-time-code');
    expect(document.activeElement).toBe(field(container));
    type(field(container), '246810');
  }
  expect(label(container)).toBe('Your password');
  expect(field(container).autocomplete).toBe('current-password');
  type(field(container), 'a-good-password');
  click(buttonNamed(container, 'Set PIN'));
  await settle();
  expect(sent.splice(0)).toEqual([{ pin: '246810', password: 'a-good-password' }]);
  expect(onChosen).toHaveBeenCalledWith('246810');
});

test('the whole pad is brought on the screen, however large the text above it is', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { container } = render(<ChoosePin {...FIRST} />);
  expect(scroll.mock.contexts).toEqual([
    expect.objectContaining({ className: one(container, '[role=group]').parentElement?.className }),
  ]);
  scroll.mockRestore();
});

test.each([
  ['with a space', '246 810'],
  ['in Arabic digits', '٢٤٦٨١٠'],
  ['out of a message', 'PIN: 246-810.'],
])('a PIN pasted %s has its six digits', (_, pasted) => {
  const { container } = render(<ChoosePin {...FIRST} />);
  const { maxLength } = field(container);
  // As a browser pastes: cut to the longest that the field takes.
  type(field(container), maxLength < 0 ? pasted : pasted.slice(0, maxLength));
  expect(label(container)).toBe('New PIN once more');
});

test('the keys type and delete as a keyboard does', () => {
  const { container } = render(<ChoosePin {...FIRST} />);
  for (const key of ['2', '4', '5']) click(buttonNamed(container, key));
  click(one(container, '[aria-label="Delete the last digit"]'));
  expect(field(container).value).toBe('24');
  // Hidden keys would hide it, too.
  expect(one(container, '[role=status]:not([role=group] *)').textContent).toBe('2 of 6 digits');
});

test('who has a PIN is asked for it and not for the password, and may have forgotten it', async () => {
  answer = { ok: false, error: { code: 'pin_wrong', message: 'This PIN is not right' } };
  const onForgotten = vi.fn<() => void>();
  const { container } = render(<ChoosePin {...FIRST} proof="old-pin" onForgotten={onForgotten} />);
  expect(label(container)).toBe('Your PIN now');
  click(buttonNamed(container, 'Forgotten?'));
  expect(onForgotten).toHaveBeenCalledOnce();
  for (const typed of ['135792', '246810', '246810']) {
    await act(async () => type(field(container), typed));
  }
  expect(sent.splice(0)).toEqual([{ pin: '246810', old_pin: '135792' }]);
  await settle();
  expect(label(container)).toBe('Your PIN now');
  expect(one(container, '[role=alert]').textContent).toBe('This PIN is not right');
  expect(document.activeElement).toBe(field(container));
});

const choice = { step: 'pin', oldPin: '', pin: '' } as const;

test('a PIN that is easy to guess, or is another one the second time, is asked for again', () => {
  expect(nextChoice(choice, '111111', 'password')).toEqual({
    ...choice,
    error: 'Choose a PIN that is harder to guess',
  });
  const again = { ...choice, step: 'again', pin: '246810' } as const;
  expect(nextChoice(again, '246811', 'link')).toEqual({
    ...choice,
    error: 'The two PINs are not the same',
  });
  expect(nextChoice(again, '246810', 'link')).toMatchObject({ step: 'proof', pin: '246810' });
  expect(nextChoice(again, '246810', 'old-pin')).toBe('send');
});

test('a refusal leads back to what was wrong', () => {
  const said = { ...choice, step: 'again', oldPin: '135792', pin: '246810' } as const;
  const refused = (code: 'pin_wrong' | 'pin_too_simple' | 'offline') =>
    refusedChoice(said, { code, message: 'no' });
  expect(refused('pin_wrong')).toEqual({ ...said, step: 'oldPin', oldPin: '', error: 'no' });
  expect(refused('pin_too_simple')).toEqual({ ...said, step: 'pin', pin: '', error: 'no' });
  expect(refused('offline')).toEqual({ ...said, error: 'no' });
  expect(refusedChoice({ ...said, step: 'proof' }, { code: 'offline', message: 'no' })).toBe(
    undefined,
  );
});
