import type { Parsed } from '@tongda/contract/core/endpoint';
import { degreesText } from '@tongda/contract/core/figure';
import type { arrivalConfirm } from '@tongda/contract/transport/waybill/dock/arrival';
import { abnormalLevel, abnormalType } from '@tongda/contract/transport/waybill/enums';
import { sql } from 'kysely';
import type { Trx } from '../../../../core/db/trx';
import type { Ctx } from '../../../../core/http/ctx';
import { invalidField } from '../../../../core/http/errors';
import { createAbnormalDraft } from '../../abnormal/door';
import { meanTemp } from '../../figures/door';
import { findColdOrders, type LockedWaybill, type OpenLeg } from '../state';

type Input = Parsed<typeof arrivalConfirm>;
type Counted = ReadonlyArray<{ leg: OpenLeg; line: Input['lines'][number] }>;
/** An entered temperature may differ from the probes' by so many ℃, as people round. */
const probeToleranceC = 1;

const sealDiffers = ({ sealNo }: LockedWaybill, { sealNoSeen }: Input): boolean =>
  sealNo !== null && sealNoSeen !== null && sealNoSeen !== sealNo;

/** 4000 for a seal that differs from the departure's without a photo of it (transport.md C11). */
export function refuseUnprovenSeal(waybill: LockedWaybill, input: Input): void {
  if (sealDiffers(waybill, input) && input.fileIds.length === 0)
    throw invalidField('fileIds', `铅封号${input.sealNoSeen}与发车时的${waybill.sealNo}不符，请上传铅封照片`);
}

/** 4000 for cold goods without a measured temperature. */
export async function refuseWithoutTemperature(trx: Trx, counted: Counted): Promise<void> {
  const cold = await findColdOrders(
    trx,
    counted.map(({ leg }) => leg),
  );
  const open = counted.find(({ leg, line }) => cold.has(leg.orderId) && line.pieces > 0 && line.productTemp === null);
  if (open) throw invalidField('lines', `请填写订单${open.leg.orderCode}的货温`);
}

/** Present temperature by the probes of the truck, ℃; null without recent readings. */
export async function loadProbeTemp(trx: Trx, { vehicleId }: LockedWaybill): Promise<number | null> {
  const { rows } = await sql<{
    temp: number | null;
  }>`select ${meanTemp} as temp from device_state s where s.vehicle_id = ${vehicleId}`.execute(trx);
  return rows[0]?.temp ?? null;
}

/** 4000 for a box temperature that differs from the probes' without a reason. */
export function refuseOtherTemperature({ boxTemp, boxTempReason }: Input, probeTemp: number | null): void {
  if (boxTemp === null || probeTemp === null || boxTempReason) return;
  if (Math.abs(boxTemp - probeTemp) > probeToleranceC)
    throw invalidField('boxTempReason', `厢温${degreesText(boxTemp)}与探头${degreesText(probeTemp)}不同，请填写原因`);
}

/** 生成异常: drafts a report for each difference between count and load, and for a seal that differs. Answers the numbers of the reports. */
export async function reportArrival(
  trx: Trx,
  ctx: Ctx,
  waybill: LockedWaybill,
  stop: { id: string; name: string },
  input: Input,
  counted: Counted,
): Promise<string[]> {
  const made: Array<string | null> = [];
  const base = { waybillId: waybill.id, fileIds: input.fileIds };
  if (sealDiffers(waybill, input))
    made.push(
      await createAbnormalDraft(trx, ctx, {
        ...base,
        orderIds: counted.map(({ leg }) => leg.orderId),
        type: abnormalType.other,
        level: abnormalLevel.serious,
        description: `${stop.name}到站核对：铅封不符，发车时${waybill.sealNo}，到站时${input.sealNoSeen}`,
        onceKey: `seal ${stop.id}`,
      }),
    );
  for (const { leg, line } of counted) {
    const kinds = [
      { type: abnormalType.damage, pieces: line.damaged, word: '破损' },
      { type: abnormalType.shortage, pieces: line.short, word: '短少' },
      { type: abnormalType.surplus, pieces: line.over, word: '多货' },
    ];
    for (const { type, pieces, word } of kinds)
      if (pieces > 0)
        made.push(
          await createAbnormalDraft(trx, ctx, {
            ...base,
            orderIds: [leg.orderId],
            type,
            description: `${stop.name}到站核对：${leg.orderCode}应到${leg.loadPieces}件，实到${line.pieces}件，${word}${pieces}件`,
            affectPieces: pieces,
            onceKey: `arrive ${leg.id} ${type}`,
          }),
        );
  }
  return made.flatMap((code) => code ?? []);
}
