import type { carrierAdd, carrierAudit, carrierSetStatus, carrierUpdate } from '@tongda/contract/carrier/carrier';
import { type CarrierFields, carrierDicts, carrierLabels } from '@tongda/contract/carrier/fields';
import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { enableStatus } from '@tongda/contract/enums/resource';
import { auditStatus } from '@tongda/contract/enums/transport';
import { sql, type Transaction } from 'kysely';
import { recordChanges } from '../../core/audit';
import type { Ctx } from '../../core/ctx';
import type { DB } from '../../core/db-types';
import { AppError, blocked } from '../../core/errors';
import { addRecord, changeRecord, eachRecord, type Register, type Target, useSentence } from '../../core/register';
import { found, updateRow } from '../../core/rows';
import { visibleVehicleRows } from '../org/org.scope';
import { usesWords, withUses } from '../reference/uses.service';
import { findCarrier, fromCarriers } from './carrier.repo';

type Trx = Transaction<DB>;

export const carrierRegister: Register<CarrierFields> = {
  entity: 'carrier',
  table: 'carrier',
  noun: '承运商',
  wording: { labels: carrierLabels, dicts: carrierDicts },
  columnsOf: (v) => ({
    name: v.name,
    code: v.code,
    short_name: v.shortName,
    carrier_type: v.carrierType,
    credit_code: v.creditCode,
    contact: v.contact,
    phone: v.phone,
    email: v.email,
    address: v.address,
    permit_no: v.permitNo,
    permit_end: v.permitEnd,
    business_area: v.businessArea,
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

/** A new carrier waits for somebody to look at its papers. */
export const addCarrier = (ctx: Ctx, fields: Parsed<typeof carrierAdd>): Promise<{ id: string }> =>
  ctx.db(async (trx) => ({
    id: await addRecord(trx, ctx, carrierRegister, fields, new Map(), { audit_status: auditStatus.pending }),
  }));

export function updateCarrier(ctx: Ctx, input: Parsed<typeof carrierUpdate>): Promise<{ id: string; version: number }> {
  const { id, version, ...fields } = input;
  return ctx.db(async (trx) => {
    const before = found(await findCarrier(trx, ctx, id), '承运商');
    return {
      id,
      version: await changeRecord(trx, ctx, carrierRegister, { id, version, before, fields, names: new Map() }),
    };
  });
}

interface CarrierTarget extends Target {
  status: number;
  /** those that the caller may see, of so many in all */
  plates: string[];
  vehicles: number;
  drivers: string[];
}
export const carrierTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
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

/** Why a carrier cannot be deleted. */
export function carrierUse({
  plates,
  vehicles,
  drivers,
}: Pick<CarrierTarget, 'plates' | 'vehicles' | 'drivers'>): string | null {
  if (vehicles > 0) return useSentence('名下有车辆', '辆', plates, vehicles);
  return drivers.length > 0 ? useSentence('名下有司机', '名', drivers) : null;
}

export const deleteCarriers = (ctx: Ctx, ids: string[]) =>
  eachRecord<CarrierFields, CarrierTarget & { uses: string[] }>(ctx, carrierRegister, ids, {
    load: async (trx, wanted) => withUses(trx, 'carrier', await carrierTargets(ctx)(trx, wanted)),
    action: '删除',
    refuse: (t) => {
      const use = carrierUse(t);
      const words = use === null ? usesWords(t.uses) : `${use}，无法删除`;
      return words === null ? null : blocked(`承运商${t.name}${words}`);
    },
    set: null,
  });

export const setCarrierStatus = (ctx: Ctx, { ids, status }: Parsed<typeof carrierSetStatus>) =>
  eachRecord<CarrierFields, CarrierTarget>(ctx, carrierRegister, ids, {
    load: carrierTargets(ctx),
    action: '改变状态',
    refuse: (t) =>
      t.status === status
        ? new AppError(codes.illegalTransition, `承运商${t.name}已是“${enableStatus.label(status)}”`)
        : null,
    set: { status },
    changes: (t) => [
      { field: 'status', label: '状态', before: enableStatus.label(t.status), after: enableStatus.label(status) },
    ],
  });

/** Passes or rejects a carrier that waits (or was rejected before). */
export function auditCarrier(ctx: Ctx, { id, version, pass, remark }: Parsed<typeof carrierAudit>): Promise<null> {
  return ctx.db(async (trx) => {
    const carrier = found(await findCarrier(trx, ctx, id), '承运商');
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
