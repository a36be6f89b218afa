import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import type { Range } from '../../../kernel/motion/segments';

/** How a program names a vehicle: by its id, by a customer's code for it, or both. */
export interface Named {
  vehicleId?: string;
  customerId?: string;
  extCode?: string;
}

/** 车辆绑定: a customer's code for a vehicle, and when it holds, epoch ms; `until` is the first moment at which it does not. */
interface Binding {
  vehicleId: string;
  customerId: string;
  extCode: string;
  from: number;
  until: number;
}

const listBindings = async (trx: Trx, ctx: Ctx, named: Named, { from, to }: Range): Promise<Binding[]> => {
  const { vehicleId = null, customerId = null, extCode = null } = named;
  const { rows } =
    await sql<Binding>`select vehicle_id::text as "vehicleId", customer_id::text as "customerId", ext_code as "extCode",
      (extract(epoch from greatest(lower(during), ${new Date(from)})) * 1000)::float8 as "from",
      (extract(epoch from least(upper(during), ${new Date(to + 1)})) * 1000)::float8 as until
    from vehicle_binding where client_id = ${ctx.clientId} and during && tstzrange(${new Date(from)}, ${new Date(to)}, '[]')
      and (${vehicleId}::bigint is null or vehicle_id = ${vehicleId}) and (${customerId}::bigint is null or customer_id = ${customerId})
      and (${extCode}::text is null or ext_code = ${extCode})
    order by lower(during), customer_id`.execute(trx);
  return rows;
};

/** What is read of a vehicle that was named so. */
export interface Bound {
  vehicleId: string;
  /** of what was asked for, the part within which the bindings lie */
  range: Range;
  /** Whether a moment (epoch ms) may be told. */
  holds: (t: number) => boolean;
  /** The code that the vehicle has at a moment; empty where it has none, or several customers have one each and none of them was named. */
  codeAt: (t: number) => string;
}

/**
 * The vehicle of a call of points. Who names a customer or his code is told of its bindings' time only (report.md 8.1): the company may let the vehicle drive for
 * another one before and after. Throws 4000 at the field for a code that names no vehicle, or several.
 */
export async function findBound(trx: Trx, ctx: Ctx, named: Named, range: Range): Promise<Bound> {
  const { vehicleId, extCode } = named;
  // a program of a customer is told of him, whether he is named or not
  const customerId = ctx.customerId ?? named.customerId;
  if (ctx.customerId !== undefined && (named.customerId ?? ctx.customerId) !== ctx.customerId)
    throw invalidField('customerId', '应用属于另一客户，不能查询该客户');
  if (vehicleId === undefined && extCode === undefined)
    throw invalidField('vehicleId', '请传入车辆编号，或客户车辆编码 extCode');
  const bindings = await listBindings(trx, ctx, { vehicleId, customerId, extCode }, range);
  const codeAt = (t: number): string => {
    const codes = bindings.filter(({ from, until }) => t >= from && t < until);
    return codes.length === 1 ? (codes[0]?.extCode ?? '') : '';
  };
  if (vehicleId !== undefined && customerId === undefined && extCode === undefined)
    return { vehicleId, range, holds: () => true, codeAt };
  const field = extCode === undefined ? 'customerId' : 'extCode';
  const [first] = bindings;
  if (!first) throw invalidField(field, '所查时段内没有这样绑定的车辆，请核对编码、客户和时间');
  if (new Set(bindings.map((one) => one.customerId)).size > 1)
    throw invalidField('customerId', '多个客户使用此编码，请传入客户编号 customerId');
  const next = bindings.find((one) => one.vehicleId !== first.vehicleId);
  if (next)
    throw invalidField(
      field,
      `此编码在所查时段先后属于多辆车，${wireTime(next.from, ctx.timeZone)} 起为另一辆，请分段查询`,
    );
  return {
    vehicleId: first.vehicleId,
    range: { from: first.from, to: Math.max(...bindings.map(({ until }) => until)) - 1 },
    holds: (t) => bindings.some(({ from, until }) => t >= from && t < until),
    codeAt,
  };
}
