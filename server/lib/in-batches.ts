const BATCH = 500;

export async function* readInBatches<Row extends { readonly id: number }>(
  read: (afterId: number, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let rows = await read(0, BATCH);
  while (rows.length > 0) {
    yield rows;
    rows = await read(rows.at(-1)?.id ?? 0, BATCH);
  }
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
