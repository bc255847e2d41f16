import { getDatabase } from '../local/database.ts';
import { deviceKeys } from '../local/keys.ts';
import { sendOutbox } from '../local/send-outbox.ts';
import type { OutboxScript } from './later-scripts.ts';

declare const self: ServiceWorkerGlobalScope & OutboxScript;

self.sendOutbox = () =>
  sendOutbox({
    db: getDatabase(),
    keys: deviceKeys,
    fetch: (input, init) => fetch(input, init),
    locks: navigator.locks,
  });
