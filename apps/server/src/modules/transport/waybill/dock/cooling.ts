import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import { degreesText } from '@tongda/contract/core/figure';
import { writeContent } from '@tongda/contract/resources/enums';
import { transportStatus } from '@tongda/contract/transport/enums';
import type { CoolerWay, departureCooler } from '@tongda/contract/transport/waybill/dock/site-work';
import { stowStatus } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import { wireTime } from '../../../../core/http/answer/wire-time';
import type { Ctx } from '../../../../core/http/ctx';
import { AppError } from '../../../../core/http/errors';
import { emptyWrite, sendWrite } from '../../../resources/card/door';
import { logSteps } from '../../order/door';
import { loadCrew, tellCrew } from '../road/crew';
import { lockWaybill, writeWaybill } from '../state';

/** 预冷指令: writes the set-point to the waybill and tells the crew by account and by terminal. */
export async function askCooling(ctx: Ctx, input: Parsed<typeof departureCooler>) {
  const { waybillCode, setTemp } = input;
  const {
    version,
    vehicleId,
    words,
    phone: told,
  } = await ctx.db(async (trx) => {
    const waybill = await lockWaybill(trx, ctx, waybillCode, { version: input.version });
    if (waybill.transportStatus !== transportStatus.toDepart || waybill.stowStatus < stowStatus.stowed)
      throw new AppError(codes.illegalTransition, `运单${waybillCode}不在待发车状态，不能下发预冷指令`);
    const depart = wireTime(waybill.planDepartAt, ctx.timeZone).slice(5, 16);
    const said = `运单${waybillCode}计划${depart}发车，请开冷机预冷到${degreesText(setTemp)}`;
    const next = await writeWaybill(trx, ctx, waybill, {
      set_temp_c: setTemp,
      precool_asked_at: sql<Date>`now()`,
      precool_asked_by: ctx.userName,
    });
    await logSteps(trx, ctx, [
      { objType: 'waybill', objCode: waybillCode, action: '预冷指令', remark: `设定${degreesText(setTemp)}` },
    ]);
    const phone = await tellCrew(trx, ctx, await loadCrew(trx, ctx, waybillCode), {
      type: 12_105,
      typeName: '预冷指令',
      title: '请预冷货箱',
      content: said,
      onceKey: `precool:${waybill.id}:${next}`,
    });
    return { version: next, vehicleId: waybill.vehicleId, words: said, phone };
  });
  return { version, ways: [told, await speakSetpoint(ctx, vehicleId, words)] };
}

/** Lets the terminal in the cab show and speak a text (0x8300), now or as soon as it is online. */
async function speakSetpoint(ctx: Ctx, vehicleId: string | null, text: string): Promise<CoolerWay> {
  const way = '车载终端';
  if (vehicleId === null) return { way, ok: false, msg: '运单还没有车辆' };
  try {
    const { taskNo } = await sendWrite(ctx, {
      ...emptyWrite,
      content: writeContent.text,
      text,
      speak: true,
      vehicleIds: [vehicleId],
    });
    return { way, ok: true, msg: `已下发，任务号${taskNo}` };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { way, ok: false, msg: error.message };
  }
}
