export function pageOf<Row extends { readonly id: number | string }>(
  rows: readonly Row[],
  size: number,
): { readonly shown: readonly Row[]; readonly nextCursor: number | null } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, nextCursor: last && rows.length > size ? Number(last.id) : null };
}
