import type { Parsed } from '@tongda/contract/core/endpoint';
import { enableStatus } from '@tongda/contract/resources/enums';
import type { itemNameSetConflicts, itemNameSetStatus } from '@tongda/contract/resources/item-name/calls';
import { tidyPairs } from '@tongda/contract/resources/item-name/conflicts';
import { type ItemNameFields, itemNameDicts, itemNameLabels } from '@tongda/contract/resources/item-name/fields';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalid } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { eachRecord, type Register, registerWrites, type Target } from '../../../core/record/register';
import { resolveReferences } from '../../base/reference/door';
import { fromItemNames, itemNameRows } from './repo';

type FoundItemName = NonNullable<Awaited<ReturnType<typeof itemNameRows.find>>>;

export const itemNameRegister: Register<ItemNameFields> = {
  entity: 'cargo_config',
  table: 'cargo_config',
  noun: '品名',
  wording: { labels: itemNameLabels, dicts: itemNameDicts, refs: { customerId: 'customer' } },
  columnsOf: (v) => ({
    cargo_name: v.cargoName,
    cargo_code: v.cargoCode,
    customer_id: v.customerId,
    cargo_category: v.cargoCategory,
    temperature_type: v.temperatureType,
    temp_min_c: v.tempMin,
    temp_max_c: v.tempMax,
    pack_unit: v.packUnit,
    unit_weight_kg: v.unitWeight,
    unit_volume_m3: v.unitVolume,
    shelf_life_days: v.shelfLifeDays,
    conflict_group: v.conflictGroup,
    value_tag: v.valueTag,
    remark: v.remark,
  }),
  twice: (constraint) =>
    constraint === 'cargo_config_name'
      ? { field: 'cargoName', msg: '该客户已有同名的品名' }
      : constraint === 'cargo_config_code'
        ? { field: 'cargoCode', msg: '编码已存在' }
        : null,
};

export const itemNameWrites = registerWrites<ItemNameFields, ItemNameFields, FoundItemName>(itemNameRegister, {
  load: async (trx, ctx, id) => requireRow(await itemNameRows.find(trx, ctx, id), '品名'),
  prepare: async (trx, ctx, fields, before) => {
    const refs = { customerId: ['customer', fields.customerId] } as const;
    const { names, errors } = await resolveReferences(trx, ctx, refs, before ?? {});
    if (errors.length > 0) throw invalid(errors);
    if (before?.customerId) names.set(`customer ${before.customerId}`, before.customerName);
    return { fields, names };
  },
});

interface ItemTarget extends Target {
  status: number;
  used: number;
}
/** Loads item names for a batch, with the number of order lines that use them. */
export const loadItemNameTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  fromItemNames(trx, ctx)
    .select(['g.id', 'g.cargo_name as name', 'g.version', 'g.status'])
    .select(sql<number>`(select count(*)::int from order_item i where i.cargo_id = g.id)`.as('used'))
    .where('g.id', 'in', ids)
    .execute();

/** Why an item name cannot be deleted; null when it can. */
export const describeItemNameUse = ({ used }: Pick<ItemTarget, 'used'>): string | null =>
  used > 0 ? `已有${used}行订单货物使用，可改为停用` : null;

/** Soft-deletes item names; refused for one that order lines use. */
export const deleteItemNames = (ctx: Ctx, ids: readonly string[]) =>
  eachRecord<ItemNameFields, ItemTarget>(ctx, itemNameRegister, ids, {
    load: loadItemNameTargets(ctx),
    action: '删除',
    refuse: (target) => {
      const use = describeItemNameUse(target);
      return use === null ? null : blockedByRule(`${target.name}${use}`, [use]);
    },
    set: null,
  });

export const setItemNameStatus = (ctx: Ctx, { ids, status }: Parsed<typeof itemNameSetStatus>) =>
  eachRecord<ItemNameFields, ItemTarget>(ctx, itemNameRegister, ids, {
    load: loadItemNameTargets(ctx),
    action: '启停',
    refuse: () => null,
    set: { status },
    changes: (target) => [
      {
        field: 'status',
        label: '状态',
        before: enableStatus.options.find(({ code }) => code === target.status)?.name ?? '',
        after: enableStatus.options.find(({ code }) => code === status)?.name ?? '',
      },
    ],
  });

/** 禁配组 in use with their number of item names, and the pairs that must not share a vehicle. */
export async function loadConflicts(trx: Trx, ctx: Ctx) {
  const { rows: groups } = await sql<{
    name: string;
    count: number;
  }>`select conflict_group as name, count(*)::int as count
    from cargo_config where client_id = ${ctx.clientId} and deleted_at is null and conflict_group is not null
    group by 1 order by 1`.execute(trx);
  return { groups, pairs: await loadConflictPairs(trx, ctx) };
}

/** Pairs of 禁配组 that must not share a vehicle. */
export async function loadConflictPairs(trx: Trx, ctx: Ctx): Promise<Array<[string, string]>> {
  const { rows } = await sql<{ a: string; b: string }>`select group_a as a, group_b as b from cargo_conflict
    where client_id = ${ctx.clientId} order by group_a, group_b`.execute(trx);
  return rows.map(({ a, b }) => [a, b]);
}

/** 禁配组设置: replaces all pairs; 4000 for a group that no item name belongs to. */
export function setConflicts(ctx: Ctx, { pairs }: Parsed<typeof itemNameSetConflicts>): Promise<{ count: number }> {
  return ctx.db(async (trx) => {
    const next = tidyPairs(pairs);
    // two people who change the pairs at the same time wait for each other
    await sql`select pg_advisory_xact_lock(hashtext(${`cargo_conflict ${ctx.clientId}`}))`.execute(trx);
    const { rows: groups } = await sql<{ name: string }>`select distinct conflict_group as name from cargo_config
      where client_id = ${ctx.clientId} and deleted_at is null and conflict_group is not null`.execute(trx);
    const there = new Set(groups.map(({ name }) => name));
    const unknown = next.flat().find((name) => !there.has(name));
    if (unknown !== undefined) throw invalid({ field: 'pairs', msg: `没有品名属于禁配组“${unknown}”` });
    const before = await loadConflictPairs(trx, ctx);
    await sql`delete from cargo_conflict where client_id = ${ctx.clientId}`.execute(trx);
    if (next.length > 0)
      await trx
        .insertInto('cargo_conflict')
        .values(next.map(([a, b]) => ({ client_id: ctx.clientId, group_a: a, group_b: b })))
        .execute();
    const words = (list: ReadonlyArray<readonly [string, string]>) => list.map(([a, b]) => `${a}×${b}`).join('、');
    if (words(before) !== words(next))
      await recordChanges(trx, ctx, [
        {
          entity: 'cargo_conflict',
          entityId: ctx.clientId,
          action: '禁配组设置',
          changes: [{ field: 'pairs', label: '禁配关系', before: words(before), after: words(next) }],
        },
      ]);
    return { count: next.length };
  });
}

/** Whether the company has item names of single customers. */
export async function hasCustomerNames(trx: Trx, ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{
    some: boolean;
  }>`select exists (select from cargo_config where client_id = ${ctx.clientId}
    and deleted_at is null and customer_id is not null) as some`.execute(trx);
  return rows[0]?.some ?? false;
}
