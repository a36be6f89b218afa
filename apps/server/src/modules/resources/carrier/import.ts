import { isMasked } from '@tongda/contract/core/field/mask';
import { keysOf } from '@tongda/contract/core/keys';
import { carrierImports } from '@tongda/contract/resources/carrier/calls';
import {
  type CarrierFields,
  carrierCrossChecks,
  carrierFields,
  carrierLabels,
} from '@tongda/contract/resources/carrier/fields';
import { carrierType, gradeLevel, settleType } from '@tongda/contract/resources/enums';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { auditStatus } from '@tongda/contract/transport/enums';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { asCode, asCodes, asDate, asNumber, type CellReader, many } from '../../../core/import/cells';
import { columnsOfForm, optionNames, usesById } from '../../../core/import/columns';
import type { ImportDefinition, Known } from '../../../core/import/definition';
import { knownRecord } from '../../../core/import/known';
import { fieldsInWords } from '../../../core/record/words';
import { findCarriersByName, fromCarriers, loadLines } from './repo';
import { carrierRegister, describeCarrierUse, loadCarrierTargets } from './service';

const column = columnsOfForm(carrierLabels);

/** Reads several electronic lines, by name or code. */
const asLines: CellReader = (text, refs) => {
  const ids: string[] = [];
  for (const word of text
    .split(/[、,，;；\n]+/u)
    .map((part) => part.trim())
    .filter(Boolean)) {
    const one = refs.line?.get(word);
    if (one === undefined) return { fault: `线路“${word}”不存在` };
    if (one === many) return { fault: `有多条线路叫“${word}”，请填线路编码` };
    ids.push(one);
  }
  return [...new Set(ids)];
};

async function loadLineChoices(trx: Trx, ctx: Ctx) {
  const refs = new Map<string, string | typeof many>();
  const names = new Map<string, string>();
  const lines = await loadLines(trx, ctx);
  for (const { id, name } of lines) {
    refs.set(name, refs.has(name) ? many : id);
    names.set(`line ${id}`, name);
  }
  for (const { id, code } of lines) if (code) refs.set(code, id);
  const choices = lines.map(({ name, code }) => (refs.get(name) === many ? code || name : name));
  return { refs, names, choices };
}

/** Import of carriers. A line is about the carrier with its name. */
export const carrierImportDefinition: ImportDefinition<CarrierFields> = {
  calls: carrierImports,
  entity: carrierRegister.entity,
  table: carrierRegister.table,
  key: { field: 'name', label: '承运商名称', column: 'name', normal: (text) => text.trim() },
  columns: ({ line = [] }) => [
    column('name', '顺达冷运', '2~50个字符，同一公司内不能重复', { required: true }),
    column('code', 'CYS-001', '字母、数字，可用-连接，最多20个字符'),
    column('shortName', '顺达', '最多20个字符'),
    column('carrierType', '公司', '公司或个体', {
      required: true,
      options: optionNames(carrierType),
      as: asCode(carrierType),
    }),
    column('contact', '周立群', '最多10个字符', { required: true }),
    column('phone', '13816502213', '手机号或固定电话', { required: true }),
    column('permitNo', '310000123456', '最多30个字符', { required: true }),
    column('permitEnd', '2028-06-30', '日期，如 2028-06-30', { required: true, as: asDate }),
    column('creditCode', '91350100M000100Y43', '18位，自动核对校验码；个体可填身份证号'),
    column('email', 'ops@shunda.cn', '电子邮箱'),
    column('address', '上海市青浦区华新镇', '最多100个字符'),
    column('businessArea', '江浙沪', '最多50个字符'),
    column('routeIds', line.slice(0, 2).join('、'), '线路名称或编码，多条用顿号隔开', { as: asLines }),
    column('temperatureTypes', '冷藏、冷冻', '多个用顿号隔开：常温、冷藏、冷冻、普货', {
      as: asCodes(temperatureType, '温区'),
    }),
    column('vehicleScale', 30, '0~100000 的整数', { as: asNumber }),
    column('level', 'A', 'A、B、C、D', { options: optionNames(gradeLevel) }),
    column('settleType', '月结', '月结、现结、到付', { options: optionNames(settleType), as: asCode(settleType) }),
    column('paymentDays', 30, '0~365 的整数', { as: asNumber }),
    column('depositYuan', 20000, '元，最多2位小数', { as: asNumber }),
    column('taxRate', 9, '0~20，最多2位小数', { as: asNumber }),
    column('accountName', '', '最多50个字符'),
    column('bankName', '', '最多50个字符'),
    column('bankAccount', '', '8~30位数字'),
    column('contractNo', 'HT-2026-001', '最多30个字符'),
    column('contractStart', '2026-01-01', '日期', { as: asDate }),
    column('contractEnd', '2026-12-31', '日期，晚于合同开始', { as: asDate }),
    column('remark', '', '最多200个字符'),
  ],
  schema: carrierFields,
  cross: carrierCrossChecks,
  labels: carrierLabels,
  world: async (trx, ctx, names) => {
    const known = new Map<string, Known<CarrierFields>>();
    for (const carrier of names.length > 0 ? await findCarriersByName(trx, ctx, names) : [])
      known.set(carrier.name, knownRecord(carrier, keysOf(carrierLabels)));
    const lines = await loadLineChoices(trx, ctx);
    const codes = await fromCarriers(trx, ctx).select(['c.id', 'c.code']).where('c.code', 'is not', null).execute();
    return {
      refs: { line: lines.refs },
      choices: { line: lines.choices },
      names: lines.names,
      known,
      taken: { code: new Map(codes.map(({ id, code }) => [code ?? '', id])) },
    };
  },
  lines: async () => (line) => ({
    // the file may come from an export in which identity cards were masked
    faults: isMasked(line.cells.creditCode ?? '')
      ? [{ field: 'creditCode', msg: '证件号已隐藏，请填写完整号码或留空' }]
      : [],
  }),
  columnsOf: carrierRegister.columnsOf,
  born: () => ({ audit_status: auditStatus.pending }),
  wordsOf: (fields, names) => fieldsInWords(fields, carrierRegister.wording, names),
  masks: carrierRegister.wording.masks,
  used: async (trx, ctx, ids) => usesById(await loadCarrierTargets(ctx)(trx, ids), describeCarrierUse),
  twice: carrierRegister.twice,
};
