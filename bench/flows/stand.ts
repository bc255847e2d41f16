import { randomInt } from 'node:crypto';
import { startBuiltServer } from '../../scripts/lib/built-server.ts';
import { findFreePort } from '../../scripts/lib/free-port.ts';
import { makeCertificate, startHttp2Front } from '../http2-front.ts';
import { openSlowLink } from '../slow-link.ts';

/** A built server with demo data, and the line by which phones reach it. */
export interface Stand {
  readonly name: string;
  /** By the line; mails and checkouts lead here too. */
  readonly url: string;
  /** Past the line, for what people do elsewhere. */
  readonly serverUrl: string;
  readonly browserFlag: string;
  readonly setSlow: (isSlow: boolean) => void;
  /** Many accounts of one network would be asked for work, so each walk comes from another. */
  readonly changeNetwork: () => void;
  readonly stop: () => Promise<void>;
}

const randomAddress = (): string => `102.${randomInt(256)}.${randomInt(256)}.7`;

/** @param checkout folder of another built checkout; undefined for this one */
export async function openStand(name: string, checkout?: string): Promise<Stand> {
  let isSlow = false;
  let address = randomAddress();
  const certificate = makeCertificate();
  const port = await findFreePort();
  const front = await startHttp2Front(`http://localhost:${port}`, certificate, () => address);
  const line = await openSlowLink(front.url, () => isSlow);
  const server = await startBuiltServer({
    ...(checkout !== undefined && { checkout }),
    port,
    flags: [],
    env: { PUBLIC_ORIGIN: line.url, TRUST_PROXY: '1' },
  });
  return {
    name,
    url: line.url,
    serverUrl: server.url,
    browserFlag: certificate.browserFlag,
    setSlow: (slow) => {
      isSlow = slow;
    },
    changeNetwork: () => {
      address = randomAddress();
    },
    stop: async () => {
      await line.stop();
      await front.stop();
      await server.stop();
    },
  };
}
