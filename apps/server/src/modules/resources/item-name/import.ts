import { keysOf } from '@tongda/contract/core/keys';
import { itemNameImports } from '@tongda/contract/resources/item-name/calls';
import {
  type ItemNameFields,
  itemNameCrossChecks,
  itemNameFields,
  itemNameLabels,
} from '@tongda/contract/resources/item-name/fields';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { cargoCategory } from '@tongda/contract/transport/waybill/enums';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { asCode, asNumber, asRef } from '../../../core/import/cells';
import { columnsOfForm, optionNames, usesById } from '../../../core/import/columns';
import type { Cells, ImportDefinition, Known } from '../../../core/import/definition';
import { knownRecord } from '../../../core/import/known';
import { fieldsInWords } from '../../../core/record/words';
import { loadReferences } from '../../base/reference/door';
import { findItemNamesByName, fromItemNames } from './repo';
import { describeItemNameUse, itemNameRegister, loadItemNameTargets } from './service';

const column = columnsOfForm(itemNameLabels);

/** The key of a record in an import: customer and name; only the name for an item name of the whole company. */
const toKey = (customer: string, name: string): string => (customer ? `${customer} ${name}` : name);
const keyOfLine = (cells: Cells): string => {
  const name = (cells.cargoName ?? '').trim();
  return name === '' ? '' : toKey((cells.customerId ?? '').trim(), name);
};

/** Import of item names. A line is about the item name with its customer and name. */
export const itemNameImportDefinition: ImportDefinition<ItemNameFields> = {
  calls: itemNameImports,
  entity: itemNameRegister.entity,
  table: itemNameRegister.table,
  key: {
    field: 'cargoName',
    label: '品名',
    column: 'cargo_name',
    normal: (text) => text.trim(),
    of: keyOfLine,
    ofIds: async (trx, ctx, ids) => {
      const rows = await fromItemNames(trx, ctx)
        .select(['g.id', 'g.cargo_name as name', 'k.name as customer'])
        .where('g.id', 'in', ids)
        .execute();
      return new Map(rows.map(({ id, name, customer }) => [id, toKey(customer ?? '', name)]));
    },
  },
  columns: ({ customer = [] }) => [
    column('cargoName', '冷冻鸡翅', '1~50个字符，同一客户内不能重复', { required: true }),
    column('temperatureType', '冷冻', '常温、冷藏、冷冻、普货', {
      required: true,
      options: optionNames(temperatureType),
      as: asCode(temperatureType),
    }),
    column('packUnit', '箱', '最多10个字符', { required: true }),
    column('cargoCode', 'SP-001', '字母、数字，可用-连接，最多20个字符'),
    column('customerId', customer[0] ?? '', '客户名称；空白时全公司通用', {
      options: customer,
      as: asRef('customer', '客户', '请填客户编码'),
    }),
    column('cargoCategory', '肉禽', optionNames(cargoCategory).join('、'), {
      options: optionNames(cargoCategory),
      as: asCode(cargoCategory),
    }),
    column('tempMin', -25, '-60~60，最多1位小数', { as: asNumber }),
    column('tempMax', -18, '-60~60，高于温度下限', { as: asNumber }),
    column('unitWeight', 10, '每件的重量，最多2位小数', { as: asNumber }),
    column('unitVolume', 0.031, '每件的体积，最多3位小数', { as: asNumber }),
    column('shelfLifeDays', 365, '1~3650 的整数', { as: asNumber }),
    column('conflictGroup', '食品', '最多10个字符，如 食品、药品、异味'),
    column('valueTag', '', '最多10个字符，如 贵重、易碎'),
    column('remark', '', '最多200个字符'),
  ],
  notes: ['客户和品名一起决定一行是新增还是更新；客户一列请写客户名称。'],
  schema: itemNameFields,
  cross: itemNameCrossChecks,
  labels: itemNameLabels,
  world: async (trx, ctx, keys) => {
    const references = await loadReferences(trx, ctx, ['customer']);
    return {
      ...references,
      known: await findKnownNames(trx, ctx, keys),
      taken: { cargoCode: await loadTakenCodes(trx, ctx) },
    };
  },
  columnsOf: itemNameRegister.columnsOf,
  wordsOf: (fields, names) => fieldsInWords(fields, itemNameRegister.wording, names),
  used: async (trx, ctx, ids) => usesById(await loadItemNameTargets(ctx)(trx, ids), describeItemNameUse),
  twice: itemNameRegister.twice,
};

async function findKnownNames(
  trx: Trx,
  ctx: Ctx,
  keys: readonly string[],
): Promise<Map<string, Known<ItemNameFields>>> {
  const known = new Map<string, Known<ItemNameFields>>();
  if (keys.length === 0) return known;
  // a key ends with the name, and both parts may contain blanks: every rest after a blank may be the name
  const names = new Set(keys.flatMap((key) => [key, ...suffixesOf(key)]));
  for (const row of await findItemNamesByName(trx, ctx, [...names]))
    known.set(toKey(row.customerName, row.cargoName), knownRecord(row, keysOf(itemNameLabels)));
  return known;
}

const suffixesOf = (key: string): string[] =>
  [...key].flatMap((letter, i) => (letter === ' ' ? [key.slice(i + 1)] : []));

async function loadTakenCodes(trx: Trx, ctx: Ctx): Promise<Map<string, string>> {
  const rows = await fromItemNames(trx, ctx)
    .select(['g.id', 'g.cargo_code as code'])
    .where('g.cargo_code', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, code }) => [code ?? '', id]));
}
