import { expect, test, vi } from 'vitest';

import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { buttonNamed, click, render } from '../../../ui/test-render.ts';
import { GuessTray } from './guess-tray.tsx';
import type { Guessing } from './guess.machine.ts';

const voucher = sampleVoucher({ masked_code: '4820517*369*5', masked_digits: 2 });
const TRIES = ['4820517936945', '4820517936915', '4820517136935'];

function show(guess: string) {
  const type = vi.fn<Guessing['type']>();
  const nothing = (): void => undefined;
  const guessing: Guessing = {
    state: { phase: 'editing', guess, problem: undefined, isSkipping: false },
    tries: TRIES,
    open: nothing,
    claim: nothing,
    openToSkip: nothing,
    close: nothing,
    submit: nothing,
    type,
  };
  const { container } = render(
    <GuessTray voucher={voucher} guessing={guessing} reason={undefined} />,
  );
  const described = [...container.querySelectorAll('button')].filter((key) => {
    const id = key.getAttribute('aria-describedby');
    return id !== null && document.getElementById(id)?.textContent === 'Tried before';
  });
  return { container, type, tried: described.map(({ textContent }) => textContent) };
}

test('after the first digit the keys that were tried with it are said to be so, and still type', () => {
  const { container, type, tried } = show('48205179369*5');
  expect(tried).toEqual(['1', '4']);
  click(buttonNamed(container, '4'));
  expect(type).toHaveBeenCalledWith('4820517936945');
});

test('before it none are', () => {
  expect(show('4820517*369*5').tried).toEqual([]);
});
