import type { FlutterwaveSettings } from '../config.ts';
import { callGateway, type Json } from './call-gateway.ts';

/** Calls Flutterwave v3, with a body by POST. @throws GatewayError */
export type FlutterwaveCall = (path: string, body?: object) => Promise<Json>;

/** @param timeoutMs how long an answer may take */
export const createFlutterwaveCall =
  ({ baseUrl, secretKey }: FlutterwaveSettings, timeoutMs: number | undefined): FlutterwaveCall =>
  (path, body) =>
    callGateway({
      gateway: 'Flutterwave',
      method: body ? 'POST' : 'GET',
      url: `${baseUrl}${path}`,
      headers: { authorization: `Bearer ${secretKey}` },
      timeoutMs,
      ...(body ? { body } : {}),
    });
