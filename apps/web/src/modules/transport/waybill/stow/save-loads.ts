import { codes } from '@tongda/contract/core/endpoint';
import { waybillKind } from '@tongda/contract/transport/waybill/enums';
import { pickUpStowConfirm, stowageConfirm, stowageLoads } from '@tongda/contract/transport/waybill/stow/board';
import { call } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { reportError } from '../../../../kit/dialog/notify';
import { type BoardLoad, isPicked, judgeBoardLoad } from './board/state';

/**
 * Sends the loads of a board one by one: with `confirm` those that are picked, otherwise those that changed.
 * Answers the numbers of the waybills that were stored, and the board as it is then: confirmed loads leave it,
 * a refused one stays with the reason in `problem`.
 */
export async function saveLoads(
  loads: readonly BoardLoad[],
  confirm: boolean,
  lateReason?: string,
): Promise<{ left: BoardLoad[]; saved: string[] }> {
  const left: BoardLoad[] = [];
  const saved: string[] = [];
  for (const load of loads) {
    if (confirm ? !isPicked(load) : load.orders.length === 0 || !load.changed) {
      left.push(load);
      continue;
    }
    try {
      const { waybillCode, version } = await sendLoad(load, confirm, lateReason);
      saved.push(waybillCode);
      if (!confirm) left.push({ ...load, waybillCode, version, changed: false, problem: null });
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error);
      const problem = error instanceof ApiError ? error.message : '保存失败，请重试';
      const conflict = error instanceof ApiError && error.code === codes.conflict;
      left.push(conflict ? await renewLoad(load, problem) : { ...load, problem });
    }
  }
  return { left, saved };
}

/** The load as it was arranged here, on top of what somebody else wrote: saving it again is up to the person who reads who changed it. */
async function renewLoad(load: BoardLoad, problem: string): Promise<BoardLoad> {
  if (load.waybillCode === null) return { ...load, problem };
  const pickUps = load.kind === waybillKind.billOfLading;
  const stored = await call(stowageLoads, { waybillCodes: [load.waybillCode], pickUps }, { quiet: true }).catch(
    () => [],
  );
  const now = stored.find(({ waybillCode }) => waybillCode === load.waybillCode);
  if (!now) return { ...load, problem };
  const said = problem.replace('请刷新后重试', '板上仍是您的安排，核对后可再次保存');
  return { ...load, version: now.version, problem: said };
}

/** Pick-up orders are stowed with a right of their own. */
const sendLoad = (load: BoardLoad, confirm: boolean, lateReason?: string) =>
  load.kind === waybillKind.billOfLading
    ? call(
        pickUpStowConfirm,
        { ...inputOf(load, confirm, lateReason), waybillKind: waybillKind.billOfLading },
        { quiet: true },
      )
    : call(stowageConfirm, inputOf(load, confirm, lateReason), { quiet: true });

function inputOf(load: BoardLoad, confirm: boolean, lateReason?: string) {
  return {
    waybillCode: load.waybillCode ?? undefined,
    version: load.version ?? undefined,
    waybillKind: load.kind,
    fromPlaceId: load.from?.placeId ?? null,
    toPlaceId: load.to?.placeId ?? null,
    vehicleId: load.vehicle.vehicleId,
    driverId: load.driverId,
    planDepartTime: load.departTime,
    setTemp: judgeBoardLoad(load).setTemp,
    orderCodes: load.orders.map(({ orderCode }) => orderCode),
    confirm,
    // the reason is for the late loads among those that are confirmed together
    ...(lateReason && judgeBoardLoad(load).onlyLate ? { lateReason } : {}),
  };
}
