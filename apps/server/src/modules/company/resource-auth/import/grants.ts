import { lockGrantImports } from '@tongda/contract/company/resource-auth/lock-grants';
import {
  type LockTerms,
  lockGrantDays,
  methodWords,
  timeWords,
} from '@tongda/contract/company/resource-auth/lock-terms';
import { mapGrantImports } from '@tongda/contract/company/resource-auth/map-grants';
import {
  type AuthRight,
  authRightNames,
  authRights,
  type GrantFamily,
  type GrantKind,
  grantFamilies,
  grantKindNames,
} from '@tongda/contract/company/resource-auth/rights';
import { authImports } from '@tongda/contract/company/resource-auth/shapes';
import type { ImportCalls } from '@tongda/contract/core/register/import';
import { sql } from 'kysely';
import { insertRows, type RowValues } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { many } from '../../../../core/import/cells';
import type { Cells, Fault, ImportDefinition, Known } from '../../../../core/import/definition';
import { fieldsInWords } from '../../../../core/record/words';
import { orgScope, orgWay, visibleStores } from '../../../base/org/door';
import { loadReferences } from '../../../base/reference/door';
import { guardGrantEnds } from '../end';
import { nameOfKind, tableOfKind, visibleOfKind } from '../kinds';
import { handOpenMessages, writeTerms } from '../service';
import {
  type GrantFields,
  grantFields,
  importColumnsOf,
  labelsOf,
  resourceWordOf,
  rightsOfCell,
  termsOfFields,
} from './columns';

type Names = ReadonlyMap<string, string | typeof many>;

const granteeWordOf = (cells: Cells): string =>
  cells.org ? `部门 ${cells.org.trim()}` : `账号 ${(cells.user ?? '').trim()}`;
const usersOnly = '请填写被授权部门或被授权账号，只填一个';

/** Grants of a family from a spreadsheet; resource and grantee together tell which one a line is about. */
const defineGrantImport = (family: GrantFamily, calls: ImportCalls, entity: string): ImportDefinition<GrantFields> => ({
  calls,
  entity,
  table: 'resource_auth',
  key: {
    field: 'resource',
    label: '授权',
    column: 'id',
    normal: (text) => text.trim(),
    of: (cells) => `${resourceWordOf(family, cells)} → ${granteeWordOf(cells)}`,
    ofIds: (trx, _ctx, ids) => loadKeys(trx, family, ids),
  },
  columns: (choices) => importColumnsOf(family, choices),
  notes: [
    family === 'lock'
      ? '开锁条件同时满足才能开锁；同一把锁和同一账号已有生效授权的，按更新处理。'
      : '被授权部门和被授权账号只填一个；同一资源和被授权方已有生效授权的，按更新处理。',
  ],
  schema: grantFields,
  labels: labelsOf(family),
  cross: ({ org, user, inherit }) => [
    ...(Boolean(org) === Boolean(user) ? [{ path: family === 'lock' ? 'user' : 'org', msg: usersOnly }] : []),
    ...(inherit && user ? [{ path: 'inherit', msg: '授权给用户时没有下级，请填否或留空' }] : []),
  ],
  derive: (given, cells, refs) => {
    const found = refs.resource?.get(resourceWordOf(family, cells));
    given.resource = typeof found === 'string' ? found : undefined;
    if (family === 'lock') given.terms = termsOfFields(given);
  },
  // a lock's terms are a list of one: they lie in a table of their own, and the undo has to keep them
  ...(family === 'lock' ? { parts: { field: 'terms', read: loadTerms, write: replaceTerms } } : {}),
  world: (trx, ctx, keys) => loadWorld(trx, ctx, family, keys),
  defaults: () => ({ rights: family === 'lock' ? ['view', 'control'] : ['view'], inherit: false }),
  lines: (trx, ctx) => makeLineChecker(trx, ctx, family),
  columnsOf: columnsOfFields,
  wordsOf: (v, names) =>
    fieldsInWords(
      v,
      {
        labels: labelsOf(family),
        refs: { resource: 'resource', org: 'org', user: 'user', fence: 'store' },
        own: {
          rights: () =>
            authRights
              .filter((right) => v.rights.includes(right))
              .map((right) => authRightNames[right])
              .join('、'),
          methods: () => methodWords(v.methods ?? []),
          hours: () => timeWords(v.hours ?? []),
          endTime: (value) => String(value).slice(0, 19),
          radiusM: (value) => (v.fence ? String(value) : ''),
          maxOpens: (value) => (family === 'lock' && value !== 0 ? String(value) : ''),
        },
      },
      names,
    ),
  insert: insertGrants,
  // nothing follows, but what was written is looked at
  following: { columns: [], set: guardGrantEnds },
  inserted: async (trx, ctx, rows) => {
    if (family === 'vehicle')
      await tellGrantees(
        trx,
        ctx,
        rows.map(({ id }) => id),
      );
  },
  used: async () => new Map(),
  release: async (trx, ctx, ids) => {
    await sql`update resource_auth set revoked_at = now(), revoked_by = ${ctx.userId} where id = any(${ids}::bigint[])`.execute(
      trx,
    );
  },
});

