import { authImports } from '@tongda/contract/resource-auth/resource-auth';
import { type AuthRight, authRightNames, grantFamilies } from '@tongda/contract/resource-auth/rights';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { asDate, asYesNo, type CellReader, isWrong, many } from '../../core/import/cells';
import type { Cells, ImportColumn, ImportDefinition, Known } from '../../core/import/definition';
import { wireTimeOf } from '../../core/wire-time';
import { inWords } from '../../core/words';
import { orgScope } from '../org/org.scope';
import { loadReferences } from '../reference/reference.service';
import { nameOfKind, tableOfKind, visibleOfKind } from './auth.kinds';

type Trx = Transaction<DB>;
const kinds = ['vehicle', 'device'] as const;
const rights = grantFamilies.vehicle.rights;
const labels = {
  resource: '车牌/设备号',
  org: '被授权部门',
  user: '被授权账号',
  rights: '权限',
  inherit: '含下级',
  endTime: '有效期至',
  remark: '说明',
} as const;
type Field = keyof typeof labels;

/** `resource` is `<kind> <id>`; a line names a department or an account. */
const schema = z.object({
  resource: z.string('请输入车牌或设备号'),
  org: z.string().nullable().default(null),
  user: z.string().nullable().default(null),
  rights: z.array(z.string()).min(1, '请填写权限'),
  inherit: z.boolean().default(false),
  /** instant with its zone */
  endTime: z
    .string()
    .nullable()
    .default(null)
    .transform((text) => text || null),
  remark: z.string().max(200, '最多200个字符').nullable().default(null),
});
type Fields = z.output<typeof schema>;

const normal = (text: string): string => text.trim();
const grantee = (cells: Cells): string =>
  cells.org ? `部门 ${normal(cells.org)}` : `账号 ${normal(cells.user ?? '')}`;

/** The id behind a word; `what` names it when there is none. */
const asNamed =
  (kind: string, what: string): CellReader =>
  (text, refs) => {
    const found = refs[kind]?.get(normal(text));
    if (found === undefined) return { fault: `${what}“${text}”不存在或不在您的数据范围内` };
    return found === many ? { fault: `有多个${what}叫“${text}”，请填写完整路径` } : found;
  };
const asRights: CellReader = (text) => {
  const words = text.split(/[、,，;；\s]+/u).filter(Boolean);
  const unknown = words.find((word) => !rights.some((right) => authRightNames[right] === word));
  if (unknown) return { fault: `权限“${unknown}”不正确，应为：${rights.map((r) => authRightNames[r]).join('、')}` };
  return rights.filter((right) => right === 'view' || words.includes(authRightNames[right]));
};
/** The end of the day in the company's zone. */
const asEnd: CellReader = (text, refs) => {
  if (text === '永久') return '';
  const day = asDate(text, refs);
  const today = refs.day?.get('today');
  if (isWrong(day)) return day;
  if (typeof today === 'string' && String(day) < today) return { fault: '有效期不能早于今天' };
  return `${String(day)} 23:59:59 ${String(refs.day?.get('zone') ?? 'UTC')}`;
};

function columns(choices: Readonly<Record<string, readonly string[]>>): ImportColumn[] {
  const column = (field: Field, example: string, note: string, more: Partial<ImportColumn> = {}): ImportColumn => ({
    field,
    label: labels[field],
    example,
    note,
    ...more,
  });
  return [
    column('resource', '沪A12345', '您可见的车牌号或设备号', { required: true, as: asNamed('resource', '车辆或设备') }),
    column('org', choices.org?.[0] ?? '总部', '部门名称或完整路径；与被授权账号二选一', {
      options: choices.org,
      as: asNamed('org', '部门'),
    }),
    column('user', 'zhangsan', '用户账号；与被授权部门二选一', { as: asNamed('user', '账号') }),
    column('rights', '查看、控制', `${rights.map((r) => authRightNames[r]).join('、')}，用顿号隔开；空白为查看`, {
      as: asRights,
    }),
    column('inherit', '是', '是、否；部门授权是否含下级部门，空白为否', { options: ['是', '否'], as: asYesNo }),
    column('endTime', '2027-12-31', '日期；空白或“永久”为长期', { as: asEnd }),
    column('remark', '', '最多200个字符'),
  ];
}

