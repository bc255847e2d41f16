import { answerKey, type Answers, type Asked } from '../answers.ts';
import type { GoodiesDatabase } from '../database.ts';
import type { Mirrored } from '../rows.ts';

/** What the server answered when it was last asked; undefined when this device never asked. */
export async function readAnswer<Path extends keyof Answers>(
  db: GoodiesDatabase,
  asked: Asked<Path>,
): Promise<(Mirrored & { readonly answer: Answers[Path] }) | undefined> {
  const row = await db.answers.get(answerKey(asked));
  // The key says which call it was.
  return row && { fetchedAt: row.fetchedAt, answer: row.answer as Answers[Path] };
}
