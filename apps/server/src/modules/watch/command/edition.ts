import { publishStatus } from '@tongda/contract/base/system-enums';
import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import {
  type EditionFields,
  type EditionOption,
  type EditionRow,
  editionColumns,
  type editionEnable,
  editionFilters,
  editionLabels,
  type editionPreview,
  type editionPublish,
  type InstructParam,
  type InstructValues,
} from '@tongda/contract/watch/command/edition';
import { isDangerousEdition } from '@tongda/contract/watch/command/edition-danger';
import { instructDanger, instructProtocol } from '@tongda/contract/watch/command/edition-enums';
import { sql } from 'kysely';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, illegalTransition, invalid, invalidField, notFound } from '../../../core/http/errors';
import { changesBetween, recordChanges, switchChanges } from '../../../core/record/audit';
import { addRecord, changeRecord, guardWrite, type Register } from '../../../core/record/register';
import { registerRows } from '../../../core/record/rows';
import { encodeInstruct, sampleFrame, ValueFault } from '../../../frames/instruct';
import type { Composed } from './orders';

const noun = '指令版本';

const paramsInWords = (value: unknown): string =>
  // the field of the form
  (value as InstructParam[]).map(({ key, name, type, length }) => `${name}(${key},${type},${length})`).join('、');

const editionRegister: Register<EditionFields> = {
  entity: 'instructEdition',
  table: 'instruct_edition',
  noun,
  wording: {
    labels: editionLabels,
    dicts: { danger: instructDanger.typeCode, protocol: instructProtocol.typeCode },
    own: { params: paramsInWords },
  },
  columnsOf: (v) => ({
    name: v.name,
    code: v.code,
    protocol: v.protocol,
    models: v.models,
    firmware_from: v.firmwareFrom,
    firmware_until: v.firmwareUntil,
    msg_id: v.msgId,
    answer_msg_id: v.answerMsgId,
    params: v.params,
    timeout_s: v.timeoutS,
    retry: v.retry,
    danger: v.danger,
    remark: v.remark,
  }),
  twice: (index) =>
    index === 'instruct_edition_code' || index === 'instruct_edition_current'
      ? { field: 'code', msg: '编码已存在，请编辑已有的指令' }
      : null,
};

const selectEditions = (trx: Trx, ctx: Pick<Ctx, 'timeZone' | 'clientId'>) =>
  trx
    .selectFrom('instruct_edition as e')
    .where('e.client_id', '=', ctx.clientId)
    .where('e.deleted_at', 'is', null)
    .select(['e.id', 'e.name', 'e.code', 'e.edition_no as editionNo', 'e.models', 'e.msg_id as msgId', 'e.enabled'])
    .select(['e.firmware_from as firmwareFrom', 'e.firmware_until as firmwareUntil', 'e.answer_msg_id as answerMsgId'])
    .select(['e.timeout_s as timeoutS', 'e.retry', 'e.remark', 'e.version'])
    .select([
      sql<EditionRow['protocol']>`e.protocol`.as('protocol'),
      sql<EditionRow['danger']>`e.danger`.as('danger'),
      sql<EditionRow['status']>`e.status`.as('status'),
      // only this file fills the column
      sql<InstructParam[]>`e.params`.as('params'),
      sql<number>`jsonb_array_length(e.params)`.as('paramCount'),
      wireTimeSql(sql<Date>`e.updated_at`, ctx.timeZone).as('updateTime'),
    ]);

export const editionRows = registerRows({
  filters: editionFilters,
  columns: editionColumns,
  alias: 'e',
  select: selectEditions,
  usual: sql`e.code, e.edition_no desc`,
  own: { model: (name) => sql<boolean>`(${name} = any(e.models) or cardinality(e.models) = 0)` },
});

const load = async (trx: Trx, ctx: Ctx, id: string): Promise<EditionRow> =>
  requireRow(await editionRows.find(trx, ctx, id), noun);

/** A new command, as a draft. */
export const addEdition = (ctx: Ctx, fields: EditionFields): Promise<{ id: string }> =>
  ctx.db(async (trx) => ({ id: await addRecord(trx, ctx, editionRegister, fields, new Map()) }));

/** Changes a draft; of a published edition it makes the next one, as a draft. */
export function updateEdition(
  ctx: Ctx,
  { id, version, ...fields }: EditionFields & { id: string; version: number },
): Promise<{ id: string; version: number }> {
  return ctx.db(async (trx) => {
    const before = await load(trx, ctx, id);
    if (fields.code !== before.code) throw invalidField('code', '编码不能修改，请新增指令');
    if (before.status === publishStatus.draft)
      return {
        id,
        version: await changeRecord(trx, ctx, editionRegister, { id, version, before, fields, names: new Map() }),
      };
    if (before.status === publishStatus.withdrawn) throw illegalTransition('这是旧版本，请编辑最新版本');
    const columns = { edition_no: before.editionNo + 1 };
    const next = await guardWrite({ twice: () => ({ field: 'code', msg: '该指令已有未发布的新版本，请编辑它' }) }, () =>
      addRecord(trx, ctx, { ...editionRegister, twice: () => null }, fields, new Map(), { columns }),
    );
    return { id: next, version: 1 };
  });
}

