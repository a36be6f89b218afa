import { interfaceApplyStatus, msgType, publishStatus } from '@tongda/contract/base/system-enums';
import { programAnswers } from '@tongda/contract/company/openapi/answers';
import {
  type FieldNote,
  type OpenInterfaceFields,
  type openInterfaceAdd,
  openInterfaceLabels,
  type openInterfacePublish,
  type openInterfaceUpdate,
} from '@tongda/contract/company/openapi/interfaces';
import type { Parsed } from '@tongda/contract/core/endpoint';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../../../core/db/trx';
import { guardUnique, type Taken } from '../../../../core/db/unique';
import type { Ctx } from '../../../../core/http/ctx';
import {
  changedMeanwhile,
  forbiddenError,
  illegalTransition,
  invalidField,
  notFound,
} from '../../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../../core/record/audit';
import { fieldsInWords, type Wording } from '../../../../core/record/words';
import { tellUsers } from '../../../base/message/door';
import { offeredInterfaces } from '../catalogue';
import { describeInterface } from '../document';
import { loadInterface } from './repo';

/** Of change_history. */
export const interfaceEntity = 'openInterface';
const wording: Wording<keyof OpenInterfaceFields> = {
  labels: openInterfaceLabels,
  dicts: { charge: 'interfaceCharge' },
  // the field of the form
  own: { notes: (notes) => (notes as FieldNote[]).map(({ path, note }) => `${path}：${note}`).join('；') },
};

/** Only the provider's own staff at home: a company must not publish interfaces. */
export function refuseUnlessStaff(ctx: Ctx): void {
  if (!ctx.provider || ctx.actor) throw forbiddenError();
}

const taken: Taken = {
  open_interface_name: { field: 'name', msg: '接口名称已存在' },
  open_interface_key_key: { field: 'key', msg: '接口已在列表中' },
};

