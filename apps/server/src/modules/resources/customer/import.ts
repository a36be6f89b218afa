import { keysOf } from '@tongda/contract/core/keys';
import { customerImports } from '@tongda/contract/resources/customer/calls';
import {
  type CustomerAddress,
  type CustomerFields,
  customerAddress,
  customerContact,
  customerCrossChecks,
  customerFields,
  customerLabels,
} from '@tongda/contract/resources/customer/fields';
import { customerType, gradeLevel, settleType } from '@tongda/contract/resources/enums';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { asCode, asDate, asNumber, asRef, type CellReader } from '../../../core/import/cells';
import { columnsOfForm, optionNames, usesById } from '../../../core/import/columns';
import type { ImportDefinition, Known } from '../../../core/import/definition';
import { hiddenRecord, knownRecord } from '../../../core/import/known';
import { fieldsInWords } from '../../../core/record/words';
import { asAddress, asArea, loadGeocoder } from '../../base/map/door';
import { loadReferences } from '../../base/reference/door';
import { findCustomersByName } from './repo';
import { customerRegister, describeCustomerUse, loadCustomerTargets, nextCodes } from './service';

const column = columnsOfForm(customerLabels);

const splitEntries = (text: string): string[][] =>
  text
    .split(/[；;\n]/u)
    .map((entry) => entry.trim().split(/[\s,，]+/u))
    .filter(([first]) => first);

/** Reads contacts, `姓名 电话 职务；…`; the first one becomes the default. */
const asContacts: CellReader = (text) => {
  const list = splitEntries(text).map(([name, phone = '', post = ''], i) => ({ name, phone, post, main: i === 0 }));
  const wrong = list.map((c) => customerContact.safeParse(c)).find((p) => !p.success);
  return wrong?.error ? { fault: `联系人应为“姓名 电话”：${wrong.error.issues[0]?.message ?? ''}` } : list;
};
/** Reads addresses, `省市区 详细地址；…`; the first one becomes the default. */
const asAddresses: CellReader = (text, refs) => {
  const entries = splitEntries(text);
  for (const [area = '', ...street] of entries) {
    const read = street.length > 0 ? asArea(area, refs) : asAddress(area, refs);
    if (typeof read === 'object' && read !== null && 'fault' in read) return read;
  }
  const list = entries.map(([area = '', ...street], i) => ({
    ...(street.length > 0 ? { area, address: street.join(' ') } : { address: area }),
    main: i === 0,
  }));
  const wrong = list.map((a) => customerAddress.safeParse(a)).find((p) => !p.success);
  return wrong?.error ? { fault: `地址应为“省市区 详细地址”：${wrong.error.issues[0]?.message ?? ''}` } : list;
};

/** An address as it is stored, where the sheet names a stored one: a cell has no room for its point, its name and its contact. */
function storedOr(given: Partial<CustomerAddress>, stored: readonly CustomerAddress[]): Partial<CustomerAddress> {
  const same = stored.find(({ area, address }) => (area ?? '') === (given.area ?? '') && address === given.address);
  return { ...same, ...given };
}

/** Import of customers. A line is about the customer with its name. */
export const customerImportDefinition: ImportDefinition<CustomerFields> = {
  calls: customerImports,
  entity: customerRegister.entity,
  table: customerRegister.table,
  key: { field: 'name', label: '客户名称', column: 'name', normal: (text) => text.trim() },
  columns: ({ org = [] }) => [
    column('name', '鲜果源商贸', '2~50个字符，同一公司内不能重复', { required: true }),
    column('code', '', '空白时自动编号 KH000001；字母、数字，可用-连接', { solid: true }),
    column('shortName', '鲜果源', '最多20个字符'),
    column('customerType', '收发货方', '发货方、收货方、收发货方', {
      required: true,
      options: optionNames(customerType),
      as: asCode(customerType),
    }),
    column('level', 'A', 'A、B、C、D', { options: optionNames(gradeLevel) }),
    column('orgId', org[0] ?? '', '部门名称；空白为全公司可见', {
      options: org,
      as: asRef('org', '部门', '请填完整路径'),
    }),
    column('contacts', '何晓燕 13800138007；李强 021-62345678', '姓名 电话 职务，多个用；隔开，第一个为默认', {
      as: asContacts,
    }),
    column('addresses', '上海市青浦区 华新镇嘉松中路1号', '省市区 详细地址，多个用；隔开，第一个为默认', {
      as: asAddresses,
    }),
    column('creditCode', '91350100M000100Y43', '18位，自动核对校验码'),
    column('salesman', '赵文静', '最多10个字符'),
    column('temperatureType', '冷藏', '常温、冷藏、冷冻、普货', {
      options: optionNames(temperatureType),
      as: asCode(temperatureType),
    }),
    column('tempLower', 2, '℃，最多1位小数', { as: asNumber }),
    column('tempUpper', 8, '℃，高于下限', { as: asNumber }),
    column('hoursLimit', 24, '1~720 的整数', { as: asNumber }),
    column('settleType', '月结', '月结、现结、到付', { options: optionNames(settleType), as: asCode(settleType) }),
    column('paymentDays', 30, '0~365 的整数', { as: asNumber }),
    column('invoiceTitle', '', '最多50个字符'),
    column('taxNo', '', '15~20位数字或大写字母'),
    column('extCode', '', '最多30个字符'),
    column('contractNo', '', '最多30个字符'),
    column('contractEnd', '2027-12-31', '日期', { as: asDate }),
    column('remark', '', '最多200个字符'),
  ],
  schema: customerFields,
  cross: customerCrossChecks,
  derive: (given, _cells, _refs, known) => {
    if (Array.isArray(given.addresses))
      given.addresses = given.addresses.map((one) => storedOr(one, known?.addresses ?? []));
  },
  labels: customerLabels,
  world: async (trx, ctx, names) => {
    await loadGeocoder();
    const known = new Map<string, Known<CustomerFields>>();
    const all = await trx
      .selectFrom('customer')
      .select(['id', 'name', 'code'])
      .where('client_id', '=', ctx.clientId)
      .where('deleted_at', 'is', null)
      .execute();
    const wanted = new Set(names);
    for (const { id, name } of all) if (wanted.has(name)) known.set(name, hiddenRecord(id));
    for (const customer of names.length > 0 ? await findCustomersByName(trx, ctx, names) : [])
      known.set(customer.name, knownRecord(customer, keysOf(customerLabels)));
    return {
      ...(await loadReferences(trx, ctx, ['org'])),
      known,
      taken: { code: new Map(all.map(({ id, code }) => [code, id])) },
    };
  },
  prepare: async (trx, ctx, list) => {
    const blank = list.filter(({ code }) => code === null);
    const next = blank.length > 0 ? await nextCodes(trx, ctx, blank.length) : [];
    return list.map((fields) => (fields.code === null ? { ...fields, code: next.shift() ?? null } : fields));
  },
  columnsOf: customerRegister.columnsOf,
  wordsOf: (fields, names) => fieldsInWords(fields, customerRegister.wording, names),
  used: async (trx, ctx, ids) => usesById(await loadCustomerTargets(ctx)(trx, ids), describeCustomerUse),
  twice: customerRegister.twice,
};
