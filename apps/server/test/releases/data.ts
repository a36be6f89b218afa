import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A foreign key: rows of `child` name rows of `parent`; `on` joins the two (aliases c and p). */
interface ForeignKey {
  child: string;
  parent: string;
  on: string;
}

/**
 * The rows of a database as a script of `copy` blocks and `setval` calls, which {@link loadData} reads. Of each table about `rows` rows, those
 * that `always` names (a condition by table), and every row that one of them points at.
 */
export async function dumpData(
  client: pg.ClientBase,
  rows: number,
  always: (table: string, columns: readonly string[]) => string | null,
): Promise<string> {
  await client.query("set time zone 'UTC'");
  const tables = await readTables(client);
  for (const [table, columns] of tables) {
    await client.query(`create temp table ${kept(table)} (at text primary key)`);
    await client.query(`insert into ${kept(table)} select at from (
      select distinct on (part) at from (select ${place} as at, ntile(${rows}) over (order by ${place}) as part from only ${table}) x order by part, at) y`);
    const condition = always(table, columns);
    if (condition)
      await client.query(
        `insert into ${kept(table)} select ${place} from ${table} where ${condition} on conflict do nothing`,
      );
  }
  await addParents(client, await readForeignKeys(client));
  const blocks: string[] = [];
  for (const [table, columns] of tables) {
    const list = columns.map((column) => `"${column}"`).join(', ');
    const lines = await text(
      client.query(
        copyTo(
          `copy (select ${list} from ${table} where ${place} in (select at from ${kept(table)}) order by ${place}) to stdout`,
        ),
      ),
    );
    if (lines) blocks.push(`copy ${table} (${list}) from stdin;\n${lines}\\.\n`);
  }
  const { rows: sequences } = await client.query<{ call: string }>(
    `select format('select setval(%L, %s);', sequencename, last_value) as call from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`,
  );
  return `${blocks.join('\n')}\n${sequences.map(({ call }) => call).join('\n')}\n`;
}

/** Where a row lies: of partitioned tables the partition and the place in it. */
const place = 'tableoid::text || ctid::text';
const kept = (table: string): string => `"kept ${table}"`;

/** Tables and the columns that may be written; partitions are told by their parent. */
async function readTables(client: pg.ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migration'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by 1 order by 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

async function readForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
      (select string_agg(format('c.%I = p.%I', x.attname, y.attname), ' and ') from unnest(k.conkey, k.confkey) u(a, b)
        join pg_attribute x on x.attrelid = k.conrelid and x.attnum = u.a join pg_attribute y on y.attrelid = k.confrelid and y.attnum = u.b) as on
    from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  );
  return rows;
}

/** Keeps what kept rows point at, and what these point at, until nothing is added. */
async function addParents(client: pg.ClientBase, keys: readonly ForeignKey[]): Promise<void> {
  for (let added = 1; added > 0; ) {
    added = 0;
    for (const { child, parent, on } of keys) {
      const { rowCount } =
        await client.query(`insert into ${kept(parent)} select p.tableoid::text || p.ctid::text from ${parent} p
        join ${child} c on ${on} where c.tableoid::text || c.ctid::text in (select at from ${kept(child)}) on conflict do nothing`);
      added += rowCount ?? 0;
    }
  }
}

/** Reads what {@link dumpData} wrote, as it was: triggers and foreign keys are not asked, so the connection must be a superuser's. */
export async function loadData(client: pg.ClientBase, script: string): Promise<void> {
  await client.query('begin');
  await client.query("set local session_replication_role = replica; set local time zone 'UTC'");
  for (const [, copy, lines, call] of script.matchAll(/^(copy .*);\n([\s\S]*?)^\\\.$|^(select setval\(.*\);)$/gmu)) {
    if (call) await client.query(call);
    else if (copy) await pipeline(Readable.from([lines ?? '']), client.query(copyFrom(copy)));
  }
  await client.query('commit');
}
