import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { birthOf, creditCodeFits } from '@tongda/contract/core/field/identity-numbers';
import { isMasked, maskIdCard } from '@tongda/contract/core/field/mask';
import {
  type CarrierDetail,
  type carrierAudit,
  carrierSensitive,
  type carrierSetStatus,
} from '@tongda/contract/resources/carrier/calls';
import {
  type CarrierContact,
  type CarrierFields,
  carrierCrossChecks,
  carrierDicts,
  carrierLabels,
} from '@tongda/contract/resources/carrier/fields';
import { enableStatus } from '@tongda/contract/resources/enums';
import { auditStatus } from '@tongda/contract/transport/enums';
import { sql } from 'kysely';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, blockedByRule, invalid, invalidField } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import {
  eachRecord,
  type Register,
  registerWrites,
  type Target,
  toStatus,
  useSentence,
} from '../../../core/record/register';
import { visibleVehicleRows } from '../../base/org/door';
import { addUses, describeUses } from '../../base/reference/door';
import { rowFiguresOf } from './figures';
import {
  type FoundCarrier,
  findCarrier,
  fromCarriers,
  listCarrierDrivers,
  listCarrierVehicles,
  loadCarrierFigures,
  loadLines,
} from './repo';

/** Masks an identity card, for people without the right and for the change history; credit codes of companies are public and stay. */
const maskPersonNumber = (number: string): string =>
  birthOf(number) !== null && !creditCodeFits(number) ? maskIdCard(number) : number;

const describeContacts = (list: unknown): string =>
  // the change history asks for `contacts` of forms and stored rows only: the schema of the form checked both
  (list as CarrierContact[]).map((c) => [c.name, c.phone, c.post].filter(Boolean).join(' ')).join('；');

export const carrierRegister: Register<CarrierFields> = {
  entity: 'carrier',
  table: 'carrier',
  noun: '承运商',
  wording: {
    labels: carrierLabels,
    dicts: carrierDicts,
    refs: { routeIds: 'line' },
    own: { contacts: describeContacts },
    masks: { creditCode: maskPersonNumber },
  },
  columnsOf: (v) => ({
    name: v.name,
    code: v.code,
    short_name: v.shortName,
    carrier_type: v.carrierType,
    credit_code: v.creditCode,
    contact: v.contact,
    phone: v.phone,
    email: v.email,
    contacts: v.contacts,
    address: v.address,
    permit_no: v.permitNo,
    permit_end: v.permitEnd,
    business_area: v.businessArea,
    route_ids: v.routeIds,
    temperature_types: [...new Set(v.temperatureTypes)].sort(),
    vehicle_scale: v.vehicleScale,
    level: v.level,
    settle_type: v.settleType,
    payment_days: v.paymentDays,
    deposit_fen: v.depositYuan === null ? null : Math.round(v.depositYuan * 100),
    tax_rate: v.taxRate,
    account_name: v.accountName,
    bank_name: v.bankName,
    bank_account: v.bankAccount,
    contract_no: v.contractNo,
    contract_start: v.contractStart,
    contract_end: v.contractEnd,
    remark: v.remark,
  }),
  twice: (constraint) =>
    constraint === 'carrier_name'
      ? { field: 'name', msg: '承运商名称已存在' }
      : constraint === 'carrier_code'
        ? { field: 'code', msg: '承运商编码已存在' }
        : null,
};

/** Names of a carrier's former and wanted lines; 4000 for a new line that the caller does not see. */
async function loadLineNames(
  trx: Trx,
  ctx: Ctx,
  wanted: readonly string[],
  before: readonly string[],
): Promise<Map<string, string>> {
  const seen = await loadLines(trx, ctx, [...wanted, ...before]);
  const names = new Map(seen.map(({ id, name }) => [`line ${id}`, name]));
  if (wanted.some((id) => !names.has(`line ${id}`) && !before.includes(id)))
    throw invalidField('routeIds', '所选线路不存在或不在您的权限范围内');
  return names;
}

/** Puts the stored number back where the form sends its masked version; 4000 for any other masked text. */
function restoreMasked(fields: CarrierFields, before: { creditCode: string | null } | null): CarrierFields {
  const { creditCode } = fields;
  if (!creditCode || !isMasked(creditCode)) return fields;
  const stored = before?.creditCode ?? null;
  if (stored === null || maskPersonNumber(stored) !== creditCode)
    throw invalidField('creditCode', '请输入正确的18位身份证号');
  const whole = { ...fields, creditCode: stored };
  const faults = carrierCrossChecks(whole).map(({ path, msg }) => ({ field: path, msg }));
  if (faults.length > 0) throw invalid(faults);
  return whole;
}

