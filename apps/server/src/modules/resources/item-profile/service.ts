import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import {
  type ItemProfileFields,
  type ItemRow,
  type itemProfileDel,
  itemProfileLabels,
  type itemProfileTry,
  type itemProfileUpdate,
  standardProfile,
  usualProfile,
} from '@tongda/contract/resources/item-profile/calls';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { guardUnique, type Taken } from '../../../core/db/unique';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, changedMeanwhile, invalidField } from '../../../core/http/errors';
import { changesBetween, recordChanges } from '../../../core/record/audit';
import { fieldsInWords, type Wording } from '../../../core/record/words';
import { isReadable, rowsFault, rowWords } from '../../../frames/item-rows';
import { tryItems } from '../../../frames/try-items';
import { loadDescribed, loadProfile } from './repo';

const entity = 'itemProfile';
const wording: Wording<keyof ItemProfileFields> = {
  labels: itemProfileLabels,
  // the field of the form
  own: { rows: (rows) => (rows as ItemRow[]).map(rowWords).join('；') },
};

const taken: Taken = {
  item_profile_code_key: { field: 'code', msg: '编码已存在' },
  item_profile_name: { field: 'name', msg: '名称已存在' },
};

/** 4000 unless every report can be read by the profiles with this one among them. */
async function requireReadable(trx: Trx, code: string, { base, rows }: Pick<ItemProfileFields, 'base' | 'rows'>) {
  const fault = rowsFault(rows);
  if (fault) throw invalidField('rows', fault);
  const others = (await loadDescribed(trx)).filter(({ name }) => name !== code);
  if (base !== standardProfile && base !== code && !others.some(({ name }) => name === base))
    throw invalidField('base', '基础配置不存在');
  if (!isReadable([...others, { name: code, base, rows }]))
    throw invalidField('base', '基础配置不能是它自己，也不能以它为基础');
}

const keepEdition = (trx: Trx, ctx: Ctx, id: string) =>
  sql`insert into item_profile_edition (profile_id, edition_no, name, base, rows, created_name)
    select id, edition_no, name, base, rows, ${ctx.userName} from item_profile where id = ${id}`.execute(trx);

export function addProfile(ctx: Ctx, fields: ItemProfileFields): Promise<{ id: string }> {
  return ctx.db(async (trx) => {
    await requireReadable(trx, fields.code, fields);
    const { rows, ...rest } = fields;
    const { id } = await guardUnique(taken, () =>
      trx
        .insertInto('item_profile')
        .values({ ...rest, rows: JSON.stringify(rows), updated_name: ctx.userName })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    await keepEdition(trx, ctx, id);
    const changes = changesBetween({}, fieldsInWords(fields, wording, new Map()), itemProfileLabels);
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: '新增', changes }]);
    return { id };
  });
}

/** Makes the next edition, by which every gateway reads as soon as this is committed. */
export function updateProfile(
  ctx: Ctx,
  { id, version, ...fields }: Parsed<typeof itemProfileUpdate>,
): Promise<{ id: string; version: number }> {
  return ctx.db(async (trx) => {
    const before = await loadProfile(trx, ctx, id);
    if (before.isFixed) throw blockedByRule('标准 JT/T 808 由程序解析，不能修改');
    if (fields.code !== before.code) throw invalidField('code', '编码不能修改，请新增');
    await requireReadable(trx, fields.code, fields);
    const changes = changesBetween(
      fieldsInWords(before, wording, new Map()),
      fieldsInWords(fields, wording, new Map()),
      itemProfileLabels,
    );
    const isNext = changes.some(({ field }) => field !== 'remark');
    const { rows, code: _code, ...rest } = fields;
    const changed = await guardUnique(taken, () =>
      trx
        .updateTable('item_profile')
        .set({
          ...rest,
          rows: JSON.stringify(rows),
          edition_no: before.editionNo + (isNext ? 1 : 0),
          version: version + 1,
          updated_at: sql<Date>`now()`,
          updated_name: ctx.userName,
        })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst(),
    );
    if (changed.numUpdatedRows === 0n) throw changedMeanwhile(entity, id);
    if (isNext) await keepEdition(trx, ctx, id);
    if (changes.length > 0) await recordChanges(trx, ctx, [{ entity, entityId: id, action: '编辑', changes }]);
    return { id, version: version + 1 };
  });
}

/** Deletes a profile that nothing is read by. */
export function deleteProfile(ctx: Ctx, { id }: Parsed<typeof itemProfileDel>): Promise<null> {
  return ctx.db(async (trx) => {
    const { name, code, modelCount, deviceCount, baseOfCount } = await loadProfile(trx, ctx, id);
    if (code === standardProfile || code === usualProfile)
      throw blockedByRule(`“${name}”是系统默认的扩展数据，不能删除`);
    if (modelCount > 0 || deviceCount > 0)
      throw blockedByRule(`“${name}”正被${modelCount}个型号、${deviceCount}台终端使用，不能删除`);
    if (baseOfCount > 0) throw blockedByRule(`“${name}”是其他${baseOfCount}个配置的基础，不能删除`);
    // what was deleted still names it, so that it can be restored
    const { held } = await trx
      .selectNoFrom(
        sql<boolean>`exists (select from device where item_profile = ${code}) or exists (select from device_model where item_profile = ${code})`.as(
          'held',
        ),
      )
      .executeTakeFirstOrThrow();
    if (held) throw blockedByRule(`“${name}”仍被便携设备型号或已删除的设备引用，不能删除`);
    await trx.deleteFrom('item_profile').where('id', '=', id).execute();
    await recordChanges(trx, ctx, [{ entity, entityId: id, action: '删除' }]);
    return null;
  });
}

/** 试解析: what a profile makes of the items of a report. */
export function tryProfile(
  ctx: Ctx,
  { base, rows, hex }: Parsed<typeof itemProfileTry>,
): Promise<Output<typeof itemProfileTry>> {
  const fault = rowsFault(rows);
  if (fault) throw invalidField('rows', fault);
  return ctx.db(async (trx) => {
    const others = await loadDescribed(trx);
    if (base !== standardProfile && !others.some(({ name }) => name === base))
      throw invalidField('base', '基础配置不存在');
    return tryItems(others, { base, rows }, hex);
  });
}