/** Imports of the three pages of grants. */
export const grantImports: Readonly<Record<GrantFamily, ImportDefinition<GrantFields>>> = {
  vehicle: defineGrantImport('vehicle', authImports, 'auth'),
  map: defineGrantImport('map', mapGrantImports, 'authMap'),
  lock: defineGrantImport('lock', lockGrantImports, 'authLock'),
};

async function loadWorld(trx: Trx, ctx: Ctx, family: GrantFamily, keys: string[]) {
  const references = await loadReferences(trx, ctx, ['org']);
  const users = await trx
    .selectFrom('app_user')
    .select(['id', 'account_code', 'name'])
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .where(orgScope(ctx, 'org_id'))
    .execute();
  const day = await sql<{ today: string }>`select (now() at time zone ${ctx.timeZone})::date::text as today`.execute(
    trx,
  );
  const resources = await loadResourceNames(trx, ctx, family, 'view');
  const stores = family === 'lock' ? await loadFenceStores(trx, ctx) : [];
  const storeIds = new Map<string, string | typeof many>();
  for (const { id, name } of stores) storeIds.set(name, storeIds.has(name) ? many : id);
  return {
    refs: {
      ...references.refs,
      resource: resources,
      store: storeIds,
      user: new Map(users.map((u) => [u.account_code, u.id])),
      day: new Map([
        ['today', day.rows[0]?.today ?? ''],
        ['zone', ctx.timeZone],
      ]),
    },
    choices: references.choices,
    names: new Map([
      ...references.names,
      ...users.map((u) => [`user ${u.id}`, `${u.name}（${u.account_code}）`] as const),
      ...stores.map((s) => [`store ${s.id}`, s.name] as const),
      ...[...resources].flatMap(([name, id]) => (typeof id === 'string' ? [[`resource ${id}`, name] as const] : [])),
    ]),
    known: await loadKnownGrants(trx, ctx, family, keys),
  };
}

/** Checks a line beyond its shape: it may not name a resource that the importing user does not see, give rights that he does not have, or a lock for longer than a year. */
async function makeLineChecker(trx: Trx, ctx: Ctx, family: GrantFamily) {
  const held = new Map<AuthRight, Names>();
  for (const right of grantFamilies[family].rights) held.set(right, await loadResourceNames(trx, ctx, family, right));
  const limit = await sql<{
    day: string;
  }>`select ((now() at time zone ${ctx.timeZone})::date + ${lockGrantDays}::int)::text as day`.execute(trx);
  const last = limit.rows[0]?.day ?? '';
  return ({ cells }: { cells: Cells }): { faults: Fault[] } => {
    const word = resourceWordOf(family, cells);
    const found = held.get('view')?.get(word);
    const name = (cells.resource ?? '').trim();
    if (found === undefined)
      return { faults: name ? [{ field: 'resource', msg: `${noun[family]}“${name}”不存在或不在您的数据范围内` }] : [] };
    if (found === many) return { faults: [{ field: 'resource', msg: `有多个叫“${name}”的，请在页面授权` }] };
    const wanted = family === 'lock' ? (['control'] as const) : rightsOfCell(family, cells.rights ?? '');
    if ('fault' in wanted) return { faults: [] };
    const beyond = wanted.filter((right) => !held.get(right)?.has(word));
    const words = beyond.map((right) => authRightNames[right]).join('、');
    const faults =
      beyond.length > 0
        ? [{ field: family === 'lock' ? 'resource' : 'rights', msg: `您没有“${words}”权限，不能授予` }]
        : [];
    const end = /^(\d{4})\D(\d{1,2})\D(\d{1,2})/u.exec(cells.endTime ?? '');
    const until = end ? `${end[1]}-${end[2]?.padStart(2, '0')}-${end[3]?.padStart(2, '0')}` : '';
    if (family === 'lock' && (cells.endTime === '永久' || until > last))
      faults.push({ field: 'endTime', msg: '蓝牙锁授权的有效期最长1年' });
    return { faults };
  };
}
const noun: Readonly<Record<GrantFamily, string>> = { vehicle: '车辆或设备', map: '地图资源', lock: '蓝牙锁' };

