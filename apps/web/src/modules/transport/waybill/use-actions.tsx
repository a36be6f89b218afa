import { codes } from '@tongda/contract/core/endpoint';
import { transportStatus } from '@tongda/contract/transport/enums';
import { transportTaskRemind } from '@tongda/contract/transport/tracking/notify';
import type { WaybillCalls } from '@tongda/contract/transport/waybill/calls';
import { arrivalConfirm } from '@tongda/contract/transport/waybill/dock/arrival';
import { departureConfirm, departureRevoke, revokedText } from '@tongda/contract/transport/waybill/dock/departure';
import { driverConfirmStatus, stowStatus, waybillKind } from '@tongda/contract/transport/waybill/enums';
import { enrouteAdd } from '@tongda/contract/transport/waybill/road/enroute';
import { stowageReload } from '@tongda/contract/transport/waybill/road/reload';
import type { WaybillRow } from '@tongda/contract/transport/waybill/shapes';
import { pickUpStowConfirm, stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { taskMoveOut } from '@tongda/contract/transport/waybill/stow/split-pool';
import { type ReactNode, useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { newestOf } from '../../../kit/call/use-act';
import { useRowAct } from '../../../kit/call/use-row-act';
import { confirm } from '../../../kit/dialog/notify';
import { wireTime } from '../../../kit/show/format';
import type { RowAction } from '../../../kit/table/types';
import { tellWays } from '../parts/tell-ways';
import { useTripLinks } from '../trip/door';
import { waybillLinks } from './links';
import { ReasonDialog } from './reason-dialog';
import { EnrouteDialog } from './road/enroute-dialog';
import { VehicleDialog } from './stow/vehicle-choice';

interface Pages {
  check: (code: string) => string;
  edit: (code: string) => string;
  board: (code: string) => string;
}

/** Whether the driver may be asked again to accept the trip: it is stowed, has not left, and he has not answered. */
const waitsForDriver = (row: WaybillRow): boolean =>
  row.transportStatus === transportStatus.toDepart &&
  row.stowStatus >= stowStatus.stowed &&
  row.driverConfirm === driverConfirmStatus.waiting &&
  row.driverId !== null;

/** A step that asks and takes nothing but the waybill. */
interface Simple {
  endpoint: WaybillCalls['startLoad'];
  row: WaybillRow;
  words: { ask: string; content?: string; ok: string };
}
type Asked = { kind: 'void' | 'revoke' | 'reassign' | 'enroute'; row: WaybillRow } | null;

/** A task is given to somebody else, other trips get another vehicle: the same step. */
const changeWord = ({ kind }: WaybillCalls): string => (kind === waybillKind.transportTask ? '改派' : '换车');

/** What can be done with a waybill: the server says what its state allows (`allowActions`), the rights what the user may. */
export function useWaybillActions(calls: WaybillCalls, pages: Pages, changed: () => void) {
  const [asked, setAsked] = useState<Asked>(null);
  const simple = useRowAct(
    ({ endpoint, row }: Simple) => call(endpoint, { waybillCode: row.waybillCode, version: row.version }),
    {
      sure: ({ words: { ask, content, ok } }) => ({ title: ask, content, ok }),
      told: ({ row, words }) => `${row.waybillCode} ${words.ok}`,
    },
  );
  const load = useRowAct((row: WaybillRow) => finishLoading(calls, row), {
    sure: ({ waybillCode, totalPieces }) => ({
      title: `${waybillCode} 已全部装车？`,
      content: `共 ${totalPieces} 件`,
      ok: '装车完成',
    }),
    told: ({ waybillCode }, answer) => answer && `${waybillCode} 装车完成`,
  });
  const step = (endpoint: Simple['endpoint'], row: WaybillRow, words: Simple['words']): Promise<void> =>
    simple({ endpoint, row, words }, changed);
  const remind = useRowAct((waybillCode: string) => call(transportTaskRemind, { waybillCode }), {
    done: (_, ways) => tellWays(ways),
  });
  const task = calls.kind === waybillKind.transportTask;
  const links = useTripLinks();
  const actions = (row: WaybillRow): RowAction[] => {
    const { waybillCode: code } = row;
    const picking = calls.kind === waybillKind.billOfLading;
    const when = (verb: (typeof row.allowActions)[number], action: RowAction): RowAction[] =>
      row.allowActions.includes(verb) ? [action] : [];
    const { trajectory } = links({
      vehicleId: row.vehicleId,
      startTime: row.actualDepartTime,
      endTime: row.actualArriveTime ?? wireTime(Date.now()),
    });
    return [
      { label: '详情', to: pages.check(code) },
      ...when('depart', { label: '发车', to: waybillLinks.departure(code), can: departureConfirm }),
      ...when('arrive', { label: '到站', to: waybillLinks.arrival(code, 0), can: arrivalConfirm }),
      ...when('stowage', { label: '配载', to: pages.board(code), can: picking ? pickUpStowConfirm : stowageConfirm }),
      ...when('stowageEnroute', {
        label: '途中加单',
        can: enrouteAdd,
        run: () => setAsked({ kind: 'enroute', row }),
      }),
      ...when('edit', { label: '编辑', to: pages.edit(code), can: calls.update }),
      ...when('startLoad', {
        label: '开始装车',
        can: calls.startLoad,
        run: () =>
          step(calls.startLoad, row, {
            ask: `${code} 开始装车？`,
            content: '开始后可以逐单清点，装完再发车；调整订单须先撤销装车。',
            ok: '开始装车',
          }),
      }),
      ...when('load', {
        label: '装车完成',
        can: calls.load,
        run: () => load(row, changed),
      }),
      ...when('rollback', {
        label: '撤销装车',
        can: calls.rollback,
        run: () =>
          step(calls.rollback, row, {
            ask: `撤销 ${code} 的装车？`,
            content: '已装件数清零，可以继续配载。',
            ok: '撤销装车',
          }),
      }),
      ...when('reloading', { label: '换装', to: waybillLinks.reloading(code, row.waybillKind), can: stowageReload }),
      ...when('reassign', {
        label: changeWord(calls),
        can: calls.changeVehicle,
        run: () => setAsked({ kind: 'reassign', row }),
      }),
      ...(task && waitsForDriver(row)
        ? [{ label: '催接单', can: transportTaskRemind, run: () => remind(code, changed) }]
        : []),
      ...(task && row.transportStatus !== transportStatus.complete
        ? [{ label: '拆分池', to: waybillLinks.splitPool(code), can: taskMoveOut }]
        : []),
      ...when('finish', {
        label: '完成',
        can: calls.finish,
        run: () =>
          step(calls.finish, row, { ask: `${code} 的全部订单已交接？`, content: '未到的途经点记为跳过。', ok: '完成' }),
      }),
      ...(trajectory ? [{ label: '轨迹', to: trajectory }] : []),
      ...when('revokeDepart', {
        label: '撤销发车',
        can: departureRevoke,
        run: () => setAsked({ kind: 'revoke', row }),
      }),
      ...when('void', { label: '作废', danger: true, can: calls.void, run: () => setAsked({ kind: 'void', row }) }),
    ];
  };
  return { actions, dialog: <Dialog asked={asked} calls={calls} changed={changed} close={() => setAsked(null)} /> };
}

/** 装车完成. What was counted short is on board only when somebody says so; null: he does not, and nothing was written. */
async function finishLoading(calls: WaybillCalls, { waybillCode, version }: WaybillRow) {
  try {
    return await call(calls.load, { waybillCode, version });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === codes.blockedByRule)) throw error;
    const there = await confirm({
      title: `${error.message}，确已全部装上？`,
      content: '少装时请取消：撤销装车后，在“拆分池”把少装的件数移出，再装车。',
      ok: '已全部装上',
    });
    return there ? call(calls.load, { waybillCode, version, asPlanned: true }) : null;
  }
}

