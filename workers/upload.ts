type Field = string | number | boolean | undefined;

const asText = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? '1' : '0') : String(value);

export interface CoverFiles {
  readonly file: File;
  /** Absent if the browser could not draw a frame of the video. */
  readonly poster?: File | undefined;
}

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

/** `fraction` is the uploaded part, from 0 to 1. */
export type OnProgress = (fraction: number) => unknown;

export interface Upload {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: FormData;
  readonly timeoutMs: number;
  readonly onProgress?: OnProgress | undefined;
}

/** `fetch` cannot report progress; throws `TimeoutError`, or TypeError without a connection. */
export type UploadForm = (upload: Upload) => Promise<Response>;

/** A closed page must not make the upload fail. */
const report = (onProgress: OnProgress, fraction: number): void => {
  Promise.resolve(onProgress(fraction)).catch(() => undefined);
};

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
