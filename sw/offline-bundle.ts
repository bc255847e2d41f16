import type { OfflineBundle } from '../contract/document/offline-bundle.ts';

/**
 * The files of a bundle, by their path in its folder. Empty where it cannot be had: each file is then
 * fetched for itself.
 */
export async function readOfflineBundle(
  fetch: (address: string) => Promise<Response>,
  address: string,
): Promise<ReadonlyMap<string, Response>> {
  try {
    const bundle = (await (await fetch(address)).json()) as OfflineBundle;
    return new Map(
      Object.entries(bundle).map(([name, { text, headers }]) => [
        name,
        new Response(text, { headers }),
      ]),
    );
  } catch {
    return new Map();
  }
}
