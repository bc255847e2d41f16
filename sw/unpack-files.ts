import { PACK_LENGTH_BYTES, type PackedFile } from '../contract/app-pack.ts';

export interface UnpackedFile extends PackedFile {
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Takes a pack of the app's files apart.
 * @throws Error when it is cut short or is no pack
 */
export function unpackFiles(pack: ArrayBuffer): UnpackedFile[] {
  let at = PACK_LENGTH_BYTES;
  const take = (bytes: number): Uint8Array<ArrayBuffer> => {
    // Throws when the pack ends before that.
    const taken = new Uint8Array(pack, at, bytes);
    at += bytes;
    return taken;
  };
  const listing = new TextDecoder().decode(take(new DataView(pack).getUint32(0)));
  const files = (JSON.parse(listing) as PackedFile[]).map((file) => ({
    ...file,
    body: take(file.bytes),
  }));
  if (at !== pack.byteLength)
    throw new Error(`A pack of ${pack.byteLength} bytes that lists ${at}`);
  return files;
}