/** New grants, with the terms of those that have any. */
async function insertGrants(trx: Trx, ctx: Ctx, records: GrantFields[]): Promise<string[]> {
  const ids = await insertRows(
    trx,
    ctx,
    'resource_auth',
    records.map((record) => ({ ...columnsOfFields(record), granted_by: ctx.userId })),
  );
  await replaceTerms(
    trx,
    ctx,
    records.flatMap(({ terms }, i) => (terms.length > 0 ? [{ id: ids[i] ?? '', list: terms }] : [])),
  );
  return ids;
}

/** Columns of resource_auth. */
function columnsOfFields(v: GrantFields): RowValues {
  const [kind, id] = v.resource.split(' ');
  return {
    resource_kind: kind,
    resource_id: id,
    org_id: v.org,
    user_id: v.user,
    rights: v.rights,
    inherit: v.inherit,
    valid_until: v.endTime,
    remark: v.remark ?? '',
  };
}

/** Hands the grantees of imported vehicle grants the open messages about those vehicles. */
async function tellGrantees(trx: Trx, ctx: Ctx, ids: string[]): Promise<void> {
  const { rows } = await sql<{ toOrg: boolean; ids: string[] }>`select g.org_id is not null as "toOrg",
      array_agg(distinct coalesce(g.org_id, g.user_id)::text) as ids
    from resource_auth g where g.id = any(${ids}::bigint[]) and g.resource_kind = 'vehicle' group by 1`.execute(trx);
  for (const { toOrg, ids: grantees } of rows) await handOpenMessages(trx, ctx, toOrg, grantees);
}

