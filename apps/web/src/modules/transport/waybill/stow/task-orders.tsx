import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import type { WaybillDetail, WaybillLeg } from '@tongda/contract/transport/waybill/shapes';
import { taskMoveOut } from '@tongda/contract/transport/waybill/stow/split-pool';
import { Button, Checkbox, InputNumber } from 'antd';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../../kit/call/api';
import { newestOf } from '../../../../kit/call/use-act';
import { toast } from '../../../../kit/dialog/notify';
import { Can } from '../../../../kit/session/can';
import { num } from '../../../../kit/show/format';
import { TempClasses } from '../../../../kit/show/temp-class';
import { orderLinks } from '../../order/door';
import { ReasonDialog } from '../reason-dialog';
import '../../parts/table.css';

/** Why an order stays where it is; null when it may leave. */
function stays(task: WaybillDetail, leg: WaybillLeg): string | null {
  if (task.transportStatus === transportStatus.complete) return '任务已完成';
  if (leg.transportationStatus !== transportationStatus.notStarted) return '已在运输，请用换装';
  if (leg.loadPieces > 0) return `已装车 ${leg.loadPieces} 件，先撤销装车`;
  if (task.transportStatus === transportStatus.toDepart && task.loadStarted) return '正在装车，先撤销装车';
  return null;
}

/** The orders of a task by stop; ticked ones, whole or in part, leave for the split pool. */
export function TaskOrders({ task, changed }: { task: WaybillDetail; changed: () => void }) {
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const [asking, setAsking] = useState(false);
  const before = task.transportStatus === transportStatus.toDepart;
  const picked = task.legs.filter((leg) => chosen[leg.orderCode] !== undefined);
  const all =
    before && picked.length === task.legs.length && picked.every((leg) => chosen[leg.orderCode] === leg.planPieces);
  const toggle = (leg: WaybillLeg): void => {
    const { [leg.orderCode]: there, ...rest } = chosen;
    setChosen(there === undefined ? { ...chosen, [leg.orderCode]: leg.planPieces } : rest);
  };
  return (
    <>
      <h2 className="transport-waybill-section transport-waybill-stow-split-title">
        任务的订单
        <span className="td-cap">
          {num(task.totalPieces)} 件　{num(task.totalWeight, 2)} kg　{num(task.totalVolume, 3)} m³
        </span>
        <Can do={taskMoveOut}>
          <Button
            type="primary"
            icon={<ArrowRight />}
            iconPlacement="end"
            disabled={picked.length === 0 || all}
            title={all ? '请至少留下一个订单；全部移出请作废任务' : undefined}
            onClick={() => setAsking(true)}
          >
            移出到拆分池
          </Button>
        </Can>
      </h2>
      <table className="transport-parts-table">
        <thead>
          <tr>
            <th />
            <th>订单号</th>
            <th>温层</th>
            <th className="num">件数</th>
            <th className="num">重量 kg</th>
            <th className="num">移出件数</th>
          </tr>
        </thead>
        {task.stops
          .filter((stop) => task.legs.some((leg) => leg.toSeq === stop.seq))
          .map((stop) => (
            <tbody key={stop.seq}>
              <tr className="transport-waybill-stow-split-stop">
                <td colSpan={6}>
                  <span className="transport-waybill-no">{stop.seq}</span> {stop.name}
                </td>
              </tr>
              {task.legs
                .filter((leg) => leg.toSeq === stop.seq)
                .map((leg) => {
                  const why = stays(task, leg);
                  return (
                    <tr key={leg.orderCode}>
                      <td>
                        <Checkbox
                          aria-label={`移出 ${leg.orderCode}`}
                          checked={chosen[leg.orderCode] !== undefined}
                          disabled={why !== null}
                          onChange={() => toggle(leg)}
                        />
                      </td>
                      <td>
                        <Link to={orderLinks.details(leg.orderCode)}>{leg.orderCode}</Link>
                      </td>
                      <td>
                        <TempClasses codes={[leg.temperatureType]} />
                      </td>
                      <td className="num">{num(leg.planPieces)}</td>
                      <td className="num">{num(leg.weightKg, 2)}</td>
                      <td className="num">
                        {why === null ? (
                          <InputNumber
                            aria-label={`${leg.orderCode}移出件数`}
                            value={chosen[leg.orderCode] ?? null}
                            min={1}
                            max={leg.planPieces}
                            precision={0}
                            controls={false}
                            disabled={chosen[leg.orderCode] === undefined || !before || leg.planPieces < 2}
                            onChange={(n) => setChosen({ ...chosen, [leg.orderCode]: n ?? leg.planPieces })}
                          />
                        ) : (
                          <span className="td-cap">{why}</span>
                        )}
                      </td>
                    </tr>
                  );
                })}
            </tbody>
          ))}
      </table>
      {asking ? (
        <ReasonDialog
          title={`移出 ${picked.length} 个订单到拆分池`}
          label="移出原因"
          ok="移出"
          hint="少于全部件数的订单会拆成两单，留下的继续在任务上。"
          version={task.version}
          fresh={newestOf(transportTaskCalls.detail, { id: task.waybillCode })}
          run={async (reason, version) => {
            const { orderCodes } = await call(taskMoveOut, {
              waybillCode: task.waybillCode,
              version,
              items: picked.map((leg) => {
                const pieces = chosen[leg.orderCode] ?? leg.planPieces;
                return { orderCode: leg.orderCode, ...(pieces === leg.planPieces ? {} : { pieces }) };
              }),
              reason,
            });
            toast('success', `已移出 ${orderCodes.join('、')}`);
            changed();
          }}
          close={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
