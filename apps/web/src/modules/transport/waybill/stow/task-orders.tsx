import { transportationStatus, transportStatus } from '@tongda/contract/transport/enums';
import { transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import type { WaybillDetail, WaybillLeg } from '@tongda/contract/transport/waybill/shapes';
import { taskMoveOut } from '@tongda/contract/transport/waybill/stow/split-pool';
import { Button, Checkbox } from 'antd';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../../kit/call/api';
import { newestOf } from '../../../../kit/call/use-act';
import { Can } from '../../../../kit/session/can';
import { formatNumber } from '../../../../kit/show/format';
import { TempClasses } from '../../../../kit/show/temp-class';
import { countColumn, LinesTable } from '../../../../kit/work/lines-table';
import { orderLinks } from '../../order/door';
import { ReasonDialog } from '../reason-dialog';

/** Why an order stays where it is; null when it may leave. */
function reasonToStay(task: WaybillDetail, leg: WaybillLeg): string | null {
  if (task.transportStatus === transportStatus.complete) return '任务已完成';
  if (leg.transportationStatus !== transportationStatus.notStarted) return '已在运输，请用换装';
  if (leg.loadPieces > 0) return `已装车 ${leg.loadPieces} 件，先撤销装车`;
  if (task.transportStatus === transportStatus.toDepart && task.loadStarted) return '正在装车，先撤销装车';
  return null;
}

/** Orders that shall leave, with the pieces of each. */
type Chosen = Readonly<Record<string, number>>;

/** The orders of a task by stop; ticked ones, whole or in part, leave for the split pool. */
export function TaskOrders({ task, changed }: { task: WaybillDetail; changed: () => void }) {
  const [chosen, setChosen] = useState<Chosen>({});
  const [asking, setAsking] = useState(false);
  const before = task.transportStatus === transportStatus.toDepart;
  const picked = task.legs.filter((leg) => chosen[leg.orderCode] !== undefined);
  const all =
    before && picked.length === task.legs.length && picked.every((leg) => chosen[leg.orderCode] === leg.planPieces);
  return (
    <>
      <h2 className="transport-waybill-section transport-waybill-stow-split-title">
        任务的订单
        <span className="td-cap">
          {formatNumber(task.totalPieces)} 件　{formatNumber(task.totalWeight, 2)} kg{'　'}
          {formatNumber(task.totalVolume, 3)} m³
        </span>
        <Can do={taskMoveOut}>
          <Button
            type="primary"
            icon={<ArrowRight />}
            iconPlacement="end"
            disabled={picked.length === 0}
            title={all ? '全部移出后任务待配载，车辆和司机在该时段空出' : undefined}
            onClick={() => setAsking(true)}
          >
            移出到拆分池
          </Button>
        </Can>
      </h2>
      <OrdersByStop task={task} chosen={chosen} choose={setChosen} />
      {asking ? (
        <ReasonDialog
          title={`移出 ${picked.length} 个订单到拆分池`}
          label="移出原因"
          ok="移出"
          hint="少于全部件数的订单会拆成两单，留下的继续在任务上。"
          version={task.version}
          fresh={newestOf(transportTaskCalls.detail, { id: task.waybillCode })}
          send={(reason, version) =>
            call(taskMoveOut, {
              waybillCode: task.waybillCode,
              version,
              items: picked.map((leg) => {
                const pieces = chosen[leg.orderCode] ?? leg.planPieces;
                return { orderCode: leg.orderCode, ...(pieces === leg.planPieces ? {} : { pieces }) };
              }),
              reason,
            })
          }
          told={({ orderCodes }) => `已移出 ${orderCodes.join('、')}`}
          done={changed}
          close={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

interface OrdersByStopProps {
  task: WaybillDetail;
  chosen: Chosen;
  choose: (chosen: Chosen) => void;
}

/** The orders under the stop where each is unloaded, with a tick and the pieces that leave. */
function OrdersByStop({ task, chosen, choose }: OrdersByStopProps) {
  const before = task.transportStatus === transportStatus.toDepart;
  const legs = task.stops.flatMap((stop) => task.legs.filter((leg) => leg.toSeq === stop.seq));
  const toggle = (leg: WaybillLeg): void => {
    const { [leg.orderCode]: there, ...rest } = chosen;
    choose(there === undefined ? { ...chosen, [leg.orderCode]: leg.planPieces } : rest);
  };
  const stopRow = ({ toSeq }: WaybillLeg) => (
    <tr className="transport-waybill-stow-split-stop">
      <td colSpan={6}>
        <span className="transport-waybill-no">{toSeq}</span> {task.stops.find(({ seq }) => seq === toSeq)?.name}
      </td>
    </tr>
  );
  return (
    <LinesTable
      lines={legs}
      keyOf={(leg) => leg.orderCode}
      above={(leg, i) => (legs[i - 1]?.toSeq === leg.toSeq ? null : stopRow(leg))}
      columns={[
        {
          key: 'chosen',
          cell: (leg) => (
            <Checkbox
              aria-label={`移出 ${leg.orderCode}`}
              checked={chosen[leg.orderCode] !== undefined}
              disabled={reasonToStay(task, leg) !== null}
              onChange={() => toggle(leg)}
            />
          ),
        },
        {
          key: 'orderCode',
          label: '订单号',
          cell: (leg) => <Link to={orderLinks.details(leg.orderCode)}>{leg.orderCode}</Link>,
        },
        { key: 'temperature', label: '温层', cell: (leg) => <TempClasses codes={[leg.temperatureType]} /> },
        { key: 'pieces', label: '件数', num: true, cell: (leg) => formatNumber(leg.planPieces) },
        { key: 'weight', label: '重量(kg)', num: true, cell: (leg) => formatNumber(leg.weightKg, 2) },
        countColumn<WaybillLeg>({
          key: 'leaving',
          label: '移出件数',
          name: (leg) => `${leg.orderCode}移出件数`,
          value: (leg) => chosen[leg.orderCode] ?? null,
          put: (leg, pieces) => choose({ ...chosen, [leg.orderCode]: pieces ?? leg.planPieces }),
          min: 1,
          max: (leg) => leg.planPieces,
          disabled: (leg) => chosen[leg.orderCode] === undefined || !before || leg.planPieces < 2,
          instead: (leg) => {
            const why = reasonToStay(task, leg);
            return why === null ? null : <span className="td-cap">{why}</span>;
          },
        }),
      ]}
    />
  );
}
