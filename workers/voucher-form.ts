type Field = string | number | boolean | undefined;

const asText = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? '1' : '0') : String(value);

/** What is sent as a cover. */
export interface CoverFiles {
  readonly file: File;
  /** A picture of a video; without one where no frame of it could be drawn. */
  readonly poster?: File | undefined;
}

/** A voucher's fields as a multipart form carries them: texts, yes and no as 1 and 0, the files last. */
export function voucherForm(fields: Readonly<Record<string, Field>>, cover?: CoverFiles): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, asText(value));
  }
  if (!cover) return form;
  const { file, poster } = cover;
  form.append('ad_cover', file, file.name);
  if (poster) form.append('ad_poster', poster, poster.name);
  return form;
}
