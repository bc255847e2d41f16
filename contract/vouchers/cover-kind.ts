export type CoverKind =
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/avif'
  | 'video/mp4'
  | 'video/webm';

/** A number compares faster than text, and a file may have millions of boxes. */
export const boxType = (name: string): number =>
  Array.from(name).reduce((type, letter) => type * 256 + letter.charCodeAt(0), 0);

/** ISO/IEC 14496-12 sample entries that browsers can show. */
const MP4_CODECS = ['avc1', 'avc3', 'hvc1', 'hev1', 'vp08', 'vp09', 'av01', 'mp4v'];
const MP4_CONTAINERS = ['moov', 'trak', 'mdia', 'minf', 'stbl'].map(boxType);
const SAMPLE_DESCRIPTION = boxType('stsd');
const MEDIA_DATA = boxType('mdat');
const HEAD_BYTES = 8;

/** EBML (RFC 8794) and Matroska (RFC 9559). */
const WEBM = { head: 0x1a45dfa3, segment: 0x18538067, cluster: 0x1f43b675, tracks: 0x1654ae6b };
const WEBM_TRACK = 0xae;
const WEBM_TRACK_TYPE = 0x83;
const WEBM_VIDEO = 1;
const WEBM_CONTAINERS = [WEBM.segment, WEBM.cluster, WEBM.tracks, WEBM_TRACK];

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

export interface FilePart {
  readonly at: number;
  readonly bodyAt: number;
  readonly end: number;
}

export function* boxesOf(
  bytes: Uint8Array,
  containers = MP4_CONTAINERS,
): Generator<FilePart & { readonly type: number }> {
  const view = viewOf(bytes);
  for (let at = 0; at + HEAD_BYTES <= bytes.length;) {
    const size = view.getUint32(at);
    const type = view.getUint32(at + 4);
    const isLong = size === 1 && at + 2 * HEAD_BYTES <= bytes.length;
    const bodyAt = at + (isLong ? 2 : 1) * HEAD_BYTES;
    const wanted = isLong ? Number(view.getBigUint64(at + HEAD_BYTES)) : size;
    const end = size === 0 ? bytes.length : Math.max(bodyAt, at + wanted);
    yield { type, at, bodyAt, end };
    at = containers.includes(type) ? bodyAt : end;
  }
}

function readNumber(bytes: Uint8Array, at: number, keepsMarker: boolean) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return undefined;
  const marker = 0x80 >> (length - 1);
  let value = keepsMarker ? first : first & ~marker;
  let isUnknown = (first & (marker - 1)) === marker - 1;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, length, isUnknown };
}

export function* elementsOf(
  bytes: Uint8Array,
  containers = WEBM_CONTAINERS,
): Generator<FilePart & { readonly id: number }> {
  for (let at = 0; at < bytes.length;) {
    const id = readNumber(bytes, at, true);
    const size = id && readNumber(bytes, at + id.length, false);
    const mayBeOpen = id?.value === WEBM.segment || id?.value === WEBM.cluster;
    if (!size || (size.isUnknown && !mayBeOpen)) return;
    const bodyAt = at + id.length + size.length;
    const isOpen = size.isUnknown || containers.includes(id.value);
    yield { id: id.value, at, bodyAt, end: size.isUnknown ? bodyAt : bodyAt + size.value };
    at = isOpen ? bodyAt : bodyAt + size.value;
  }
}

function isMp4Shown(bytes: Uint8Array): boolean {
  let isShown = false;
  let hasData = false;
  for (const { type, bodyAt, end } of boxesOf(bytes)) {
    const isNeeded = type === MEDIA_DATA || MP4_CONTAINERS.includes(type);
    // Some phones append garbage after the last box.
    if (isNeeded && end > bytes.length) return false;
    hasData ||= type === MEDIA_DATA;
    if (type === SAMPLE_DESCRIPTION) isShown ||= MP4_CODECS.includes(textAt(bytes, bodyAt + 12, 4));
  }
  return isShown && hasData;
}

function isWebmShown(bytes: Uint8Array): boolean {
  let isShown = false;
  let last = 0;
  for (const { id, bodyAt, end } of elementsOf(bytes)) {
    if (id === WEBM_TRACK_TYPE) isShown ||= bytes[end - 1] === WEBM_VIDEO;
    last = Math.max(last, bodyAt, end);
  }
  return isShown && last === bytes.length;
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

export function claimedKindOf(bytes: Uint8Array): CoverKind | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'image/webp';
  if (startsWith(bytes, [0x1a, 0x45, 0xdf, 0xa3]))
    return textAt(bytes, 0, 64).includes('webm') ? 'video/webm' : undefined;
  if (textAt(bytes, 4, 4) !== 'ftyp') return undefined;
  const brands = textAt(bytes, 8, Math.min(64, viewOf(bytes).getUint32(0)) - 8);
  if (/avi[fs]/.test(brands)) return 'image/avif';
  return /^(?:mif1|msf1|hei|hev|M4[ABP])/.test(brands) ? undefined : 'video/mp4';
}

/** Returns undefined for an incomplete or unknown file. */
export function coverKindOf(bytes: Uint8Array): CoverKind | undefined {
  const kind = claimedKindOf(bytes);
  if (kind === 'video/mp4') return isMp4Shown(bytes) ? kind : undefined;
  if (kind === 'video/webm') return isWebmShown(bytes) ? kind : undefined;
  return kind;
}