/** A dangerous edition is published by somebody who wrote nothing of it. */
async function requireSecond(trx: Trx, ctx: Ctx, id: string): Promise<void> {
  const me = [ctx.userId, ctx.actor?.userId ?? ctx.userId];
  const wrote = await trx
    .selectFrom('change_history')
    .select('id')
    .where('client_id', '=', ctx.clientId)
    .where('entity', '=', editionRegister.entity)
    .where('entity_id', '=', id)
    .where((eb) => eb.or([eb('user_id', 'in', me), eb('actor_user_id', 'in', me)]))
    .executeTakeFirst();
  if (wrote) throw blockedByRule('危险指令须由编写人以外的另一人发布');
}

/** 发布: the edition before it is followed by it. */
export function publishEdition(ctx: Ctx, { id, version }: Parsed<typeof editionPublish>): Promise<null> {
  return ctx.db(async (trx) => {
    const edition = await load(trx, ctx, id);
    if (edition.status !== publishStatus.draft) throw illegalTransition('只有草稿可以发布');
    if (isDangerousEdition(edition)) await requireSecond(trx, ctx, id);
    await trx
      .updateTable('instruct_edition')
      .set({ status: publishStatus.withdrawn })
      .where('code', '=', edition.code)
      .where('client_id', '=', ctx.clientId)
      .where('status', '=', publishStatus.published)
      .execute();
    await updateRow(trx, ctx, 'instruct_edition', { id, version, values: { status: publishStatus.published } });
    const changes = changesBetween(
      { status: publishStatus.label(edition.status) },
      { status: publishStatus.label(publishStatus.published) },
      { status: '状态' },
    );
    await recordChanges(trx, ctx, [{ entity: editionRegister.entity, entityId: id, action: '发布', changes }]);
    return null;
  });
}

export function enableEdition(ctx: Ctx, { id, version, enabled }: Parsed<typeof editionEnable>): Promise<null> {
  return ctx.db(async (trx) => {
    const before = await load(trx, ctx, id);
    if (before.enabled === enabled) return null;
    await updateRow(trx, ctx, 'instruct_edition', { id, version, values: { enabled } });
    const changes = switchChanges(before.enabled, enabled);
    await recordChanges(trx, ctx, [
      { entity: editionRegister.entity, entityId: id, action: enabled ? '启用' : '停用', changes },
    ]);
    return null;
  });
}

/** Runs an encoding; what does not fit is a fault at the field of the value. */
function encoded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ValueFault)
      throw invalid({ field: error.key === '' ? 'params' : `values.${error.key}`, msg: error.message });
    if (error instanceof RangeError) throw invalidField('params', '内容超过一帧能容纳的1023字节');
    throw error;
  }
}

/** 预览: the message with these values. */
export async function previewEdition(
  _ctx: Ctx,
  { msgId, protocol, params, values }: Parsed<typeof editionPreview>,
): Promise<Output<typeof editionPreview>> {
  return encoded(() => {
    const body = encodeInstruct(msgId, params, values);
    return { body, frame: sampleFrame(msgId, body, protocol), bytes: body.length / 2 };
  });
}

export type Edition = EditionRow;

/** The published and enabled edition; 4000 or 4011 where it cannot be sent. */
export async function requireEdition(trx: Trx, ctx: Ctx, id: string | null): Promise<Edition> {
  if (id === null) throw invalidField('editionId', '请选择指令');
  const edition = await selectEditions(trx, ctx).where('e.id', '=', id).executeTakeFirst();
  if (!edition) throw notFound('指令');
  if (edition.status !== publishStatus.published)
    throw blockedByRule(`指令“${edition.name}”没有发布或已有新版本，请重新选择`);
  if (!edition.enabled) throw blockedByRule(`指令“${edition.name}”已停用`);
  return edition;
}

/** What goes out of an edition with these values; 4000 at the value that does not fit. */
export function editionOrder(edition: Edition, values: InstructValues): Composed {
  const hex = encoded(() => encodeInstruct(edition.msgId, edition.params, values));
  const words = edition.params.flatMap(({ key, name, fallback, options }) => {
    const value = String(values[key] ?? fallback);
    const option = options.find(({ code }) => String(code) === value)?.name;
    return value === '' ? [] : [`${name} ${option ?? value}`];
  });
  return {
    order: {
      kind: 'custom',
      name: edition.name,
      msgId: Number.parseInt(edition.msgId, 16),
      hex,
      answerId: edition.answerMsgId === null ? null : Number.parseInt(edition.answerMsgId, 16),
      waitS: edition.timeoutS,
      // one of before that is dangerous by what it sends is not repeated either
      retry: isDangerousEdition(edition) ? 0 : edition.retry,
    },
    summary: [`${edition.name} v${edition.editionNo}`, words.join('，')].filter(Boolean).join('：').slice(0, 500),
  };
}

/** Editions that can be sent, by name. */
export const listEditionOptions = (ctx: Ctx): Promise<EditionOption[]> =>
  ctx.db(async (trx) => {
    const rows = await selectEditions(trx, ctx)
      .where('e.status', '=', publishStatus.published)
      .where('e.enabled', '=', true)
      .orderBy('e.name')
      .execute();
    return rows.map(({ id, name, code, editionNo, msgId, params, danger }) => ({
      id,
      name,
      code,
      editionNo,
      msgId,
      params,
      danger,
    }));
  });
