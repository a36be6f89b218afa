import type { Parsed } from '@tongda/contract/core/endpoint';
import { birthOf, sexOf } from '@tongda/contract/core/field/identity-numbers';
import { isMasked, maskIdCard, maskPhone } from '@tongda/contract/core/field/mask';
import { patterns } from '@tongda/contract/core/field/patterns';
import {
  type DriverDetail,
  type driverBind,
  driverSensitive,
  type driverSetStatus,
} from '@tongda/contract/resources/driver/calls';
import { type DriverFields, driverDicts, driverLabels } from '@tongda/contract/resources/driver/fields';
import { driverStatus } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import { type RowValues, requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalid, invalidField } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import {
  eachRecord,
  type Register,
  registerWrites,
  type Target,
  toStatus,
  useSentence,
} from '../../../core/record/register';
import { extension } from '../../../core/run/extension';
import { addUses, describeUses, resolveReferences } from '../../base/reference/door';
import { findAccount } from './account';
import { type FoundDriver, findDriver, fromDrivers, listDrivenVehicles } from './repo';
import { addScores } from './score';
import { makeMainDriver } from './vehicles';

/** Hooks of other modules that run in the transaction in which drivers leave or are disabled (`word`: 离职, 停用). */
export const driversLeft =
  extension<(trx: Trx, ctx: Ctx, driverIds: readonly string[], word: string) => Promise<void>>();

export const driverRegister: Register<DriverFields> = {
  entity: 'driver',
  table: 'driver',
  noun: '司机',
  wording: {
    labels: driverLabels,
    dicts: driverDicts,
    refs: { orgId: 'org', fleetId: 'fleet', carrierId: 'carrier' },
    // everybody who may see the driver reads the change history, so numbers are masked there
    masks: { phone: maskPhone, emergencyPhone: maskPhone, idCard: maskIdCard },
  },
  columnsOf,
  twice: (constraint) =>
    constraint === 'driver_phone'
      ? { field: 'phone', msg: '手机号已被其他司机使用' }
      : constraint === 'driver_id_card'
        ? { field: 'idCard', msg: '身份证号已被其他司机使用' }
        : null,
};

function columnsOf(v: DriverFields): RowValues {
  return {
    name: v.name,
    phone: v.phone,
    // a blank sex is taken from the identity card
    sex: v.sex ?? (v.idCard ? sexOf(v.idCard) : null),
    id_card: v.idCard,
    org_id: v.orgId,
    fleet_id: v.fleetId,
    carrier_id: v.carrierId,
    hire_date: v.hireDate,
    license_class: v.licenseClass,
    license_no: v.licenseNo,
    first_license_date: v.firstLicenseDate,
    license_end: v.licenseEnd,
    qualification_no: v.qualificationNo,
    qualification_end: v.qualificationEnd,
    health_cert_end: v.healthCertEnd,
    ic_card_no: v.icCardNo,
    emergency_name: v.emergencyName,
    emergency_relation: v.emergencyRelation,
    emergency_phone: v.emergencyPhone,
    address: v.address,
    remark: v.remark,
  };
}

const refsOf = (v: DriverFields) =>
  ({ orgId: ['org', v.orgId], fleetId: ['fleet', v.fleetId], carrierId: ['carrier', v.carrierId] }) as const;

/** One driver for his page. Numbers are given in full only with the right, and then the look is recorded in the change history. */
export function loadDriverDetail(ctx: Ctx, id: string): Promise<DriverDetail> {
  return ctx.db(async (trx) => {
    const driver = requireRow(await findDriver(trx, ctx, id), '司机');
    const full = ctx.can(driverSensitive);
    if (full) await recordChanges(trx, ctx, [{ entity: 'driver', entityId: id, action: '查看完整信息' }]);
    const [shown] = await addScores(trx, ctx, [full ? driver : maskNumbers(driver)]);
    return {
      ...requireRow(shown, '司机'),
      birthday: driver.idCard && full ? birthOf(driver.idCard) : null,
      full,
      account: await findAccount(trx, id),
      vehicles: await listDrivenVehicles(trx, ctx, id),
    };
  });
}

const maskNumbers = (d: FoundDriver): FoundDriver => ({
  ...d,
  phone: maskPhone(d.phone),
  idCard: d.idCard && maskIdCard(d.idCard),
  emergencyPhone: d.emergencyPhone && maskPhone(d.emergencyPhone),
});

export const driverWrites = registerWrites<DriverFields, DriverFields, FoundDriver>(driverRegister, {
  load: async (trx, ctx, id) => requireRow(await findDriver(trx, ctx, id), '司机'),
  prepare: async (trx, ctx, given, before) => {
    if (before?.emergencyPhone && !given.emergencyPhone) throw invalidField('emergencyPhone', '请输入紧急联系电话');
    const { names, errors } = await resolveReferences(trx, ctx, refsOf(given), before ?? {});
    if (errors.length > 0) throw invalid(errors);
    return { fields: restoreMasked(given, before), names: new Map([...(before ? namesOf(before) : []), ...names]) };
  },
});
/** Names of a driver's department, fleet and carrier, by `<kind> <id>`. */
const namesOf = (driver: FoundDriver): Array<[string, string]> => [
  [`org ${driver.orgId}`, driver.orgName],
  [`fleet ${driver.fleetId}`, driver.fleetName],
  [`carrier ${driver.carrierId}`, driver.carrierName],
];

