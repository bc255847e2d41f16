import type { Database } from '../../server/db/database.ts';

/** What the database itself noted of a voucher's row. */
export interface VoucherAudit {
  /** Statements that wrote to the vouchers. */
  writes(): Promise<number>;
  /** Each mask that the voucher got, in order. */
  masks(): Promise<string[]>;
}

/** Has the database write down, from now on, every write to vouchers and every digit of one that opens. */
export async function auditVouchers(database: Database): Promise<VoucherAudit> {
  await database.executeSql(`
    create table audit_writes (at timestamptz not null default clock_timestamp());
    create table audit_masks (id bigint generated always as identity, mask text not null);
    create function note_write() returns trigger language plpgsql as
      'begin insert into audit_writes default values; return null; end';
    create function note_mask() returns trigger language plpgsql as
      'begin insert into audit_masks (mask) values (new.masked_code); return null; end';
    create trigger audit_write after update on vouchers for each statement execute function note_write();
    create trigger audit_mask after update on vouchers for each row
      when (old.masked_code is distinct from new.masked_code) execute function note_mask();`);
  return {
    async writes() {
      const { rows } = await database.executeSql('select count(*)::int as count from audit_writes');
      return Number(rows[0]?.['count']);
    },
    async masks() {
      const { rows } = await database.executeSql('select mask from audit_masks order by id');
      return rows.map(({ mask }) => String(mask));
    },
  };
}