/** Takes a call that the program offers into the list, unpublished and with the program's own words. */
export function addInterface(ctx: Ctx, { key }: Parsed<typeof openInterfaceAdd>): Promise<{ id: string }> {
  refuseUnlessStaff(ctx);
  const offered = offeredInterfaces.find((one) => one.key === key);
  if (!offered) throw invalidField('key', '接口不存在，请重新选择');
  const { name, group, summary } = offered;
  return ctx.db(async (trx) => {
    const { id } = await guardUnique(taken, () =>
      trx
        .insertInto('open_interface')
        .values({
          key,
          name,
          category: group,
          summary,
          sort: sql<number>`(select least(coalesce(max(sort), 0) + 10, 999) from open_interface)`,
          updated_name: ctx.userName,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    await recordChanges(trx, ctx, [{ entity: interfaceEntity, entityId: id, action: `新增${name}` }]);
    return { id };
  });
}

/** Changes words and limits. What companies read changes at once, also of a published interface. */
export function updateInterface(
  ctx: Ctx,
  { id, version, ...fields }: Parsed<typeof openInterfaceUpdate>,
): Promise<{ id: string; version: number }> {
  refuseUnlessStaff(ctx);
  return ctx.db(async (trx) => {
    const before = await loadInterface(trx, ctx, id);
    refuseUnlessCallable(before.key, fields);
    const changes = changesBetween(
      fieldsInWords(before, wording, new Map()),
      fieldsInWords(fields, wording, new Map()),
      openInterfaceLabels,
    );
    const { answerExample, chargeNote, perSecond, dailyLimit, notes, ...plain } = fields;
    const changed = await guardUnique(taken, () =>
      trx
        .updateTable('open_interface')
        .set({
          ...plain,
          notes: JSON.stringify(notes),
          answer_example: answerExample,
          charge_note: chargeNote,
          per_second: perSecond,
          daily_limit: dailyLimit,
          edition_no: before.editionNo + (changes.some(({ field }) => field !== 'sort') ? 1 : 0),
          version: version + 1,
          updated_at: sql<Date>`now()`,
          updated_name: ctx.userName,
        })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst(),
    );
    if (changed.numUpdatedRows === 0n) throw changedMeanwhile(interfaceEntity, id);
    if (changes.length > 0)
      await recordChanges(trx, ctx, [{ entity: interfaceEntity, entityId: id, action: '编辑', changes }]);
    return { id, version: version + 1 };
  });
}

/** 4000 unless the example is a request that the call accepts, and every note belongs to a field of it. */
function refuseUnlessCallable(key: string, { example, answerExample, notes }: OpenInterfaceFields): void {
  const offered = offeredInterfaces.find((one) => one.key === key);
  if (!offered) throw notFound('开放接口');
  if (example !== '') {
    const said = parseJson(example);
    if (!z.record(z.string(), z.unknown()).safeParse(said).success)
      throw invalidField('example', '请求示例不是有效的JSON对象');
    const fault = offered.endpoint.input.safeParse(said).error?.issues[0];
    if (fault)
      throw invalidField(
        'example',
        `接口不接受此请求示例：${[fault.path.join('.'), fault.message].filter(Boolean).join(' ')}`,
      );
  }
  if (answerExample !== '' && parseJson(answerExample) === undefined)
    throw invalidField('answerExample', '返回示例不是有效的JSON');
  const { params, result } = describeInterface(offered, '');
  const known = { params: pathsOf(params), result: pathsOf(result), errors: programAnswers.map(({ key }) => key) };
  const lost = notes.find(({ side, path }) => !known[side].includes(path));
  if (lost) throw invalidField('notes', `接口没有${lost.side === 'errors' ? '错误码' : '字段'}${lost.path}`);
}

const pathsOf = (fields: ReadonlyArray<{ path: string }>): string[] => fields.map(({ path }) => path);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Publishes an interface, or withdraws it: programs are refused from then on, and the companies that use it are told. */
export function publishInterface(
  ctx: Ctx,
  { id, version, publish, reason }: Parsed<typeof openInterfacePublish>,
): Promise<null> {
  refuseUnlessStaff(ctx);
  return ctx.db(async (trx) => {
    const { key, name, status } = await loadInterface(trx, ctx, id);
    const isPublished = status === publishStatus.published;
    if (publish === isPublished) throw illegalTransition(publish ? '接口已经发布' : '只有已发布的接口可以下线');
    const changed = await trx
      .updateTable('open_interface')
      .set({
        status: publish ? publishStatus.published : publishStatus.withdrawn,
        version: version + 1,
        updated_at: sql<Date>`now()`,
        updated_name: ctx.userName,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw changedMeanwhile(interfaceEntity, id);
    const what = publish ? '已发布' : `已下线：${reason}`;
    await recordChanges(trx, ctx, [{ entity: interfaceEntity, entityId: id, action: what }]);
    if (status !== publishStatus.draft)
      await tellUsing(trx, key, {
        title: `接口${publish ? '恢复' : '下线'}：${name}`,
        content: publish
          ? `开放接口“${name}”已恢复，已开通的应用可以继续调用。`
          : `开放接口“${name}”已下线，调用会被拒绝。原因：${reason}。`,
        onceKey: `open interface ${id} ${version}`,
      });
    return null;
  });
}

/** Tells who asked for an interface in the companies for which it is open. */
async function tellUsing(
  trx: Trx,
  key: string,
  words: { title: string; content: string; onceKey: string },
): Promise<void> {
  const companies = await trx
    .selectFrom('interface_apply as g')
    .leftJoin('open_app as a', 'a.id', 'g.app_id')
    .select(['g.client_id as clientId', sql<string[]>`array_agg(distinct g.user_id::text)`.as('userIds')])
    .where('g.interface_key', '=', key)
    .where('g.status', '=', interfaceApplyStatus.opened)
    .where('a.deleted_at', 'is', null)
    .groupBy('g.client_id')
    .orderBy('g.client_id')
    .execute();
  for (const { clientId, userIds } of companies)
    await tellUsers(trx, { clientId, category: 14, type: msgType.notice, ...words }, userIds, true);
}
