import type { BundledFile, OfflineBundle } from '../contract/document/offline-bundle.ts';

const contentOf = (file: BundledFile): BodyInit =>
  'text' in file
    ? file.text
    : Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));

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
      Object.entries(bundle).map(([name, file]) => [
        name,
        new Response(contentOf(file), { headers: file.headers }),
      ]),
    );
  } catch {
    return new Map();
  }
}
