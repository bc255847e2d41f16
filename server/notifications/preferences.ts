import { eq, sql } from 'drizzle-orm';

import type { Preferences } from '../../contract/notifications/calls.ts';
import {
  DEFAULT_CHANNELS,
  NOTICE_KINDS,
  SECURITY_KINDS,
  type NoticeChannel,
  type NoticeKind,
} from '../../contract/notifications/kinds.ts';
import { quietUntil } from '../../contract/notifications/quiet-hours.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { notificationPreferences } from '../db/schema/notifications.ts';
import type { Deps } from '../deps.ts';

type Row = typeof notificationPreferences.$inferSelect;
type ChosenChannels = Preferences['channels'];

export async function readPreferences(db: Db, userId: number): Promise<Preferences> {
  const [row] = await db
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));
  return presentPreferences(row);
}

const presentPreferences = (row: Row | undefined): Preferences => ({
  channels: eachKind((kind) => withSecurity(kind, row?.channels[kind] ?? DEFAULT_CHANNELS[kind])),
  quiet_hours: quietHoursOf(row),
});

/** Mails about security stay on. */
export async function savePreferences(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  { channels, quiet_hours: quiet }: Preferences,
): Promise<Preferences> {
  const chosen = {
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
    updatedAt: dateOf(clock),
  };
  const [row] = await db
    .insert(notificationPreferences)
    .values({ userId, channels, ...chosen })
    .onConflictDoUpdate({
      target: notificationPreferences.userId,
      set: { ...chosen, channels: sql`${notificationPreferences.channels} || excluded.channels` },
    })
    .returning();
  return presentPreferences(row);
}

export async function stopMails(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  kind: NoticeKind,
): Promise<void> {
  const usual = DEFAULT_CHANNELS[kind].filter((channel) => channel !== 'email');
  await db
    .insert(notificationPreferences)
    .values({ userId, channels: { [kind]: usual }, updatedAt: dateOf(clock) })
    .onConflictDoUpdate({
      target: notificationPreferences.userId,
      set: {
        channels: sql`${notificationPreferences.channels} || jsonb_build_object(${kind}::text,
          coalesce(${notificationPreferences.channels} -> ${kind}::text, ${JSON.stringify(usual)}::jsonb) - 'email')`,
        updatedAt: dateOf(clock),
      },
    });
}

const quietHoursOf = (
  row: Partial<Pick<Row, 'quietFrom' | 'quietTo'>> | undefined,
): Preferences['quiet_hours'] =>
  row?.quietFrom && row.quietTo ? { from: row.quietFrom, to: row.quietTo } : null;

/** When quiet hours end that are now, ms since the epoch; null outside of them. */
export function quietEndMs(
  { region, ...hours }: Pick<Row, 'quietFrom' | 'quietTo'> & { readonly region: string },
  nowMs: number,
): number | null {
  const quiet = quietHoursOf(hours);
  return quiet && quietUntil(nowMs, quiet, REGIONS[normaliseRegion(region)].timezone);
}

const eachKind = (read: (kind: NoticeKind) => NoticeChannel[]): ChosenChannels =>
  Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, read(kind)])) as ChosenChannels;

/** In one order, and with the mails that cannot be turned off. */
function withSecurity(kind: NoticeKind, channels: readonly NoticeChannel[]): NoticeChannel[] {
  const isKept = (channel: NoticeChannel): boolean =>
    channels.includes(channel) || (channel === 'email' && SECURITY_KINDS.includes(kind));
  return (['in_app', 'email', 'push'] as const).filter(isKept);
}
