import { TAB } from '../../../contract/storage-keys.ts';
import { onNetworkReturn } from '../../platform/connectivity.ts';
import { notify } from '../../platform/toast-store.ts';

/** The end of an error that names the file; engines whose errors do not, fetch it with the next try. */
const ADDRESS = /\w+:\/\/\S+$/;

declare global {
  interface Window {
    /** Of the document: loads it anew, once the server answers, for code that the app could not start without. */
    readonly loadAnew?: () => void;
    /** Of the document: the errors of what was lost before anybody listened. */
    readonly lost?: readonly unknown[];
  }
}

/** Whether a file that was lost is here by now, or comes with the next try. */
const isFound = async (address: string): Promise<boolean> =>
  address.endsWith('.css')
    ? document.querySelector(`link[href="${address}"]`) !== null
    : import(/* @vite-ignore */ address).then(
        () => true,
        () => false,
      );

/**
 * Offers to load the page anew where code of a part of it was lost on the way and the server has it, but the engine does
 * not ask again for a module that failed. Before the app has started the document does so by itself.
 */
export function offerLostCode(): void {
  const lost = new Set<string>();
  /** It is being looked at, or was offered. */
  let isUnderWay = false;
  const offer = async (): Promise<void> => {
    if (isUnderWay || lost.size === 0) return;
    isUnderWay = true;
    const looks = [...lost].map(async (address) => {
      const { ok } = await fetch(address);
      if (ok && (await isFound(address))) lost.delete(address);
      return ok;
    });
    const canBeHad = (await Promise.all(looks).catch(() => [false])).every(Boolean);
    isUnderWay = canBeHad && lost.size > 0;
    if (!isUnderWay) return;
    notify('Part of this page is missing', {
      durationMs: 0,
      action: { label: 'Reload', onSelect: () => location.reload() },
    });
  };
  const note = (error: unknown): void => {
    const [address] = ADDRESS.exec(String(error)) ?? [];
    if (address === undefined) return;
    lost.add(address);
    void offer();
  };
  addEventListener('vite:preloadError', ({ payload }) => note(payload));
  for (const error of window.lost ?? []) note(error);
  onNetworkReturn(() => void offer());
  try {
    // The document counts how often it was loaded anew; this start has all that it needs.
    sessionStorage.removeItem(TAB.lostCode);
  } catch {
    // Where nothing may be stored there is no count, either.
  }
}
