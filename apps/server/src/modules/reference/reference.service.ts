import type { FieldError } from '@tongda/contract/core/endpoint';
import { sql, type Transaction } from 'kysely';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { many } from '../../core/import/cells';
import { orgOrNone, orgScope, visibleStores } from '../org/org.scope';

type Trx = Transaction<DB>;

/** Records that others point at by name. Row-level security decides which exist; what belongs to a department also lies in the caller's scope. */
export type RefKind = 'org' | 'fleet' | 'carrier' | 'driver' | 'customer' | 'store';

interface Named {
  id: string;
  name: string;
  /** another word that means the same record: a phone number, a code */
  also: string | null;
}

const readers: Record<RefKind, (trx: Trx, ctx: Ctx) => Promise<Named[]>> = {
  org: async (trx, ctx) => {
    const rows = await trx
      .selectFrom('org')
      .select(['id', 'name', 'parent_id'])
      .where(orgScope(ctx, 'org.id'))
      .orderBy('sort')
      .orderBy('id')
      .execute();
    const paths = pathsOf(rows);
    return rows.map(({ id, name }) => ({ id, name, also: paths.get(id) ?? null }));
  },
  fleet: (trx, ctx) =>
    trx
      .selectFrom('fleet')
      .where(orgOrNone(ctx, 'fleet.org_id'))
      .select(['id', 'name', 'code as also'])
      .where('deleted_at', 'is', null)
      .orderBy('sort')
      .orderBy('name')
      .execute(),
  carrier: (trx) =>
    trx
      .selectFrom('carrier')
      .select(['id', 'name', 'code as also'])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
  driver: (trx, ctx) =>
    trx
      .selectFrom('driver')
      .where(orgOrNone(ctx, 'driver.org_id'))
      .select(['id', 'name', 'phone as also'])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
  customer: (trx, ctx) =>
    trx
      .selectFrom('customer')
      .where(orgOrNone(ctx, 'customer.org_id'))
      .select(['id', 'name', 'code as also'])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
  store: (trx, ctx) =>
    trx
      .selectFrom('store')
      .where(visibleStores(ctx, 'store'))
      .select(['id', 'name', 'code as also'])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
};

/** Names of a company's records, for imports: words to ids, the choices of a template, ids to names. */
export interface References {
  refs: Record<string, Map<string, string | typeof many>>;
  choices: Record<string, string[]>;
  /** `<kind> <id>` → name */
  names: Map<string, string>;
}

/** Reads all names of the kinds at once. A name that several records share is told apart by its other word (path, phone, code). */
export async function loadReferences(trx: Trx, ctx: Ctx, kinds: readonly RefKind[]): Promise<References> {
  const result: References = { refs: {}, choices: {}, names: new Map() };
  for (const kind of kinds) {
    const rows = await readers[kind](trx, ctx);
    const words = new Map<string, string | typeof many>();
    for (const { id, name } of rows) words.set(name, words.has(name) ? many : id);
    for (const { id, also } of rows) if (also) words.set(also, id);
    if (kind === 'org') for (const [end, id] of pathEnds(rows)) if (!words.has(end)) words.set(end, id);
    result.refs[kind] = words;
    result.choices[kind] = rows.map(({ name, also }) => (words.get(name) === many ? (also ?? name) : name));
    for (const { id, name } of rows) result.names.set(`${kind} ${id}`, name);
  }
  return result;
}

/** `华东分公司/上海部` of `总部/华东分公司/上海部`: nobody writes the company's name before each of its departments. */
function pathEnds(orgs: readonly Named[]): Map<string, string | typeof many> {
  const ends = new Map<string, string | typeof many>();
  for (const { id, also } of orgs) {
    const steps = (also ?? '').split('/');
    for (let from = 1; from < steps.length - 1; from++) {
      const end = steps.slice(from).join('/');
      ends.set(end, ends.has(end) ? many : id);
    }
  }
  return ends;
}

/** `总部/华东分公司/上海部` of every department, as far up as the caller sees. */
function pathsOf(orgs: Array<{ id: string; name: string; parent_id: string | null }>): Map<string, string> {
  const byId = new Map(orgs.map((o) => [o.id, o]));
  const path = (id: string, depth = 0): string => {
    const org = byId.get(id);
    if (!org) return '';
    const above = org.parent_id && byId.has(org.parent_id) && depth < 20 ? `${path(org.parent_id, depth + 1)}/` : '';
    return above + org.name;
  };
  return new Map(orgs.map((o) => [o.id, path(o.id)]));
}

const nouns: Record<RefKind, string> = {
  org: '所选组织不存在或不在您的权限范围内',
  fleet: '所选车队不存在或不在您的权限范围内',
  carrier: '所选承运商不存在',
  driver: '所选司机不存在或不在您的权限范围内',
  customer: '所选客户不存在或不在您的权限范围内',
  store: '所选门店不存在或不在您的权限范围内',
};

/**
 * Names of what a record points at (`{ orgId: ['org', id] }`), and a finding for each that does not exist in this company: foreign keys
 * alone would accept another company's. What it pointed at before may stay although it was closed since.
 */
export async function resolveReferences(
  trx: Trx,
  ctx: Ctx,
  wanted: Readonly<Record<string, readonly [RefKind, string | null | undefined]>>,
  before: Readonly<Record<string, unknown>> = {},
): Promise<{ names: Map<string, string>; errors: FieldError[] }> {
  const ids = (kind: RefKind): string[] => Object.values(wanted).flatMap(([k, id]) => (k === kind && id ? [id] : []));
  const open = sql`deleted_at is null`;
  const { rows } = await sql<{ kind: string; id: string; name: string; usable: boolean }>`
    select 'org' as kind, id::text, name, ${orgScope(ctx, 'org.id')} as usable from org where id = any(${ids('org')}::bigint[])
    union all select 'fleet', id::text, name, ${open} and ${orgOrNone(ctx, 'fleet.org_id')} from fleet where id = any(${ids('fleet')}::bigint[])
    union all select 'carrier', id::text, name, ${open} from carrier where id = any(${ids('carrier')}::bigint[])
    union all select 'driver', id::text, name, ${open} and ${orgOrNone(ctx, 'driver.org_id')} from driver where id = any(${ids('driver')}::bigint[])
    union all select 'customer', id::text, name, ${open} and ${orgOrNone(ctx, 'customer.org_id')} from customer where id = any(${ids('customer')}::bigint[])
    union all select 'store', id::text, name, ${open} and ${visibleStores(ctx, 'store')} from store where id = any(${ids('store')}::bigint[])`.execute(
    trx,
  );
  const found = new Map(rows.map((r) => [`${r.kind} ${r.id}`, r]));
  const errors = Object.entries(wanted).flatMap(([field, [kind, id]]) => {
    if (!id || found.get(`${kind} ${id}`)?.usable || before[field] === id) return [];
    return [{ field, msg: nouns[kind] }];
  });
  return { names: new Map(rows.map((r) => [`${r.kind} ${r.id}`, r.name])), errors };
}
