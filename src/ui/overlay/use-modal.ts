import { useEffect, useReducer, useRef, type RefObject, createContext, use } from 'react';

/** The topmost dialog is last. */
let openModals: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function setModal(element: HTMLDialogElement, isOpen: boolean): void {
  const others = openModals.filter((other) => other !== element);
  openModals = isOpen ? [...others, element] : others;
  for (const listener of listeners) listener();
}

export function subscribeToModals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topmost dialog; everything outside of it is inert. */
export const topModal = (): HTMLDialogElement | undefined => openModals.at(-1);

/** Opens a `<dialog>`, and reopens it when the browser closes it, as on a second Esc. */
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

/** Tells the surrounding sheet not to close. */
export const KeepOpen = createContext<(isBusy: boolean) => void>(() => undefined);

/** While `isBusy` the surrounding sheet stays open, so that the user sees the result. */
export function useKeepOpen(isBusy: boolean): void {
  const keepOpen = use(KeepOpen);
  useEffect(() => {
    keepOpen(isBusy);
    return () => keepOpen(false);
  }, [isBusy, keepOpen]);
}