/** Grants of vehicles and devices from a spreadsheet; resource and grantee together tell which one a line is about. */
export const authImportDefinition: ImportDefinition<Fields> = {
  calls: authImports,
  entity: 'auth',
  table: 'resource_auth',
  key: {
    field: 'resource',
    label: '授权',
    column: 'id',
    normal,
    of: (cells) => `${normal(cells.resource ?? '')} → ${grantee(cells)}`,
    ofIds: keysOf,
  },
  columns,
  notes: ['被授权部门和被授权账号只填一个；同一资源和被授权方已有生效授权的，按更新处理。'],
  schema,
  labels,
  cross: ({ org, user, inherit }) => [
    ...(Boolean(org) === Boolean(user) ? [{ path: 'org', msg: '请填写被授权部门或被授权账号，只填一个' }] : []),
    ...(inherit && user ? [{ path: 'inherit', msg: '授权给用户时没有下级，请填否或留空' }] : []),
  ],
  world: async (trx, ctx, keys) => {
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
    const resources = await namesOf(trx, ctx, 'view');
    return {
      refs: {
        ...references.refs,
        resource: resources,
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
        ...[...resources].map(([name, id]) => [`resource ${id}`, name] as const),
      ]),
      known: await knownGrants(trx, ctx, keys),
    };
  },
  defaults: () => ({ rights: ['view'], inherit: false }),
  lines: async (trx, ctx) => {
    const held = new Map<AuthRight, ReadonlyMap<string, string>>();
    for (const right of rights) held.set(right, await namesOf(trx, ctx, right));
    return ({ cells }) => {
      const wanted = asRights(cells.rights ?? '', {});
      const name = normal(cells.resource ?? '');
      if (!Array.isArray(wanted) || !held.get('view')?.has(name)) return { faults: [] };
      const beyond = rights.filter((right) => wanted.includes(right) && !held.get(right)?.has(name));
      const words = beyond.map((right) => authRightNames[right]).join('、');
      return { faults: beyond.length > 0 ? [{ field: 'rights', msg: `您没有“${words}”权限，不能授予` }] : [] };
    };
  },
  columnsOf: (v) => {
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
  },
  wordsOf: (v, names) =>
    inWords<Field>(
      v,
      {
        labels,
        refs: { resource: 'resource', org: 'org', user: 'user' },
        own: {
          rights: (value) => (value as AuthRight[]).map((r) => authRightNames[r]).join('、'),
          endTime: (value) => String(value).slice(0, 19),
        },
      },
      names,
    ),
  insert: async (trx, ctx, records) => {
    const ids: string[] = [];
    for (const record of records) {
      const [kind = '', id = ''] = record.resource.split(' ');
      const { rows } = await sql<{
        id: string;
      }>`insert into resource_auth (client_id, resource_kind, resource_id, org_id, user_id, rights, inherit,
          valid_until, remark, granted_by, updated_by)
        values (${ctx.clientId}, ${kind}, ${id}, ${record.org}, ${record.user}, ${record.rights}::text[], ${record.inherit},
          ${record.endTime}::timestamptz, ${record.remark ?? ''}, ${ctx.userId}, ${ctx.userId}) returning id::text as id`.execute(
        trx,
      );
      ids.push(rows[0]?.id ?? '');
    }
    return ids;
  },
  used: async () => new Map(),
  release: async (trx, ctx, ids) => {
    await sql`update resource_auth set revoked_at = now(), revoked_by = ${ctx.userId} where id = any(${ids}::bigint[])`.execute(
      trx,
    );
  },
};

/** Names of vehicles and devices on which the caller has a right, to `<kind> <id>`. */
async function namesOf(trx: Trx, ctx: Ctx, right: AuthRight): Promise<Map<string, string>> {
  const parts = kinds.map(
    (kind) => sql`select ${nameOfKind(kind, 'r')} as name, ${kind} || ' ' || r.id as id from ${tableOfKind(kind)} r
      where r.client_id = ${ctx.clientId} and r.deleted_at is null and ${visibleOfKind(ctx, kind, 'r', right)}`,
  );
  const { rows } = await sql<{ name: string; id: string }>`${sql.join(parts, sql` union all `)}`.execute(trx);
  return new Map(rows.map((r) => [r.name, r.id]));
}

const granteeWays = sql`cross join lateral (values ('部门 ' || o.name), ('部门 ' || (select string_agg(a.name, '/' order by cardinality(a.path))
  from org a where a.id = any(o.path))), ('账号 ' || u.account_code)) w(way)`;
const fromHeld = sql`from resource_auth g left join org o on o.id = g.org_id left join app_user u on u.id = g.user_id
  left join vehicle v on v.id = g.resource_id and g.resource_kind = 'vehicle'
  left join device d on d.id = g.resource_id and g.resource_kind = 'device' ${granteeWays}`;
const keySql = sql<string>`coalesce(v.plate_no, d.terminal_no) || ' → ' || w.way`;

async function knownGrants(trx: Trx, ctx: Ctx, keys: string[]): Promise<Map<string, Known<Fields>>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Fields & { key: string; id: string; version: number; visible: boolean }>`
    select ${keySql} as key, g.id::text as id, g.version, g.resource_kind || ' ' || g.resource_id as resource, g.org_id::text as org,
      g.user_id::text as "user", g.rights, g.inherit, g.remark, (${orgScope(ctx, 'g.org_id')} or ${orgScope(ctx, 'u.org_id')}) as visible,
      ${wireTimeOf(sql<Date>`g.valid_until`, ctx.timeZone)} || ' ' || ${ctx.timeZone} as "endTime"
    ${fromHeld} where g.client_id = ${ctx.clientId} and g.resource_kind in ('vehicle', 'device') and g.revoked_at is null
      and (g.valid_until is null or g.valid_until > now()) and ${keySql} = any(${keys}::text[]) order by g.id`.execute(
    trx,
  );
  return new Map(rows.map(({ key, id, version, visible, ...fields }) => [key, { id, version, visible, fields }]));
}

async function keysOf(trx: Trx, _ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; key: string }>`select g.id::text as id, max(${keySql}) as key ${fromHeld}
    where g.id = any(${ids}::bigint[]) and w.way is not null group by g.id`.execute(trx);
  return new Map(rows.map((r) => [r.id, r.key]));
}
