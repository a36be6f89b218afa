import { msgType } from '@tongda/contract/base/system-enums';
import type { Parsed } from '@tongda/contract/core/endpoint';
import type { RepairRequestVerb } from '@tongda/contract/resources/repair-request/calls';
import { visitHalf } from '@tongda/contract/resources/repair-request/enums';
import type {
  repairWorkAssign,
  repairWorkFinish,
  repairWorkRefuse,
  repairWorkStart,
} from '@tongda/contract/resources/repair-request/staff';
import type { Updateable } from 'kysely';
import type { RepairRequest } from '../../../core/generated/db-types';
import type { Ctx } from '../../../core/http/ctx';
import { createMessage } from '../../base/message/door';
import { type Stored, takeStep } from './step';

interface Step {
  at: { id: string; version: number };
  verb: RepairRequestVerb;
  set: Updateable<RepairRequest>;
  /** what the company reads */
  tell: (after: Stored) => { title: string; content: string };
}

/** A step of the provider's staff: it is told to those of the company who see the vehicle and have the page. */
const work = (ctx: Ctx, { at, verb, set, tell }: Step) =>
  ctx.db(async (trx) => {
    const { after, answer } = await takeStep(trx, ctx, at, verb, () => set);
    await createMessage(trx, {
      clientId: after.client_id,
      category: 12,
      type: msgType.repairProgress,
      objTag: `repair:${after.request_no}`,
      objName: after.plate_no,
      vehicleId: after.vehicle_id,
      menu: 'reportForRepair',
      onceKey: `repair request ${after.id} ${after.version}`,
      ...tell(after),
    });
    return answer;
  });

const nameOf = (r: Stored): string => `报修单${r.request_no}（${r.plate_no}，终端${r.terminal_no}）`;

/** 派单, or another engineer for a visit that was accepted already. */
export const assignWork = (ctx: Ctx, { engineer, engineerPhone, ...at }: Parsed<typeof repairWorkAssign>) =>
  work(ctx, {
    at,
    verb: 'assign',
    set: { engineer, engineer_phone: engineerPhone },
    tell: (r) => ({
      title: '报修已受理',
      content: `${nameOf(r)}已受理，工程师${r.engineer} ${r.engineer_phone} 将于${r.visit}${visitHalf.label(r.visit_half)}到${r.address}。`,
    }),
  });

export const startWork = (ctx: Ctx, at: Parsed<typeof repairWorkStart>) =>
  work(ctx, {
    at,
    verb: 'start',
    set: {},
    tell: (r) => ({
      title: '报修处理中',
      content: `${nameOf(r)}已由工程师${r.engineer}开始处理。`,
    }),
  });

export const finishWork = (ctx: Ctx, { result, feeYuan, replacedNo, ...at }: Parsed<typeof repairWorkFinish>) =>
  work(ctx, {
    at,
    verb: 'finish',
    set: {
      result,
      fee_fen: feeYuan === null ? null : Math.round(feeYuan * 100),
      replaced_no: replacedNo,
      done_at: new Date(),
    },
    tell: (r) => ({
      title: '报修已完成',
      content: `${nameOf(r)}已完成：${r.result}${r.replaced_no ? `，更换为终端${r.replaced_no}` : ''}。请在报修预约中评价。`,
    }),
  });

/** 退回: no visit is made, and the company reads why. */
export const refuseWork = (ctx: Ctx, { reason, ...at }: Parsed<typeof repairWorkRefuse>) =>
  work(ctx, {
    at,
    verb: 'refuse',
    set: { cancel_reason: `服务商退回：${reason}` },
    tell: (r) => ({ title: '报修已退回', content: `${nameOf(r)}已由服务商退回，原因：${reason}` }),
  });
