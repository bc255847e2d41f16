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

/** `fraction` from 0 to 1 of the upload that has left the device. */
export type OnProgress = (fraction: number) => unknown;

export interface Upload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: FormData;
  readonly timeoutMs: number;
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Posts a form and tells how much of it has left the device, which `fetch` cannot.
 * @throws DOMException `TimeoutError`; TypeError when there is no connection
 */
export type UploadForm = (upload: Upload) => Promise<Response>;

/** Progress is for show: a page that is gone must not fail the upload. */
const report = (onProgress: OnProgress, fraction: number): void => {
  Promise.resolve(onProgress(fraction)).catch(() => undefined);
};

/** `UploadForm` on XMLHttpRequest, which workers have. */
export const uploadForm: UploadForm = ({ url, headers, form, timeoutMs, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = timeoutMs;
    request.addEventListener('load', () =>
      resolve(
        new Response(request.responseText, {
          status: request.status,
          statusText: request.statusText,
        }),
      ),
    );
    request.addEventListener('error', () => reject(new TypeError('the upload failed')));
    request.addEventListener('timeout', () =>
      reject(new DOMException('the upload took too long', 'TimeoutError')),
    );
    if (onProgress) {
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) report(onProgress, loaded / total);
      });
    }
    request.send(form);
  });
