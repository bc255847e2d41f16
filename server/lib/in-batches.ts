export const BATCH = 500;

/** @param read must return as many rows as the limit allows, because fewer end the reading */
export async function* readInBatches<Row extends { readonly id: number }>(
  read: (afterId: number, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let rows: readonly Row[];
  let afterId = 0;
  do {
    rows = await read(afterId, BATCH);
    if (rows.length > 0) yield rows;
    afterId = rows.at(-1)?.id ?? afterId;
  } while (rows.length === BATCH);
}

export async function changeInBatches<Row extends { readonly id: number }>(
  read: (afterId: number, limit: number) => Promise<readonly Row[]>,
  change: (row: Row) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  for await (const rows of readInBatches(read))
    for (const row of rows) if (await change(row)) changed += 1;
  return changed;
}
