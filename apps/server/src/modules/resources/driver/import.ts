import { emergencyContact, licenceClass, sex } from '@tongda/contract/base/org/enums';
import { isMasked } from '@tongda/contract/core/field/mask';
import { patterns } from '@tongda/contract/core/field/patterns';
import { keysOf } from '@tongda/contract/core/keys';
import { driverImports } from '@tongda/contract/resources/driver/calls';
import {
  type DriverFields,
  driverCrossChecks,
  driverFields,
  driverLabels,
} from '@tongda/contract/resources/driver/fields';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { asCode, asDate, asRef } from '../../../core/import/cells';
import { columnsOfForm, optionNames, usesById } from '../../../core/import/columns';
import type { ImportColumn, ImportDefinition, Known } from '../../../core/import/definition';
import { hiddenRecord, knownRecord } from '../../../core/import/known';
import { fieldsInWords } from '../../../core/record/words';
import { loadReferences } from '../../base/reference/door';
import { findDriversByPhone, fromDrivers } from './repo';
import { describeDriverUse, driverRegister } from './service';

type Field = keyof DriverFields;
const column = columnsOfForm(driverLabels);
const dateColumn = (field: Field, more: Partial<ImportColumn> = {}) =>
  column(field, '2028-06-30', '日期，如 2028-06-30', { as: asDate, ...more });

function importColumns({
  org = [],
  fleet = [],
  carrier = [],
}: Readonly<Record<string, readonly string[]>>): ImportColumn[] {
  return [
    column('name', '张建军', '2~10位中文', { required: true }),
    column('phone', '13800138000', '11位手机号，同一公司内不能重复', { required: true }),
    column('licenseClass', 'A2', 'A1、A2、A3、B1、B2、C1、C2、C3、C4', {
      required: true,
      options: optionNames(licenceClass),
      as: asCode(licenceClass),
    }),
    dateColumn('licenseEnd', { required: true }),
    column('licenseNo', '11010519491231002X', '最多20个字符'),
    dateColumn('firstLicenseDate', { example: '2012-06-30' }),
    column('idCard', '11010519491231002X', '18位，自动核对校验码'),
    column('sex', '男', '男或女；空白时按身份证号推算', { options: optionNames(sex), as: asCode(sex) }),
    column('orgId', org[0] ?? '', '部门名称；有重名时写完整路径', {
      options: org,
      as: asRef('org', '部门', '请填完整路径'),
    }),
    column('fleetId', fleet[0] ?? '', '车队名称', { options: fleet, as: asRef('fleet', '车队', '请填车队编码') }),
    column('carrierId', carrier[0] ?? '', '承运商名称', {
      options: carrier,
      as: asRef('carrier', '承运商', '请填承运商编码'),
    }),
    column('qualificationNo', '310000199001010', '最多30个字符'),
    dateColumn('qualificationEnd'),
    dateColumn('healthCertEnd'),
    column('icCardNo', '0A1B2C3D', '字母或数字，最多20个字符'),
    column('emergencyName', '李梅', '最多10个字符'),
    column('emergencyRelation', '配偶', '朋友、同事、配偶、亲属', {
      options: optionNames(emergencyContact),
      as: asCode(emergencyContact),
    }),
    column('emergencyPhone', '13900139000', '手机号或固定电话；填了紧急联系人时必填'),
    dateColumn('hireDate'),
    column('address', '', '最多100个字符'),
    column('remark', '', '最多200个字符'),
  ];
}

/** Import of drivers. A line is about the driver with its phone number. */
export const driverImportDefinition: ImportDefinition<DriverFields> = {
  calls: driverImports,
  entity: driverRegister.entity,
  table: driverRegister.table,
  key: { field: 'phone', label: '手机号', column: 'phone', normal: (text) => text.replace(/[\s-]/gu, '') },
  columns: importColumns,
  schema: driverFields.refine((v) => !isMasked(v.phone), { path: ['phone'], error: patterns.phone.message }),
  cross: driverCrossChecks,
  labels: driverLabels,
  world: async (trx, ctx, phones) => ({
    ...(await loadReferences(trx, ctx, ['org', 'fleet', 'carrier'])),
    known: await findKnownDrivers(trx, ctx, phones),
    taken: { idCard: await loadIdCards(trx, ctx) },
  }),
  columnsOf: driverRegister.columnsOf,
  wordsOf: (fields, names) => fieldsInWords(fields, driverRegister.wording, names),
  masks: driverRegister.wording.masks,
  used: async (trx, ctx, ids) => {
    const rows = await fromDrivers(trx, ctx)
      .select('d.id')
      .select([
        sql<
          string[]
        >`array(select v.plate_no from vehicle v where (v.driver_id = d.id or v.co_driver_id = d.id) and v.deleted_at is null)`.as(
          'plates',
        ),
        sql<
          string[]
        >`array(select k.card_no from card k where k.driver_id = d.id and k.card_status = 1 and k.deleted_at is null)`.as(
          'cards',
        ),
      ])
      .where('d.id', 'in', ids)
      .execute();
    return usesById(rows, describeDriverUse);
  },
  twice: driverRegister.twice,
};

async function findKnownDrivers(trx: Trx, ctx: Ctx, phones: string[]): Promise<Map<string, Known<DriverFields>>> {
  const known = new Map<string, Known<DriverFields>>();
  if (phones.length === 0) return known;
  const { seen, all } = await findDriversByPhone(trx, ctx, phones);
  for (const { id, phone } of all) known.set(phone ?? '', hiddenRecord(id));
  for (const driver of seen) known.set(driver.phone, knownRecord(driver, keysOf(driverLabels)));
  return known;
}

async function loadIdCards(trx: Trx, ctx: Ctx): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('driver')
    .select(['id', 'id_card'])
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .where('id_card', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, id_card }) => [id_card ?? '', id]));
}