async function replaceTerms(trx: Trx, ctx: Ctx, lists: ReadonlyArray<{ id: string; list: unknown[] }>): Promise<void> {
  for (const { id, list } of lists) {
    const [terms] = list;
    // from `loadTerms`, or from `terms` of a line that the schema checked
    if (terms !== undefined) await writeTerms(trx, ctx, [id], terms as LockTerms);
  }
}
async function loadTerms(trx: Trx, _ctx: Ctx, ids: string[]): Promise<Map<string, LockTerms[]>> {
  const { rows } = await sql<{ id: string; terms: LockTerms }>`select lg.auth_id::text as id,
      ${termsJson} as terms from lock_grant lg where lg.auth_id = any(${ids}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, terms }) => [id, [terms]]));
}
const termsJson = sql<LockTerms>`json_build_object('methods', lg.methods, 'timeWindows', lg.time_windows, 'fenceStoreId', lg.fence_store_id::text,
  'fenceRadiusM', coalesce(lg.fence_radius_m, 100), 'maxOpens', lg.max_opens)`;

/** Resources on which the caller has the right: from the text that a line would name each by to `<kind> <id>`. */
async function loadResourceNames(trx: Trx, ctx: Ctx, family: GrantFamily, right: AuthRight): Promise<Names> {
  const parts = grantFamilies[family].kinds.map((kind) => {
    const name = nameOfKind(kind, 'r');
    return sql`select ${family === 'map' ? sql`${grantKindNames[kind]} || ' ' || ${name}` : name} as name, ${kind} || ' ' || r.id as id
      from ${tableOfKind(kind)} r where r.client_id = ${ctx.clientId} and r.deleted_at is null and ${visibleOfKind(ctx, kind, 'r', right)}`;
  });
  const { rows } = await sql<{ name: string; id: string }>`${sql.join(parts, sql` union all `)}`.execute(trx);
  const found = new Map<string, string | typeof many>();
  for (const { name, id } of rows) found.set(name, found.has(name) ? many : id);
  return found;
}
/** Stores that may be the fence of a lock: the caller sees them and they have a place on the map. */
async function loadFenceStores(trx: Trx, ctx: Ctx): Promise<Array<{ id: string; name: string }>> {
  const { rows } = await sql<{ id: string; name: string }>`select s.id::text as id, s.name from store s
    where s.client_id = ${ctx.clientId} and s.deleted_at is null and s.place_id is not null and ${visibleStores(ctx, 's')}`.execute(
    trx,
  );
  return rows;
}

const granteeWays = sql`cross join lateral (values ('部门 ' || o.name), ('部门 ' || ${orgWay}), ('账号 ' || u.account_code)) w(way)`;
const fromHeld = sql`from resource_auth g left join org o on o.id = g.org_id left join app_user u on u.id = g.user_id
  left join vehicle v on v.id = g.resource_id and g.resource_kind = 'vehicle'
  left join device d on d.id = g.resource_id and g.resource_kind = 'device'
  left join place p on p.id = g.resource_id and g.resource_kind in ('site', 'region', 'route')
  left join store st on st.id = g.resource_id and g.resource_kind = 'store'
  left join bluetooth_lock l on l.id = g.resource_id and g.resource_kind = 'lock'
  left join lock_grant lg on lg.auth_id = g.id ${granteeWays}`;
const kindWords = sql.join(
  grantFamilies.map.kinds.map(
    (kind: GrantKind) => sql`when ${sql.lit(kind)} then ${sql.lit(`${grantKindNames[kind]} `)}`,
  ),
  sql` `,
);
const keySql = (family: GrantFamily) =>
  sql<string>`${family === 'map' ? sql`case g.resource_kind ${kindWords} end ||` : sql``}
    coalesce(v.plate_no, d.terminal_no, p.name, st.name, l.lock_no) || ' → ' || w.way`;

async function loadKnownGrants(
  trx: Trx,
  ctx: Ctx,
  family: GrantFamily,
  keys: string[],
): Promise<Map<string, Known<GrantFields>>> {
  if (keys.length === 0) return new Map();
  const key = keySql(family);
  const { rows } = await sql<
    Omit<GrantFields, 'kind' | 'terms' | 'methods' | 'hours' | 'fence' | 'radiusM' | 'maxOpens'> & {
      key: string;
      id: string;
      version: number;
      visible: boolean;
      terms: LockTerms | null;
    }
  >`
    select ${key} as key, g.id::text as id, g.version, g.resource_kind || ' ' || g.resource_id as resource, g.org_id::text as org,
      g.user_id::text as "user", g.rights, g.inherit, g.remark, (${orgScope(ctx, 'g.org_id')} or ${orgScope(ctx, 'u.org_id')}) as visible,
      ${wireTimeSql(sql<Date>`g.valid_until`, ctx.timeZone)} || ' ' || ${ctx.timeZone} as "endTime",
      case when lg.auth_id is null then null else ${termsJson} end as terms
    ${fromHeld} where g.client_id = ${ctx.clientId} and g.resource_kind = any(${[...grantFamilies[family].kinds]}::text[])
      and g.revoked_at is null and (g.valid_until is null or g.valid_until > now()) and ${key} = any(${keys}::text[]) order by g.id`.execute(
    trx,
  );
  return new Map(
    rows.map(({ key: at, id, version, visible, terms, ...fields }) => [
      at,
      {
        id,
        version,
        visible,
        fields: {
          ...fields,
          kind: '',
          methods: terms?.methods ?? null,
          hours: terms?.timeWindows ?? null,
          fence: terms?.fenceStoreId ?? null,
          radiusM: terms?.fenceRadiusM ?? 100,
          maxOpens: terms?.maxOpens ?? 0,
          terms: terms ? [terms] : [],
        },
      },
    ]),
  );
}

async function loadKeys(trx: Trx, family: GrantFamily, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string;
    key: string;
  }>`select g.id::text as id, max(${keySql(family)}) as key ${fromHeld}
    where g.id = any(${ids}::bigint[]) and w.way is not null group by g.id`.execute(trx);
  return new Map(rows.map((r) => [r.id, r.key]));
}
