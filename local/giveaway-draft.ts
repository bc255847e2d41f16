import { delMany, getMany, set, update } from 'idb-keyval';

import { KEYS } from '../contract/storage-keys.ts';

/** A picture or video ready to be sent, and a picture of a video. */
export interface DraftCover {
  readonly file: File;
  readonly poster?: File | undefined;
}

/** A giveaway as it was left. Small keys, so signing out takes them away. */
export interface GiveawayDraft {
  /** What stood in the form, and what was made of it; its reader judges whether it still fits. */
  readonly form: unknown;
  readonly cover: DraftCover | undefined;
}

/** @returns undefined when nothing was left, or the device gives nothing back */
export async function readGiveawayDraft(): Promise<GiveawayDraft | undefined> {
  try {
    const [form, cover] = await getMany<unknown>([KEYS.giveawayDraft, KEYS.giveawayDraftCover]);
    if (form === undefined && cover === undefined) return undefined;
    return { form, cover: cover as DraftCover | undefined };
  } catch {
    return undefined;
  }
}

/** A device that takes nothing more only costs the draft. */
const unlessFull = (writing: Promise<void>): Promise<void> => writing.catch(() => undefined);

/** Writes over what is left of a draft; what `form` does not name stays, as what another tab has made of it. */
export const writeDraftForm = (form: object): Promise<void> =>
  unlessFull(update<object>(KEYS.giveawayDraft, (left) => ({ ...left, ...form })));

export const writeDraftCover = (cover: DraftCover | undefined): Promise<void> =>
  unlessFull(set(KEYS.giveawayDraftCover, cover));

export const clearGiveawayDraft = (): Promise<void> =>
  unlessFull(delMany([KEYS.giveawayDraft, KEYS.giveawayDraftCover]));