function Dialog(props: { asked: Asked; calls: WaybillCalls; changed: () => void; close: () => void }): ReactNode {
  const { asked, calls, changed, close } = props;
  if (!asked) return null;
  const { waybillCode, version } = asked.row;
  const word = changeWord(calls);
  if (asked.kind === 'enroute') return <EnrouteDialog waybill={asked.row} done={changed} close={close} />;
  if (asked.kind === 'reassign')
    return (
      <VehicleDialog
        title={`${word} ${waybillCode}`}
        ok={word}
        hint={`现由 ${asked.row.plateNo} ${asked.row.driverName} 执行；${word}后重新校验，司机须重新接单。`}
        reason={`${word}原因`}
        late
        version={version}
        fresh={newestOf(calls.detail, { id: waybillCode })}
        send={({ vehicleId, driverId, reason, lateReason, version: newest }) =>
          call(calls.changeVehicle, {
            waybillCode,
            version: newest,
            vehicleId,
            driverId,
            reason,
            ...(lateReason ? { lateReason } : {}),
          })
        }
        told={() => `${waybillCode} 已${word}`}
        done={changed}
        close={close}
      />
    );
  if (asked.kind === 'revoke')
    return (
      <ReasonDialog
        title={`撤销发车 ${waybillCode}`}
        label="撤销原因"
        ok="撤销发车"
        hint="发车30分钟内、行驶不到5公里且未到达途经点时可以撤销。"
        send={(reason) => call(departureRevoke, { waybillCode, reason })}
        told={revokedText}
        done={changed}
        close={close}
      />
    );
  return (
    <ReasonDialog
      title={`作废 ${waybillCode}`}
      label="作废原因"
      ok="作废"
      hint={asked.row.orderCount > 0 ? `其中 ${asked.row.orderCount} 个订单退回待配载。` : undefined}
      version={version}
      fresh={newestOf(calls.detail, { id: waybillCode })}
      send={(reason, newest) => call(calls.void, { waybillCode, version: newest, reason })}
      told={() => `${waybillCode} 已作废`}
      done={changed}
      close={close}
    />
  );
}
