import { act, type ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useKeepOpen } from './use-modal.ts';
import { Sheet } from './sheet.tsx';
import { click, one, render } from '../test-render.ts';

test('opens as a modal named by its title, and closes when its owner says so', () => {
  const sheet = (open: boolean) => (
    <Sheet open={open} onClose={() => undefined} title="Redeem Goodies">
      <p>Body</p>
    </Sheet>
  );
  const { container, rerender } = render(sheet(false));
  const dialog = one(container, 'dialog');
  expect(dialog.hasAttribute('open')).toBe(false);
  expect(container.textContent).toBe('');

  rerender(sheet(true));
  expect(dialog.hasAttribute('open')).toBe(true);
  const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '');
  expect(title?.textContent).toBe('Redeem Goodies');

  rerender(sheet(false));
  expect(dialog.hasAttribute('open')).toBe(false);
});

test('the close button, the scrim and Esc ask to close; a press inside does not', () => {
  const onClose = vi.fn();
  const { container } = render(
    <Sheet open onClose={onClose} title="Redeem Goodies">
      <p>Body</p>
    </Sheet>,
  );
  const dialog = one(container, 'dialog');
  click(one(container, 'p'));
  expect(onClose).not.toHaveBeenCalled();

  click(one(container, 'button[aria-label=Close]'));
  expect(onClose).toHaveBeenCalledTimes(1);
  click(dialog);
  expect(onClose).toHaveBeenCalledTimes(2);

  const cancel = new Event('cancel', { cancelable: true });
  act(() => {
    dialog.dispatchEvent(cancel);
  });
  expect(onClose).toHaveBeenCalledTimes(3);
  expect(cancel.defaultPrevented).toBe(true);
});

test('closed by the browser it asks its owner, and opens again where that keeps it', () => {
  const onClose = vi.fn<() => void>();
  const sheet = (open: boolean) => (
    <Sheet open={open} onClose={onClose} title="Withdraw">
      <p>Sending</p>
    </Sheet>
  );
  const { container, rerender } = render(sheet(true));
  const dialog = one(container, 'dialog') as HTMLDialogElement;
  act(() => dialog.close());
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(dialog.open).toBe(true);

  onClose.mockImplementation(() => rerender(sheet(false)));
  act(() => dialog.close());
  expect(dialog.open).toBe(false);
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['its first field', false, 'INPUT'],
  ['its title on a touch screen, where a keyboard would cover it', true, 'H2'],
])('an opened sheet focuses %s', (_what, hasTouch, focused) => {
  vi.stubGlobal('matchMedia', () => ({ matches: hasTouch }));
  render(
    <Sheet open onClose={() => undefined} title="Top up">
      <input aria-label="Amount" />
    </Sheet>,
  );
  expect(document.activeElement?.tagName).toBe(focused);
});

test('on a touch screen a field with keys of its own is focused, for whoever has a keyboard', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  render(
    <Sheet open onClose={() => undefined} title="Enter your PIN">
      <input aria-label="PIN" inputMode="none" />
    </Sheet>,
  );
  expect(document.activeElement?.tagName).toBe('INPUT');
});

function Sending({ isBusy }: { readonly isBusy: boolean }): ReactElement {
  useKeepOpen(isBusy);
  return <p>Sending</p>;
}

test('what is under way inside keeps it open, and a sheet that opens anew can be closed', () => {
  const onClose = vi.fn<() => void>();
  const sheet = (open: boolean, isBusy: boolean) => (
    <Sheet open={open} onClose={onClose} title="Withdraw">
      <Sending isBusy={isBusy} />
    </Sheet>
  );
  const { container, rerender } = render(sheet(true, true));
  const dialog = one(container, 'dialog') as HTMLDialogElement;
  click(one(container, 'button[aria-label=Close]'));
  click(dialog);
  act(() => dialog.close());
  expect(onClose).not.toHaveBeenCalled();
  expect(dialog.open).toBe(true);

  rerender(sheet(false, true));
  rerender(sheet(true, false));
  click(one(container, 'button[aria-label=Close]'));
  expect(onClose).toHaveBeenCalledTimes(1);
});
