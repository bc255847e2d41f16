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
