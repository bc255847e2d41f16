const WITHIN_MS = 2_000;

/** Whether a server answers with a status below 300, in time. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}
