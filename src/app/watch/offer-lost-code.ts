import { TAB } from '../../../contract/storage-keys.ts';
import { onNetworkReturn } from '../../platform/connectivity.ts';
import { notify } from '../../platform/toast-store.ts';

/** Only where the browser remembers a module that failed its error names the file; others fetch it with the next try. */
const ADDRESS = /\w+:\/\/\S+$/;

declare global {
  interface Window {
    /** Of the document: loads it anew, once the server answers, for code that the app could not start without. */
    readonly loadAnew?: () => void;
    /** Of the document: the errors of what was lost before anybody listened. */
    readonly lost?: readonly unknown[];
  }
}

/**
 * Offers to load the page anew where code of a part of it was lost on the way, once it can be had: Chromium does not ask
 * for a module again that has failed. Before the app has started the document does so by itself.
 */
export function offerLostCode(): void {
  const lost = new Set<string>();
  let isOffered = false;
  const offer = async (): Promise<void> => {
    if (isOffered || lost.size === 0) return;
    const answers = [...lost].map(async (address) => (await fetch(address)).ok);
    const canBeHad = (await Promise.all(answers).catch(() => [false])).every(Boolean);
    if (isOffered || !canBeHad) return;
    isOffered = true;
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
