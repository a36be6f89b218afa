import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import type { BoardOrder } from '@tongda/contract/transport/waybill/stow/board';
import { Checkbox, DatePicker, Popover } from 'antd';
import dayjs from 'dayjs';
import { Ban, Check, Clock3, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { RemoteSelect } from '../../../../kit/form/input/remote-select';
import { formatNumber, minuteText } from '../../../../kit/show/format';
import { dottedPlate } from '../../../../kit/show/plate/chip';
import { searchDrivers, toFound } from '../../../base/reference/door';
import { temperatureWords } from './add-vehicle';
import { type BoardLoad, isPicked, judgeBoardLoad, refusalOf } from './board/state';
import type { Board } from './board/use';
import { LoadBars, volumeOf } from './load-bars';

const classes: Readonly<Record<number, string>> = {
  [temperatureType.frozen]: 'frozen',
  [temperatureType.chilled]: 'chilled',
  [temperatureType.ambient]: 'ambient',
  [temperatureType.general]: 'general',
};

interface LoadRowProps {
  board: Board;
  load: BoardLoad;
  /** orders under the hand */
  dragged: readonly BoardOrder[];
  drag: (orders: readonly BoardOrder[]) => void;
  over: boolean;
  setOver: (over: boolean) => void;
}

/** One truck: who and when, the picture of its box from the cab to the door, how full it is. Orders are dropped onto it. */
export function LoadRow({ board, load, dragged, drag, over, setOver }: LoadRowProps) {
  const mine = dragged.length > 0 && dragged.every((order) => load.orders.includes(order));
  const why = dragged.length > 0 && !mine ? refusalOf(load, dragged) : null;
  const state = dragged.length > 0 && !mine ? (why ? 'no' : 'yes') : undefined;
  const result = judgeBoardLoad(load);
  const block = result.checks.find(({ level }) => level === 'block');
  const warn = result.checks.find(({ level }) => level === 'warn');
  const current = board.current?.key === load.key;
  const row = useRef<HTMLElement>(null);
  const count = load.orders.length;
  // a truck that was added below the others, or whose row grew, is what the dispatcher looks at now
  useEffect(() => {
    if (current && count >= 0) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current, count]);
  return (
    <section
      ref={row}
      className="transport-waybill-stow-load"
      aria-label={load.vehicle.plateNo}
      data-selected={current}
      data-drop={state}
      data-over={over}
      onDragOver={(event: DragEvent) => {
        setOver(true);
        if (!why) event.preventDefault();
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        if (!mine) board.putInto(dragged, load.key);
        drag([]);
      }}
    >
      <div className="transport-waybill-stow-who">
        <span className="transport-waybill-stow-plate-line">
          <Checkbox
            aria-label={`确认配载时包括 ${load.vehicle.plateNo}`}
            checked={isPicked(load)}
            disabled={load.orders.length === 0}
            onChange={(event) => board.pick(load.key, event.target.checked)}
          />
          <button
            type="button"
            className="td-plain transport-waybill-stow-plate"
            onClick={() => board.select(load.key)}
          >
            {dottedPlate(load.vehicle.plateNo)}
          </button>
        </span>
        {load.waybillCode ? (
          <span className="td-cap">
            {load.waybillCode}
            {load.colleague === null ? null : (
              <>
                <br />
                <span className="transport-waybill-stow-colleague">{load.colleague}的草稿</span>
              </>
            )}
          </span>
        ) : null}
        <Popover trigger="click" placement="bottomLeft" content={<WhoAndWhen board={board} load={load} />}>
          <button type="button" className="td-plain kit-table-word transport-waybill-stow-driver">
            {load.driverName || '指定司机'}　<span>{minuteText(load.departTime)} 发车</span>
          </button>
        </Popover>
        <Verdict load={load} why={why} state={state} block={block?.msg} warn={warn?.msg} />
        <button
          type="button"
          className="td-plain transport-waybill-stow-close"
          aria-label={`移除车辆 ${load.vehicle.plateNo}`}
          hidden={load.waybillCode !== null}
          onClick={() => board.dropLoad(load.key)}
        >
          <X />
        </button>
      </div>
      <Box board={board} load={load} drag={drag} />
      <LoadBars load={load} />
    </section>
  );
}

function Verdict(props: { load: BoardLoad; why: string | null; state?: string; block?: string; warn?: string }) {
  const { load, why, state, block, warn } = props;
  if (load.problem)
    return (
      <span className="transport-waybill-stow-verdict" data-tone="bad" role="alert">
        <Ban /> {load.problem}
      </span>
    );
  if (state === 'yes')
    return (
      <span className="transport-waybill-stow-verdict" data-tone="ok">
        <Check /> 可放入
      </span>
    );
  const bad = why ?? block;
  if (bad)
    return (
      <span className="transport-waybill-stow-verdict" data-tone="bad">
        <Ban /> {bad}
      </span>
    );
  if (load.orders.length === 0)
    return <span className="transport-waybill-stow-verdict">把订单拖到这里，或选中后回车放入</span>;
  return warn ? (
    <span className="transport-waybill-stow-verdict" data-tone="warn">
      <Clock3 /> {warn}
    </span>
  ) : (
    <span className="transport-waybill-stow-verdict" data-tone="ok">
      <Check /> 校验通过
    </span>
  );
}

function WhoAndWhen({ board, load }: { board: Board; load: BoardLoad }) {
  return (
    <div className="transport-waybill-stow-pop">
      <span>司机</span>
      <RemoteSelect
        label="司机"
        search={searchDrivers}
        value={load.driverId}
        known={toFound(load.driverId, load.driverName)}
        onChange={(id, found) => board.setDriver(load.key, id ?? null, found?.name ?? '')}
      />
      <span>计划发车</span>
      <DatePicker
        aria-label="计划发车"
        showTime={{ format: 'HH:mm', minuteStep: 5 }}
        format="MM-DD HH:mm"
        allowClear={false}
        value={dayjs(load.departTime)}
        onChange={(day) => day && board.setTime(load.key, day.format('YYYY-MM-DD HH:mm:00'))}
      />
    </div>
  );
}

/** The box from above: left the cab, right the door; what is unloaded first stands at the door. */
function Box({ board, load, drag }: Pick<LoadRowProps, 'board' | 'load' | 'drag'>) {
  const { box, legs, loadSeq, stops } = judgeBoardLoad(load);
  const firstUnload = stops.find((stop) => stop.stopType === 2)?.seq ?? 1;
  const stopOf = new Map(
    legs.map((leg) => [leg.orderCode, load.kind === 1 ? Math.max(1, leg.fromSeq - 1) : leg.toSeq - firstUnload + 1]),
  );
  const total = load.vehicle.boxVolumeM3 ?? Math.max(1, volumeOf(load));
  const free = Math.max(0, total - volumeOf(load));
  // walls between compartments can be moved: what is free is free once, and is said once
  const atDoor = (at: number): boolean => at === load.vehicle.compartments.length - 1;
  return (
    <div className="transport-waybill-stow-box">
      <div className="transport-waybill-stow-ends">
        <span>车头</span>
        <span>
          {load.vehicle.lengthM ? `${formatNumber(load.vehicle.lengthM, 1)} 米 ` : ''}
          {load.vehicle.compartments.length > 1 ? '多温 ' : ''}
          {temperatureWords(load.vehicle)}
        </span>
        <span>车门</span>
      </div>
      <div className="transport-waybill-stow-hold">
        {load.vehicle.compartments.map(({ no, name }, at) => {
          const inside = load.orders
            .filter((order) => (box?.byOrder.get(order.orderCode) ?? 1) === no)
            .sort((a, b) => (loadSeq.get(a.orderCode) ?? 0) - (loadSeq.get(b.orderCode) ?? 0));
          const volume = inside.reduce((n, order) => n + order.volumeM3, 0);
          const set = box?.setpoints.get(no);
          return (
            <div
              key={no}
              className="transport-waybill-stow-part"
              style={{ flexGrow: Math.max(volume + free / load.vehicle.compartments.length, 0.2) }}
            >
              <div className="transport-waybill-stow-blocks">
                {inside.map((order) => (
                  <Block
                    key={order.orderCode}
                    board={board}
                    load={load}
                    order={order}
                    stop={stopOf.get(order.orderCode) ?? 1}
                    drag={drag}
                  />
                ))}
                <span
                  className="transport-waybill-stow-free"
                  style={{ flexGrow: free / load.vehicle.compartments.length }}
                >
                  {atDoor(at) && free > total * 0.06 ? `余 ${formatNumber(free, 1)}` : ''}
                </span>
              </div>
              <span className="td-cap">
                {name}
                {set === null || set === undefined ? '' : `　设定 ${formatNumber(set, 1)} ℃`}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface BlockProps extends Pick<LoadRowProps, 'board' | 'load' | 'drag'> {
  order: BoardOrder;
  stop: number;
}

function Block({ board, load, order, stop, drag }: BlockProps) {
  const keys = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: 1, ArrowRight: -1 }[event.key];
    if (by === 1 || by === -1) board.shift(load.key, order.orderCode, by);
    else if (event.key === 'Delete' || event.key === 'Backspace') board.takeOut([order]);
    else return;
    event.preventDefault();
  };
  return (
    <button
      type="button"
      className="td-plain transport-waybill-stow-block"
      data-class={classes[order.temperatureType]}
      style={{ flexGrow: order.volumeM3 }}
      draggable
      title={`${order.receiver} ${order.orderCode}　${formatNumber(order.weightKg)} kg　${formatNumber(order.volumeM3, 2)} m³\n← → 调整卸货顺序，Delete 移出`}
      aria-label={`第${stop}站 ${order.receiver}，左右键调整卸货顺序，Delete移出`}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', order.orderCode);
        drag([order]);
      }}
      onDragEnd={() => drag([])}
      onClick={() => board.select(load.key)}
      onKeyDown={keys}
    >
      <span className="transport-waybill-stow-block-name">
        <i>{stop}</i>
        <span>{order.receiver}</span>
      </span>
      <span>{formatNumber(order.weightKg)} kg</span>
      <span>{formatNumber(order.volumeM3, 1)} m³</span>
    </button>
  );
}
