import type { Parsed } from '@tongda/contract/core/endpoint';
import type { EndpointRow, endpointAdd, endpointUpdate } from '@tongda/contract/rules/push/calls';
import { type EndpointKind, pushChannel } from '@tongda/contract/rules/push/enums';
import { type RawBuilder, sql } from 'kysely';
import { deleteRows, insertRows, requireRow, updateRow } from '../../../../core/db/rows';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { blocked, invalid, invalidField } from '../../../../core/http/errors';
import { wireTimeSql } from '../../../../core/http/wire-time';
import { changesBetween, recordChanges } from '../../../../core/record/audit';
import { useSentence } from '../../../../core/record/register';
import { maskUrl } from './mask';

type Fields = Parsed<typeof endpointAdd>;

/** SQL array of the names of settings that use a robot, among their receivers or in a tier of their escalation. */
const usedBy: RawBuilder<string[]> = sql<string[]>`array(select s.name from push_setting s
  where s.client_id = p.client_id and s.deleted_at is null and (p.id = any(s.endpoint_ids)
    or exists (select from jsonb_array_elements(case when jsonb_typeof(s.escalation) = 'array' then s.escalation else '[]' end) t where t->'endpointIds' ? p.id::text))
  order by 1)`;

const selectEndpoints = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('push_endpoint as p')
    .select(['p.id', 'p.kind', 'p.name', 'p.url', 'p.secret', 'p.per_minute as perMinute', 'p.enabled', 'p.version'])
    .select([usedBy.as('usedBy'), wireTimeSql(sql<Date>`p.updated_at`, ctx.timeZone).as('updateTime')])
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

const labels = {
  kind: '类型',
  name: '名称',
  url: '地址',
  secret: '密钥',
  perMinute: '每分钟条数',
  enabled: '启用',
} as const;
/** The values of a robot as the change history shows them: of the secret parts only that they changed. */
const endpointWords = (v: { kind: number; name: string; url: string; perMinute: number; enabled: boolean }) => ({
  kind: pushChannel.label(v.kind),
  name: v.name,
  url: maskUrl(v.url),
  perMinute: String(v.perMinute),
  enabled: v.enabled ? '是' : '否',
});

async function guardName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    // errors of pg have this property; of anything else it is undefined
    const { constraint } = error as { constraint?: string };
    if (constraint === 'push_endpoint_name') throw invalid({ field: 'name', msg: '名称已存在' });
    throw error;
  }
}

const columnsOf = (v: Omit<Fields, 'secret'> & { secret: string }) => ({
  kind: v.kind,
  name: v.name,
  url: v.url,
  secret: v.secret,
  per_minute: v.perMinute,
  enabled: v.enabled,
});

export function addEndpoint(ctx: Ctx, fields: Fields, privateHosts: readonly string[]): Promise<{ id: string }> {
  checkUrl(fields, privateHosts);
  return ctx.db(async (trx) => {
    const [id = ''] = await guardName(() =>
      insertRows(trx, ctx, 'push_endpoint', [columnsOf({ ...fields, secret: fields.secret ?? '' })]),
    );
    const changes = changesBetween({}, endpointWords(fields), labels);
    await recordChanges(trx, ctx, [{ entity: 'push_endpoint', entityId: id, action: '新增', changes }]);
    return { id };
  });
}

export function updateEndpoint(ctx: Ctx, input: Parsed<typeof endpointUpdate>, privateHosts: readonly string[]) {
  const { id, version, ...given } = input;
  return ctx.db(async (trx) => {
    const before = requireRow(await findEndpoint(trx, ctx, id), '机器人或Webhook');
    // the form sends back the masked address that it was given: the stored one stays
    const url = given.url === maskUrl(before.url) ? before.url : given.url;
    const fields = { ...given, url, secret: given.secret ?? before.secret };
    checkUrl(fields, privateHosts);
    const next = await guardName(() =>
      updateRow(trx, ctx, 'push_endpoint', { id, version, values: { ...columnsOf(fields), paused_until: null } }),
    );
    const changes = changesBetween(endpointWords(before), endpointWords(fields), labels);
    if (fields.secret !== before.secret)
      changes.push({ field: 'secret', label: labels.secret, before: '', after: '已更换' });
    await recordChanges(trx, ctx, [{ entity: 'push_endpoint', entityId: id, action: '编辑', changes }]);
    return { id, version: next };
  });
}

export function deleteEndpoint(ctx: Ctx, id: string): Promise<null> {
  return ctx.db(async (trx) => {
    const { name, usedBy: settings } = requireRow(await findEndpoint(trx, ctx, id), '机器人或Webhook');
    if (settings.length > 0) throw blocked(`${name}正被${useSentence('推送设置', '项', settings)}使用，无法删除`);
    await deleteRows(trx, ctx, 'push_endpoint', [id]);
    await recordChanges(trx, ctx, [{ entity: 'push_endpoint', entityId: id, action: '删除' }]);
    return null;
  });
}
