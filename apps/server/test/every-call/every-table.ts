import { placeVisible } from '@tongda/contract/ground/place/enums';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../src/core/generated/db-types';

interface ColumnInfo {
  table_name: string;
  column_name: string;
  udt_name: string;
  foreign_table: string | null;
  /** first of the texts that a check allows */
  allowed: string | null;
}

/** What stands in every text of a row that `fillEveryTable` makes: an answer that holds it shows the row. */
export const mark = 'ZZFOREIGN';

/**
 * One row with the same id in every table of a company that has `id` and `client_id`: whatever kind of record a call takes an id of, the
 * row exists and is the company's. Answers the tables that were filled, and the others with what the database said: those are to be in `unfilled`.
 * `withoutId`: also in tables without the two columns.
 */
export async function fillEveryTable(
  db: Kysely<DB>,
  clientId: string,
  id: string,
  { withoutId = false } = {},
): Promise<{ filled: string[]; left: Record<string, string> }> {
  const byCompany = sql`c.table_name in (select table_name from information_schema.columns where table_schema = 'public' and column_name = 'client_id')
      and c.table_name in (select table_name from information_schema.columns where table_schema = 'public' and column_name = 'id' and udt_name = 'int8')
      and c.table_name not like 'position%' and c.table_name <> 'client'`;
  const every = sql`c.table_name not in ('client', 'deployment', 'schema_migration')`;
  const { rows } = await sql<ColumnInfo>`
    select c.table_name, c.column_name, c.udt_name,
      (select ccu.relname from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class ccu on ccu.oid = k.confrelid
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]
        where k.contype = 'f' and t.relname = c.table_name and a.attname = c.column_name limit 1) as foreign_table,
      (select substring(pg_get_constraintdef(k.oid) from '\\(' || c.column_name || ' = ANY \\(ARRAY\\[''([^'']+)''') from pg_constraint k
        join pg_class t on t.oid = k.conrelid where k.contype = 'c' and t.relname = c.table_name
          and pg_get_constraintdef(k.oid) ~ ('\\(' || c.column_name || ' = ANY \\(ARRAY\\[''') limit 1) as allowed
    from information_schema.columns c join information_schema.tables i on i.table_name = c.table_name and i.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and i.table_schema = 'public' and c.is_generated = 'NEVER'
      and (c.is_nullable = 'NO' and c.column_default is null or c.column_name in ('org_id', 'id'))
      and ${withoutId ? every : byCompany}
    order by c.table_name, c.ordinal_position`.execute(db);
  const tables = new Map<string, ColumnInfo[]>();
  for (const row of rows) tables.set(row.table_name, [...(tables.get(row.table_name) ?? []), row]);
  const filled = new Set<string>();
  const left: Record<string, string> = {};
  // what points at other tables comes when those are there
  for (let round = 0; round < 6; round++) {
    for (const [table, columns] of tables) {
      if (filled.has(table)) continue;
      const values = {
        ...Object.fromEntries(columns.map((column) => [column.column_name, valueFor(column, clientId, id)])),
        ...wanted[table]?.(sql`${id}::bigint`),
      };
      try {
        await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
          overriding system value values (${sql.join(Object.values(values))})`.execute(db);
        filled.add(table);
        delete left[table];
      } catch (error) {
        // tried again in the next round
        left[table] = String(error);
      }
    }
  }
  return { filled: [...filled], left };
}

/** What the checks of a table want of its columns beyond their types. */
const wanted: Readonly<Record<string, (id: RawBuilder<unknown>) => Readonly<Record<string, RawBuilder<unknown>>>>> = {
  abnormal_report: (id) => ({ order_ids: sql`array[${id}]` }),
  forward_target: () => ({ interval_s: sql`30` }),
  line_binding: (id) => ({ line_id: id }),
  message: () => ({ category: sql`11` }),
  place: () => ({ visible: sql`${placeVisible.org}` }),
  place_shape: () => ({
    radius_m: sql`200`,
    geometry: sql`'{"type": "Point", "coordinates": [121.47, 31.23]}'::jsonb`,
  }),
  portable_binding: (id) => ({ vehicle_id: id }),
  repair_request: () => ({ faults: sql`'{1}'::smallint[]` }),
  terminal_file: (id) => ({ portable_id: id }),
  terminal_message: (id) => ({ portable_id: id }),
  temperature_record: () => ({ root: sql`decode(repeat('00', 32), 'hex')` }),
  temperature_review: (id) => ({ waybill_id: id }),
  temperature_seal: () => ({ root: sql`decode(repeat('00', 32), 'hex')` }),
  trip_edit: () => ({ until_time: sql`now() + interval '1 hour'` }),
  trip_setting: () => ({ gap_min: sql`30` }),
};

/** Tables that are not filled, with the reason: a new one among them, or one of them that is filled after all, fails `foreign-ids.test.ts`. */
export const unfilled: Readonly<Record<string, string>> = {
  alarm_rule_version: 'the rule has one: a trigger wrote it',
  vehicle_period: 'the vehicle has one: a trigger wrote it',
  member_payment: 'one payment belongs to one kind of order, and both kinds have a row',
  member_period: 'of a plan, which belongs to no company',
  survey_answer: 'to a survey, which belongs to no company',
  upgrade_item: 'its owner is a company, which no row of the id is',
  punctuality_drive: 'of a day of punctuality_day, which has no id',
};

function valueFor({ column_name, udt_name, foreign_table, allowed }: ColumnInfo, clientId: string, id: string) {
  if (column_name === 'client_id') return sql`${clientId}::bigint`;
  if (column_name === 'id' || foreign_table !== null) return sql`${id}::bigint`;
  if (allowed !== null) return sql`${allowed}`;
  if (udt_name === 'text' || udt_name === 'varchar') return sql`${`${mark}${column_name}`}`;
  if (udt_name === 'timestamptz') return sql`now()`;
  if (udt_name === 'date') return sql`current_date`;
  if (udt_name === 'jsonb' || udt_name === 'json') return sql`'{}'::jsonb`;
  if (udt_name === 'bool') return sql`false`;
  if (udt_name === 'uuid') return sql`gen_random_uuid()`;
  if (udt_name === 'bytea') return sql`'\\x00'::bytea`;
  if (udt_name === 'daterange') return sql`daterange('2000-01-01', null)`;
  if (udt_name === 'tstzrange') return sql`tstzrange('2000-01-01', null)`;
  if (udt_name.startsWith('_')) return sql.raw(`'{}'::${udt_name.slice(1)}[]`);
  return sql`1`;
}

/** A fingerprint of everything that a company has, table by table; logins and what they leave behind left out. */
export async function fingerprints(db: Kysely<DB>, clientId: string): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = 'public' and t.table_type = 'BASE TABLE'
    where c.table_schema = 'public' and c.column_name = 'client_id'
      and c.table_name not in ('login_log', 'auth_session', 'auth_refresh', 'frontend_config', 'export_task') and c.table_name not like 'position%'
    order by 1`.execute(db);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      print: string;
    }>`select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print
      from ${sql.table(name)} t where t.client_id = ${clientId}`.execute(db);
    found[name] = rows[0]?.print ?? '';
  }
  return found;
}