/** One carrier for its page. An identity card is given in full only with the right, and then the look is recorded in the change history. */
export function loadCarrierDetail(ctx: Ctx, id: string): Promise<CarrierDetail> {
  return ctx.db(async (trx) => {
    const carrier = requireRow(await findCarrier(trx, ctx, id), '承运商');
    const number = carrier.creditCode ?? '';
    const secret = maskPersonNumber(number) !== number;
    const full = !secret || ctx.can(carrierSensitive);
    if (secret && full) await recordChanges(trx, ctx, [{ entity: 'carrier', entityId: id, action: '查看完整信息' }]);
    return {
      ...carrier,
      creditCode: carrier.creditCode && (full ? carrier.creditCode : maskPersonNumber(carrier.creditCode)),
      full,
      ...rowFiguresOf(requireRow(await loadCarrierFigures(trx, ctx, id), '承运商')),
      routes: (await loadLines(trx, ctx, carrier.routeIds)).map(({ id: route, name }) => ({ id: route, name })),
      vehicles: await listCarrierVehicles(trx, ctx, id),
      drivers: await listCarrierDrivers(trx, ctx, id),
    };
  });
}

export const carrierWrites = registerWrites<CarrierFields, CarrierFields, FoundCarrier>(carrierRegister, {
  load: async (trx, ctx, id) => requireRow(await findCarrier(trx, ctx, id), '承运商'),
  prepare: async (trx, ctx, given, before) => ({
    fields: restoreMasked(given, before),
    names: await loadLineNames(trx, ctx, given.routeIds, before?.routeIds ?? []),
    // a new carrier waits for 审核
    ...(before ? {} : { columns: { audit_status: auditStatus.pending } }),
  }),
});

interface CarrierTarget extends Target {
  status: number;
  /** plates that the caller may see; `vehicles` counts all */
  plates: string[];
  vehicles: number;
  drivers: string[];
}
/** Loads carriers for a batch, with what prevents deleting them. */
export const loadCarrierTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  fromCarriers(trx, ctx)
    .select(['c.id', 'c.name', 'c.version', 'c.status'])
    .select([
      sql<
        string[]
      >`array(select v.plate_no from vehicle v where v.carrier_id = c.id and v.deleted_at is null and ${visibleVehicleRows(ctx, 'v')} order by 1)`.as(
        'plates',
      ),
      sql<number>`(select count(*)::int from vehicle v where v.carrier_id = c.id and v.deleted_at is null)`.as(
        'vehicles',
      ),
      sql<
        string[]
      >`array(select d.name from driver d where d.carrier_id = c.id and d.deleted_at is null order by 1)`.as('drivers'),
    ])
    .where('c.id', 'in', ids)
    .execute();

/** Why a carrier cannot be deleted; null when it can. */
export function describeCarrierUse({
  plates,
  vehicles,
  drivers,
}: Pick<CarrierTarget, 'plates' | 'vehicles' | 'drivers'>): string | null {
  if (vehicles > 0) return useSentence('名下有车辆', '辆', plates, vehicles);
  return drivers.length > 0 ? useSentence('名下有司机', '名', drivers) : null;
}

/** Soft-deletes carriers; refused for one that has vehicles or drivers or that other records use. */
export const deleteCarriers = (ctx: Ctx, ids: string[]) =>
  eachRecord<CarrierFields, CarrierTarget & { uses: string[] }>(ctx, carrierRegister, ids, {
    load: async (trx, wanted) => addUses(trx, 'carrier', await loadCarrierTargets(ctx)(trx, wanted)),
    action: '删除',
    refuse: (t) => {
      const use = describeCarrierUse(t);
      const words = use === null ? describeUses(t.uses) : `${use}，无法删除`;
      return words === null ? null : blockedByRule(`承运商${t.name}${words}`);
    },
    set: null,
  });

export const setCarrierStatus = (ctx: Ctx, { ids, status }: Parsed<typeof carrierSetStatus>) =>
  eachRecord<CarrierFields, CarrierTarget>(ctx, carrierRegister, ids, {
    load: loadCarrierTargets(ctx),
    ...toStatus(carrierRegister, enableStatus, status),
  });

/** 审核: passes or rejects a carrier; 4010 when it already is in that state. */
export function auditCarrier(ctx: Ctx, { id, version, pass, remark }: Parsed<typeof carrierAudit>): Promise<null> {
  return ctx.db(async (trx) => {
    const carrier = requireRow(await findCarrier(trx, ctx, id), '承运商');
    const next = pass ? auditStatus.passed : auditStatus.rejected;
    if (carrier.auditStatus === next)
      throw new AppError(codes.illegalTransition, `承运商${carrier.name}已是“${auditStatus.label(next)}”`);
    await updateRow(trx, ctx, 'carrier', { id, version, values: { audit_status: next, audit_remark: remark || null } });
    await recordChanges(trx, ctx, [
      {
        entity: 'carrier',
        entityId: id,
        action: '审核',
        changes: [
          {
            field: 'auditStatus',
            label: '审核状态',
            before: auditStatus.label(carrier.auditStatus),
            after: auditStatus.label(next),
          },
          ...(remark
            ? [{ field: 'auditRemark', label: '审核意见', before: carrier.auditRemark ?? '', after: remark }]
            : []),
        ],
      },
    ]);
    return null;
  });
}