/** Puts stored numbers back where the form sends their masked version; 4000 for any other masked text. */
function restoreMasked(fields: DriverFields, before: FoundDriver | null): DriverFields {
  const keep = <K extends 'phone' | 'idCard' | 'emergencyPhone'>(
    field: K,
    mask: (text: string) => string,
    msg: string,
  ): DriverFields[K] => {
    const given = fields[field];
    if (!given || !isMasked(given)) return given;
    const stored = before?.[field];
    // a text that is not empty, and each of the three fields takes any text
    if (stored && mask(stored) === given) return stored as DriverFields[K];
    throw invalidField(field, msg);
  };
  return {
    ...fields,
    phone: keep('phone', maskPhone, patterns.phone.message),
    idCard: keep('idCard', maskIdCard, '请输入正确的18位身份证号'),
    emergencyPhone: keep('emergencyPhone', maskPhone, patterns.phoneOrTelephone.message),
  };
}

interface DriverTarget extends Target {
  status: number;
  plates: string[];
  cards: string[];
}
const loadTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  fromDrivers(trx, ctx)
    .select(['d.id', 'd.name', 'd.version', 'd.status'])
    .select([
      sql<
        string[]
      >`array(select v.plate_no from vehicle v where (v.driver_id = d.id or v.co_driver_id = d.id) and v.deleted_at is null order by 1)`.as(
        'plates',
      ),
      sql<
        string[]
      >`array(select k.card_no from card k where k.driver_id = d.id and k.card_status = 1 and k.deleted_at is null order by 1)`.as(
        'cards',
      ),
    ])
    .where('d.id', 'in', ids)
    .execute();

/** Why a driver cannot be deleted: he drives vehicles or holds cards; null when he can. */
export function describeDriverUse({ plates, cards }: Pick<DriverTarget, 'plates' | 'cards'>): string | null {
  if (plates.length > 0) return `${useSentence('正在驾驶', '辆车', plates)}，请先解绑`;
  return cards.length > 0 ? `${useSentence('持有司机卡', '张', cards)}，请先注销` : null;
}

/** Soft-deletes drivers; refused for one who drives vehicles, holds cards or whom other records use. */
export const deleteDrivers = (ctx: Ctx, ids: string[]) =>
  eachRecord<DriverFields, DriverTarget & { uses: string[] }>(ctx, driverRegister, ids, {
    load: async (trx, wanted) => addUses(trx, 'driver', await loadTargets(ctx)(trx, wanted)),
    action: '删除',
    refuse: (t) => {
      const use = describeDriverUse(t) ?? describeUses(t.uses);
      return use === null ? null : blockedByRule(`司机${t.name}${use}`);
    },
    set: null,
  });

/** Changes the state of drivers. Those who leave are taken off their vehicles; the hooks of `driversLeft` run for all who no longer work. */
export function setDriverStatus(ctx: Ctx, { ids, status }: Parsed<typeof driverSetStatus>) {
  const step = toStatus(driverRegister, driverStatus, status);
  return eachRecord<DriverFields, DriverTarget>(ctx, driverRegister, ids, {
    load: loadTargets(ctx),
    ...step,
    changes: (t) => [
      ...step.changes(t),
      ...(status === driverStatus.left && t.plates.length > 0
        ? [{ field: 'plates', label: '驾驶车辆', before: t.plates.join('、'), after: '' }]
        : []),
    ],
    also: async (trx, done) => {
      if (status === driverStatus.employed || done.length === 0) return;
      const gone = done.map(({ id }) => id);
      for (const tell of driversLeft.parts()) await tell(trx, ctx, gone, driverStatus.label(status));
      if (status !== driverStatus.left) return;
      for (const column of ['driver_id', 'co_driver_id'] as const)
        await trx
          .updateTable('vehicle')
          .set({
            [column]: null,
            version: sql<number>`version + 1`,
            updated_at: sql<Date>`now()`,
            updated_by: ctx.userId,
          })
          .where(column, 'in', gone)
          .where('client_id', '=', ctx.clientId)
          .execute();
    },
  });
}

/** 绑定车辆: makes the driver the main driver of exactly these among the vehicles that the caller sees. */
export function bindVehicles(ctx: Ctx, { id, vehicleIds }: Parsed<typeof driverBind>): Promise<null> {
  return ctx.db(async (trx) => {
    const driver = requireRow(await findDriver(trx, ctx, id), '司机');
    await makeMainDriver(trx, ctx, { driver, vehicleIds, action: '绑定车辆', vehicleAction: '更换司机' });
    return null;
  });
}
