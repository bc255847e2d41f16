import { randomUUID } from 'node:crypto';

/**
 * Reads JSON, or posts a form or JSON where there is a body.
 * @throws Error with the answer where it is a failure
 */
export async function ask<T>(
  address: string,
  headers: Readonly<Record<string, string>> = {},
  body?: FormData | object,
): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await fetch(address, {
    ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    headers: {
      ...headers,
      ...(body &&
        !isForm && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
  });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
