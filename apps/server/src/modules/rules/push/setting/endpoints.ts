import type { Parsed } from '@tongda/contract/core/endpoint';
import { robotBeyondWords } from '@tongda/contract/rules/push/beyond';
import type { EndpointRow, endpointAdd } from '@tongda/contract/rules/push/calls';
import { type EndpointKind, pushChannel } from '@tongda/contract/rules/push/enums';
import { type RawBuilder, sql } from 'kysely';
import { requireRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import { wireTimeSql } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { blockedByRule, forbiddenError, invalidField } from '../../../../core/http/errors';
import { maskUrl } from '../../../../core/notify/outbound';
import { deleteRecords, type Register, registerWrites, useSentence } from '../../../../core/record/register';
import { tellsBeyond } from '../whole';

type Fields = Parsed<typeof endpointAdd>;

/** SQL: settings `s` that use a robot `p`, among their receivers or in a tier of their escalation. */
const users = sql`push_setting s
  where s.client_id = p.client_id and s.deleted_at is null and (p.id = any(s.endpoint_ids)
    or exists (select from jsonb_array_elements(case when jsonb_typeof(s.escalation) = 'array' then s.escalation else '[]' end) t where t->'endpointIds' ? p.id::text))`;
/** SQL array of their names. */
const usedBy: RawBuilder<string[]> = sql<string[]>`array(select s.name from ${users} order by 1)`;

/** SQL: the name of a setting that uses a robot `p` and tells of vehicles that the caller does not see: the robot's address is where that goes. */
const usedBeyond = (ctx: Ctx) =>
  sql<string | null>`(select s.name from ${users} and ${tellsBeyond(ctx, 's')} order by 1 limit 1)`;

const selectEndpoints = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('push_endpoint as p')
    .select(['p.id', 'p.kind', 'p.name', 'p.url', 'p.secret', 'p.per_minute as perMinute', 'p.enabled', 'p.version'])
    .select([
      usedBy.as('usedBy'),
      usedBeyond(ctx).as('beyondBy'),
      wireTimeSql(sql<Date>`p.updated_at`, ctx.timeZone).as('updateTime'),
    ])
    .where('p.client_id', '=', ctx.clientId)
    .where('p.deleted_at', 'is', null);

export async function listEndpoints(trx: Trx, ctx: Ctx): Promise<EndpointRow[]> {
  const rows = await selectEndpoints(trx, ctx).orderBy('p.name').execute();
  return rows.map(({ url, secret, kind, ...row }) => ({
    ...row,
    // the check of the table allows these codes only
    kind: kind as EndpointKind,
    url: maskUrl(url),
    hasSecret: secret !== '',
  }));
}

export const findEndpoint = (trx: Trx, ctx: Ctx, id: string) =>
  selectEndpoints(trx, ctx).where('p.id', '=', id).executeTakeFirst();

/** Hosts of the makers' robots. Another address in that field is a mistake, unless the operator allows it as a server of his own (`privateHosts`). */
const hosts: Readonly<Record<number, RegExp>> = {
  [pushChannel.wecom]: /^qyapi\.weixin\.qq\.com$/u,
  [pushChannel.dingtalk]: /^oapi\.dingtalk\.com$/u,
  [pushChannel.feishu]: /^open\.(?:feishu\.cn|larksuite\.com)$/u,
};

function checkUrl({ kind, url }: { kind: number; url: string }, privateHosts: readonly string[]): void {
  const { host, hostname } = parseUrl(url);
  const wanted = hosts[kind];
  if (!wanted || wanted.test(hostname) || privateHosts.includes(host) || privateHosts.includes(hostname)) return;
  throw invalidField('url', `这不是${pushChannel.label(kind)}的地址，请从群聊的机器人设置中复制Webhook地址`);
}

function parseUrl(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw invalidField('url', '地址格式错误');
  }
}

/** The fields of a robot as they are stored. */
type StoredEndpoint = Omit<Fields, 'secret'> & { secret: string };
type FoundEndpoint = NonNullable<Awaited<ReturnType<typeof findEndpoint>>>;
const secretLabel = '密钥';

/** The register of robots and webhooks. Its history does not say secrets, and of an address only what `maskUrl` leaves. */
const endpointRegister: Register<StoredEndpoint> = {
  entity: 'push_endpoint',
  table: 'push_endpoint',
  noun: '机器人或Webhook',
  wording: {
    labels: { kind: '类型', name: '名称', url: '地址', perMinute: '每分钟条数', enabled: '启用' },
    dicts: { kind: pushChannel.typeCode },
    own: { url: (url) => maskUrl(String(url)) },
  },
  columnsOf: (v) => ({
    kind: v.kind,
    name: v.name,
    url: v.url,
    secret: v.secret,
    per_minute: v.perMinute,
    enabled: v.enabled,
  }),
  twice: (index) => (index === 'push_endpoint_name' ? { field: 'name', msg: '名称已存在' } : null),
};

/** What a request says of a robot, and the hosts in private networks that may be called. */
interface GivenEndpoint extends Fields {
  privateHosts: readonly string[];
}

/** 新增 and 编辑 of robots. A change ends the pause of one that had sent more than its maker's limit. */
export const endpointWrites = registerWrites<GivenEndpoint, StoredEndpoint, FoundEndpoint>(endpointRegister, {
  load: async (trx, ctx, id) => {
    const found = requireRow(await findEndpoint(trx, ctx, id), endpointRegister.noun);
    if (found.beyondBy !== null) throw forbiddenError(robotBeyondWords(found.name, found.beyondBy));
    return found;
  },
  prepare: async (_trx, _ctx, { privateHosts, ...given }, before) => {
    // the form sends back the masked address that it was given: the stored one stays
    const url = before && given.url === maskUrl(before.url) ? before.url : given.url;
    const fields = { ...given, url, secret: given.secret ?? before?.secret ?? '' };
    checkUrl(fields, privateHosts);
    return {
      fields,
      names: new Map(),
      columns: before ? { paused_until: null } : {},
      also: async () =>
        before && fields.secret !== before.secret
          ? [{ field: 'secret', label: secretLabel, before: '', after: '已更换' }]
          : [],
    };
  },
});

export function deleteEndpoint(ctx: Ctx, id: string): Promise<null> {
  return ctx.db(async (trx) => {
    const { name, usedBy: settings } = requireRow(await findEndpoint(trx, ctx, id), endpointRegister.noun);
    if (settings.length > 0) throw blockedByRule(`${name}正被${useSentence('推送设置', '项', settings)}使用，无法删除`);
    await deleteRecords(trx, ctx, endpointRegister, [id]);
    return null;
  });
}
