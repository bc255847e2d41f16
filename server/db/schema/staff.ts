import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';

import { at, bytes } from './columns.ts';

/** Each role may also do what the roles before it may. */
export const STAFF_ROLES = ['support', 'money', 'owner'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** People who work in the back office; they are no users of the app. */
export const staff = pgTable(
  'staff',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: t.text('name').notNull(),
    role: t.text('role', { enum: STAFF_ROLES }).notNull(),
    /** Hash of the token in the link with which they set up their passkey, once. */
    inviteHash: t.text('invite_hash'),
    inviteUntil: at('invite_until'),
    createdAt: at('created_at').notNull(),
    removedAt: at('removed_at'),
  }),
  (table) => [
    uniqueIndex('staff_name_unique').on(table.name),
    uniqueIndex('staff_invite_unique').on(table.inviteHash),
  ],
);

const staffId = (name: string) =>
  integer(name)
    .notNull()
    .references(() => staff.id);

export const staffPasskeys = pgTable(
  'staff_passkeys',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    staffId: staffId('staff_id'),
    credentialId: t.text('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    counter: t.bigint('counter', { mode: 'number' }).notNull(),
    createdAt: at('created_at').notNull(),
  }),
  (table) => [uniqueIndex('staff_passkeys_credential_unique').on(table.credentialId)],
);

export const staffChallenges = pgTable('staff_challenges', (t) => ({
  hash: t.text('hash').primaryKey(),
  expiresAt: at('expires_at').notNull(),
}));

export const staffSessions = pgTable('staff_sessions', (t) => ({
  tokenHash: t.text('token_hash').primaryKey(),
  staffId: staffId('staff_id'),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
}));

/** `running` says that it was approved and that its command has not ended yet. */
const REQUEST_STATES = ['open', 'running', 'done', 'refused'] as const;

/** Commands that move money wait here for a second person. */
export const staffRequests = pgTable(
  'staff_requests',
  (t) => ({
    id: t.integer('id').primaryKey().generatedAlwaysAsIdentity(),
    command: t.text('command').notNull(),
    operands: t.jsonb('operands').$type<readonly string[]>().notNull(),
    proof: t.text('proof'),
    why: t.text('why').notNull(),
    staffId: staffId('staff_id'),
    createdAt: at('created_at').notNull(),
    state: t.text('state', { enum: REQUEST_STATES }).notNull(),
    decidedBy: t.integer('decided_by').references(() => staff.id),
    decidedAt: at('decided_at'),
    outcome: t.text('outcome'),
  }),
  (table) => [
    index('staff_requests_waiting')
      .on(table.id)
      .where(sql`${table.state} in ('open', 'running')`),
    check('staff_requests_two_people', sql`${table.decidedBy} <> ${table.staffId}`),
  ],
);
