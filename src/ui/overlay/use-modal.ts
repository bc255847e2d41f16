import { useEffect, useReducer, useRef, type RefObject, createContext, use } from 'react';

/** Open dialogs, the uppermost last. */
let openModals: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

/** Puts an opened dialog above the others, or takes a closed one away. */
function setModal(element: HTMLDialogElement, isOpen: boolean): void {
  const others = openModals.filter((other) => other !== element);
  openModals = isOpen ? [...others, element] : others;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. */
export function subscribeToModals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The dialog that takes all taps now: whatever is outside of it is inert, also in the top layer. */
export const topModal = (): HTMLDialogElement | undefined => openModals.at(-1);

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
    if (!element) return undefined;
    const onClose = (): void => {
      if (!element.open) setModal(element, false);
      countClosing();
    };
    element.addEventListener('close', onClose);
    return () => {
      element.removeEventListener('close', onClose);
      setModal(element, false);
    };
  }, []);
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) element.showModal();
    else element.close();
    setModal(element, open);
  });
  return dialog;
}

/** Tells the sheet around it whether it is to stay. */
export const KeepOpen = createContext<(isBusy: boolean) => void>(() => undefined);

/** While `isBusy` nobody can close the sheet around the caller: what is on its way has an answer that has to be seen. */
export function useKeepOpen(isBusy: boolean): void {
  const keepOpen = use(KeepOpen);
  useEffect(() => {
    keepOpen(isBusy);
    return () => keepOpen(false);
  }, [isBusy, keepOpen]);
}
