import type { FieldError } from '@tongda/contract/core/endpoint';
import { driverStatus } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { joinWords, many } from '../../../core/import/cells';
import { eachInSlices, mapInSlices } from '../../../core/run/slices';
import { orgOrNone, orgScope, visibleStores } from '../org/door';

/** Records that others point at by name. Row-level security decides which exist; what belongs to a department also lies in the caller's scope. */
export type RefKind = 'org' | 'fleet' | 'carrier' | 'driver' | 'customer' | 'store' | 'person';

interface Named {
  id: string;
  name: string;
  /** another word that means the same record: a phone number, a code */
  also: string | null;
  /** more words, where `also` may be several records' too */
  more?: ReadonlyArray<string | null>;
}

/** A user or a driver: `u12`, `d5`. */
interface Person {
  key: string;
  name: string;
  phone: string | null;
  /** of a user: what he logs in with */
  account: string | null;
  kind: 'user' | 'driver';
  of: string;
}
/** Users and drivers whom the caller sees and who work here now. A driver who has a user account is listed once. */
export const peopleSql = (ctx: Ctx) =>
  sql<Person>`select 'u' || u.id as key, u.name, u.phone, u.account_code as account, 'user' as kind, coalesce(o.name, '') as of
      from app_user u left join org o on o.id = u.org_id
      where u.client_id = ${ctx.clientId} and u.deleted_at is null and u.status = 1 and u.driver_id is null
        and (${orgScope(ctx, 'u.org_id')} or u.id = ${ctx.userId})
    union all select 'd' || d.id, d.name, d.phone, null, 'driver', coalesce(f.name, '')
      from driver d left join fleet f on f.id = d.fleet_id
      where d.client_id = ${ctx.clientId} and d.deleted_at is null and d.status = ${driverStatus.employed} and ${orgOrNone(ctx, 'd.org_id')}
    order by 2, 1`;

