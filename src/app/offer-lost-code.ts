import { TAB } from '../../contract/storage-keys.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { tab, writeKey } from '../platform/storage/small-keys.ts';
import { notify } from '../platform/toast-store.ts';

/** Some engines do not name the file; those fetch it again with the next try. */
const ADDRESS = /\w+:\/\/\S+$/;

declare global {
  interface Window {
    readonly loadAnew?: () => void;
    readonly lost?: readonly unknown[];
  }
}

const isFound = async (address: string): Promise<boolean> =>
  address.endsWith('.css')
    ? document.querySelector(`link[href="${address}"]`) !== null
    : import(/* @vite-ignore */ address).then(
        () => true,
        () => false,
      );

/** Offers a reload for a lost module, because some engines do not request it again. */
export function offerLostCode(): void {
  const lost = new Set<string>();
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
  // A successful start resets the reload counter of the document.
  writeKey(TAB.lostCode, undefined, tab);
}
