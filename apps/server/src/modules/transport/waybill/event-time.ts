import { minuteMs } from '@tongda/contract/core/durations';
import { eventSource } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { instantSql, wireTime } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { invalidField } from '../../../core/http/errors';
import type { LockedWaybill } from './state';

/** How far the clock of somebody's phone may be ahead, ms. */
const aheadMs = 5 * minuteMs;

/** The field of the form, and what the time is called in sentences. */
interface EventTime {
  field: string;
  word: string;
}

/**
 * Reads the time that somebody entered for a step of a trip on the road; now when he entered none. It lies between the departure and now. A refusal
 * says when the trip departed, and when the fence alone says so, that this may change and how to correct it.
 */
export async function parseEventTime(
  trx: Trx,
  ctx: Pick<Ctx, 'timeZone'>,
  { actualDepartAt, departSource }: Pick<LockedWaybill, 'actualDepartAt' | 'departSource'>,
  wanted: string | undefined,
  { field, word }: EventTime,
): Promise<Date> {
  if (!wanted) return new Date();
  const { rows } = await sql<{ at: Date }>`select ${instantSql(wanted, ctx.timeZone)} as at`.execute(trx);
  const at = new Date(rows[0]?.at ?? Date.now());
  if (at.getTime() > Date.now() + aheadMs) throw invalidField(field, `${word}时间不能晚于当前时间`);
  if (!actualDepartAt || at >= actualDepartAt) return at;
  const departed = wireTime(actualDepartAt, ctx.timeZone).slice(5, 16);
  const uncertain =
    departSource === eventSource.fence
      ? '：发车是车辆驶离装货点时自动登记的，终端补传后会自动更正；也可先撤销发车，再按实际时间补登'
      : '';
  throw invalidField(field, `${word}时间不能早于发车时间${departed}${uncertain}`);
}
