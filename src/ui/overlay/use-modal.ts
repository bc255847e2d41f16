import { useEffect, useRef, type RefObject } from 'react';

/**
 * Opens and closes a `<dialog>` as a modal with `open`. The platform keeps the focus inside and gives it
 * back, which needs the dialog to stay mounted.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return dialog;
}
