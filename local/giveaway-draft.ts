import { delMany, getMany, set, update } from 'idb-keyval';

import { KEYS } from '../contract/storage-keys.ts';

export interface DraftCover {
  readonly file: File;
  readonly poster?: File | undefined;
}

export interface GiveawayDraft {
  /** The reader must check whether it still fits the form. */
  readonly form: unknown;
  readonly cover: DraftCover | undefined;
}

export async function readGiveawayDraft(): Promise<GiveawayDraft | undefined> {
  try {
    const [form, cover] = await getMany<unknown>([KEYS.giveawayDraft, KEYS.giveawayDraftCover]);
    if (form === undefined && cover === undefined) return undefined;
    return { form, cover: cover as DraftCover | undefined };
  } catch {
    return undefined;
  }
}

/** A full device only loses the draft. */
const unlessFull = (writing: Promise<void>): Promise<void> => writing.catch(() => undefined);

/** Fields that `form` omits stay, because another tab may have written them. */
export const writeDraftForm = (form: object): Promise<void> =>
  unlessFull(update<object>(KEYS.giveawayDraft, (left) => ({ ...left, ...form })));

export const writeDraftCover = (cover: DraftCover | undefined): Promise<void> =>
  unlessFull(set(KEYS.giveawayDraftCover, cover));

export const clearGiveawayDraft = (): Promise<void> =>
  unlessFull(delMany([KEYS.giveawayDraft, KEYS.giveawayDraftCover]));