const readers: Record<RefKind, (trx: Trx, ctx: Ctx) => Promise<Named[]>> = {
  org: async (trx, ctx) => {
    const rows = await trx
      .selectFrom('org')
      .where('org.client_id', '=', ctx.clientId)
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
      .where('fleet.client_id', '=', ctx.clientId)
      .where(orgOrNone(ctx, 'fleet.org_id'))
      .select(['id', 'name', 'code as also'])
      .where('deleted_at', 'is', null)
      .orderBy('sort')
      .orderBy('name')
      .execute(),
  carrier: (trx, ctx) =>
    trx
      .selectFrom('carrier')
      .where('carrier.client_id', '=', ctx.clientId)
      .select(['id', 'name', 'code as also'])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
  driver: async (trx, ctx) => {
    const rows = await trx
      .selectFrom('driver')
      .where('driver.client_id', '=', ctx.clientId)
      .where(orgOrNone(ctx, 'driver.org_id'))
      .select(['id', 'name', 'phone as also'])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute();
    return mapInSlices(rows, (row) => ({ ...row, more: [row.also && joinWords(row.name, row.also)] }));
  },
  customer: (trx, ctx) =>
    trx
      .selectFrom('customer')
      .where('customer.client_id', '=', ctx.clientId)
      .where(orgOrNone(ctx, 'customer.org_id'))
      .select(['id', 'name', 'code as also'])
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
  store: async (trx, ctx) => {
    const rows = await trx
      .selectFrom('store')
      .where('store.client_id', '=', ctx.clientId)
      .leftJoin('customer', 'customer.id', 'store.customer_id')
      .where(visibleStores(ctx, 'store'))
      .select(['store.id', 'store.name', 'store.code as also', 'customer.name as customerName'])
      .where('store.deleted_at', 'is', null)
      .orderBy('store.name')
      .execute();
    // a code is one store's of its customer
    return mapInSlices(rows, ({ customerName, ...row }) => ({ ...row, more: [`${customerName ?? ''}/${row.also}`] }));
  },
  person: async (trx, ctx) => {
    const { rows } = await peopleSql(ctx).execute(trx);
    return mapInSlices(rows, ({ key, name, phone, account }) => ({
      id: key,
      name,
      also: phone,
      more: [account, phone && joinWords(name, phone)],
    }));
  },
};

/** Names of a company's records, for imports: words to ids, the choices of a template, ids to names. */
export interface References {
  refs: Record<string, Map<string, string | typeof many>>;
  choices: Record<string, string[]>;
  /** `<kind> <id>` → name */
  names: Map<string, string>;
}

/** Reads all names of the kinds at once, of 100,000 drivers too without holding up others. A name that several records share is told apart by its other word (path, phone, code). */
export async function loadReferences(trx: Trx, ctx: Ctx, kinds: readonly RefKind[]): Promise<References> {
  const result: References = { refs: {}, choices: {}, names: new Map() };
  for (const kind of kinds) {
    const rows = await readers[kind](trx, ctx);
    const words = new Map<string, string | typeof many>();
    await eachInSlices(rows, ({ id, name }) => {
      words.set(name, words.has(name) ? many : id);
      result.names.set(`${kind} ${id}`, name);
    });
    const taken = new Map<string, string | typeof many>();
    await eachInSlices(rows, ({ id, also, more = [] }) => {
      for (const word of new Set([also, ...more])) if (word) taken.set(word, taken.has(word) ? many : id);
    });
    await eachInSlices(taken, ([word, id]) => words.set(word, id));
    if (kind === 'org') for (const [end, id] of pathEnds(rows)) if (!words.has(end)) words.set(end, id);
    result.refs[kind] = words;
    result.choices[kind] = await mapInSlices(
      rows,
      ({ id, name, also, more = [] }) => [name, also, ...more].find((word) => word && words.get(word) === id) ?? name,
    );
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
  org: '所选部门不存在或不在您的权限范围内',
  fleet: '所选车队不存在或不在您的权限范围内',
  carrier: '所选承运商不存在',
  driver: '所选司机不存在或不在您的权限范围内',
  customer: '所选客户不存在或不在您的权限范围内',
  store: '所选门店不存在或不在您的权限范围内',
  person: '所选人员不存在、已离职或不在您的权限范围内',
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
  const people = ids('person').length > 0 ? await peopleSql(ctx).execute(trx) : { rows: [] };
  const { rows } = await sql<{ kind: string; id: string; name: string; usable: boolean }>`
    select 'org' as kind, id::text, name, ${orgScope(ctx, 'org.id')} as usable from org where client_id = ${ctx.clientId} and id = any(${ids('org')}::bigint[])
    union all select 'fleet', id::text, name, ${open} and ${orgOrNone(ctx, 'fleet.org_id')} from fleet where client_id = ${ctx.clientId} and id = any(${ids('fleet')}::bigint[])
    union all select 'carrier', id::text, name, ${open} from carrier where client_id = ${ctx.clientId} and id = any(${ids('carrier')}::bigint[])
    union all select 'driver', id::text, name, ${open} and ${orgOrNone(ctx, 'driver.org_id')} from driver where client_id = ${ctx.clientId} and id = any(${ids('driver')}::bigint[])
    union all select 'customer', id::text, name, ${open} and ${orgOrNone(ctx, 'customer.org_id')} from customer where client_id = ${ctx.clientId} and id = any(${ids('customer')}::bigint[])
    union all select 'store', id::text, name, ${open} and ${visibleStores(ctx, 'store')} from store where client_id = ${ctx.clientId} and id = any(${ids('store')}::bigint[])`.execute(
    trx,
  );
  const chosen = new Set(ids('person'));
  for (const { key, name } of people.rows)
    if (chosen.has(key)) rows.push({ kind: 'person', id: key, name, usable: true });
  const found = new Map(rows.map((r) => [`${r.kind} ${r.id}`, r]));
  const errors = Object.entries(wanted).flatMap(([field, [kind, id]]) => {
    if (!id || found.get(`${kind} ${id}`)?.usable || before[field] === id) return [];
    return [{ field, msg: nouns[kind] }];
  });
  return { names: new Map(rows.map((r) => [`${r.kind} ${r.id}`, r.name])), errors };
}
