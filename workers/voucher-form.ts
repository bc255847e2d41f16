type Field = string | number | boolean | undefined;

const asText = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? '1' : '0') : String(value);

/** A voucher's fields as a multipart form carries them: texts, yes and no as 1 and 0, the file last. */
export function voucherForm(fields: Readonly<Record<string, Field>>, cover?: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, asText(value));
  }
  if (cover) form.append('ad_cover', cover, cover.name);
  return form;
}
