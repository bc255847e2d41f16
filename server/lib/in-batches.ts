const BATCH = 500;

/**
 * Goes through a table by its ids, a batch at a time, so that no list grows with the table.
 * @param read rows with larger ids than the given one, in the order of their ids, at most so many
 */
export async function* readInBatches<Row extends { readonly id: number }>(
  read: (afterId: number, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let rows = await read(0, BATCH);
  while (rows.length > 0) {
    yield rows;
    rows = await read(rows.at(-1)?.id ?? 0, BATCH);
  }
}

/**
 * `readInBatches`, and changes row after row.
 * @param change says whether it changed the row
 * @returns how many were changed
 */
export async function changeInBatches<Row extends { readonly id: number }>(
  read: (afterId: number, limit: number) => Promise<readonly Row[]>,
  change: (row: Row) => Promise<boolean>,
): Promise<number> {
  let changed = 0;
  for await (const rows of readInBatches(read))
    for (const row of rows) if (await change(row)) changed += 1;
  return changed;
}
