import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';

import {
  clearGiveawayDraft,
  readGiveawayDraft,
  writeDraftCover,
  writeDraftForm,
} from './giveaway-draft.ts';
import { deviceKeys } from './keys.ts';

test('a draft comes back as it was left, until it is posted', async () => {
  expect(await readGiveawayDraft()).toBeUndefined();
  await writeDraftForm({ amount: '2500' });
  // Node can store a blob, a file not.
  const file = new Blob(['x'], { type: 'image/webp' }) as File;
  await writeDraftCover({ file });
  expect(await readGiveawayDraft()).toMatchObject({ form: { amount: '2500' } });
  expect((await readGiveawayDraft())?.cover?.file.type).toBe('image/webp');
  await writeDraftCover(undefined);
  expect((await readGiveawayDraft())?.cover).toBeUndefined();
  await clearGiveawayDraft();
  expect(await readGiveawayDraft()).toBeUndefined();
});

test('signing out takes it away', async () => {
  await writeDraftForm({ amount: '2500' });
  await deviceKeys.clear();
  expect(await readGiveawayDraft()).toBeUndefined();
});

test('an expired session leaves it for the same user, who finds nothing of another’s', async () => {
  const [ada, kofi] = [1, 2];
  await writeDraftForm({ amount: '2500' });
  await deviceKeys.writeToken('token');
  await deviceKeys.clearAllButDraftOf(ada);
  expect(await deviceKeys.readToken()).toBeUndefined();
  await deviceKeys.clearDraftOfOthers(ada);
  expect(await readGiveawayDraft()).toMatchObject({ form: { amount: '2500' } });
  await deviceKeys.clearAllButDraftOf(ada);
  await deviceKeys.clearDraftOfOthers(kofi);
  expect(await readGiveawayDraft()).toBeUndefined();
});
