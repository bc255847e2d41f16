import { useEffect, useReducer, useRef, type RefObject } from 'react';

/**
 * Opens and closes a `<dialog>` as a modal with `open`. The platform keeps the focus inside and gives it
 * back, which needs the dialog to stay mounted. Browsers close it without asking when Esc, or the way back of
 * Android, comes twice: it opens again where its owner leaves `open` as it is.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const [, countClosing] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const element = dialog.current;
    element?.addEventListener('close', countClosing);
    return () => element?.removeEventListener('close', countClosing);
  }, []);
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  });
  return dialog;
}
