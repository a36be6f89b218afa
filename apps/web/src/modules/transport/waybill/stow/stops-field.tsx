import { wallMs } from '@tongda/contract/core/wall-time';
import { stopType, waybillKind } from '@tongda/contract/transport/waybill/enums';
import { type WaybillDetail, type WaybillStop, waybillLabels } from '@tongda/contract/transport/waybill/shapes';
import { ordersAt } from '@tongda/contract/transport/waybill/stop-plan';
import { bestSequence } from '@tongda/contract/transport/waybill/stow/sequence';
import { distanceM } from '@tongda/geo/distance';
import { Button, Form } from 'antd';
import { ArrowDown, ArrowUp, GripVertical, Pencil, Route } from 'lucide-react';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { toast } from '../../../../kit/dialog/notify';
import { useEditScope } from '../../../../kit/form/edit-context';
import { EditField } from '../../../../kit/form/edit-field';
import { none, num, shortTime } from '../../../../kit/show/format';
import { type StopNow, StopPlansField, windowWords } from './stop-plans';
import { useLoadCheck } from './use-load-check';
import '../../parts/table.css';

/** A stop with the orders that are unloaded (of a 提单: loaded) there; it moves as a whole. */
interface Group {
  stop: WaybillStop;
  codes: string[];
  pieces: number;
}

function groupsOf({ waybillKind: kind, stops, legs }: WaybillDetail): Group[] {
  const own = kind === waybillKind.billOfLading ? 'fromSeq' : 'toSeq';
  return stops.flatMap((stop) => {
    const here = legs.filter((leg) => leg[own] === stop.seq);
    if (here.length === 0) return [];
    return [
      {
        stop,
        codes: here.map(({ orderCode }) => orderCode),
        pieces: here.reduce((sum, leg) => sum + leg.planPieces, 0),
      },
    ];
  });
}

/** 途经点: where it goes in which sequence, with the times that this gives. `plans`: windows and minutes may be changed too. */
export function StopsField({ waybill, plans }: { waybill: WaybillDetail; plans: boolean }) {
  const [editing, setEditing] = useState<StopNow | null>(null);
  const show = useCallback(
    (value: unknown) => {
      const codes = Array.isArray(value) ? (value as string[]) : [];
      return inSequence(groupsOf(waybill), codes)
        .map(({ stop }) => stop.name)
        .join(' → ');
    },
    [waybill],
  );
  return (
    <>
      <EditField name="orderCodes" label={waybillLabels.orderCodes} span={12} show={show}>
        <StopsTable waybill={waybill} edit={plans ? setEditing : null} />
      </EditField>
      {plans ? <StopPlansField waybill={waybill} editing={editing} close={() => setEditing(null)} /> : null}
    </>
  );
}

const inSequence = (groups: readonly Group[], codes: readonly string[]): Group[] => {
  const place = (group: Group): number => codes.indexOf(group.codes[0] ?? '');
  return groups.toSorted((a, b) => place(a) - place(b));
};
const moment = (time: string | null): number | null => (time === null ? null : wallMs(time));

interface TableProps {
  waybill: WaybillDetail;
  /** null: windows and minutes are only shown */
  edit: ((stop: StopNow) => void) | null;
  value?: string[];
  onChange?: (codes: string[]) => void;
}

function StopsTable({ waybill, edit, value = [], onChange }: TableProps) {
  const { form } = useEditScope();
  const depart = Form.useWatch('planDepartTime', form) as string | undefined;
  const { data: check } = useLoadCheck(waybill);
  const [held, setHeld] = useState<number | null>(null);
  const groups = useMemo(() => groupsOf(waybill), [waybill]);
  const moving = inSequence(groups, value);
  const still = waybill.stops.filter((stop) => !groups.some((group) => group.stop === stop));
  const picking = waybill.waybillKind === waybillKind.billOfLading;
  const head = still.filter((stop) => !picking || stop.stopType === stopType.pass);
  const tail = still.filter((stop) => !head.includes(stop));
  const put = (next: readonly Group[]): void => onChange?.(next.flatMap(({ codes }) => codes));
  const move = (from: number, to: number): void => {
    const one = moving[from];
    if (one && to >= 0 && to < moving.length && from !== to) put(moving.toSpliced(from, 1).toSpliced(to, 0, one));
  };
  const keys = (event: KeyboardEvent, at: number): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(at, at + by);
  };
  const back = `回到 ${check?.returnName ?? ''}`;
  const improve = (): void => {
    const all = [...head, ...moving.map(({ stop }) => stop), ...tail];
    const timed = all.map((stop) => {
      const { windowStart, windowEnd, serviceMin } = nowOf(stop);
      return { ...stop, windowStart: moment(windowStart), windowEnd: moment(windowEnd), serviceMin };
    });
    const order = bestSequence(
      timed,
      { fixed: head.length, end: tail.length },
      wallMs(depart ?? waybill.planDepartTime),
      distanceM,
    );
    const next = order.slice(head.length, order.length - tail.length).flatMap((i) => moving[i - head.length] ?? []);
    if (next.every((group, i) => group === moving[i])) toast('info', '当前顺序已是最优');
    else put(next);
  };
  /** as the checks have it for this sequence and these plans, or as it was planned while they are asked */
  const nowOf = (stop: WaybillStop): StopNow & { time: string | null } => {
    const codes = ordersAt(waybill, stop);
    const found = check?.stops.find(
      (one) =>
        one.stopType === stop.stopType &&
        (codes.length > 0 ? one.orderCodes.includes(codes[0] ?? '') : one.name === stop.name),
    );
    const { windowStart, windowEnd, serviceMin } = found ?? stop;
    const { seq, name } = stop;
    const time = found?.arriveTime ?? stop.planArriveTime;
    return { seq, stopType: stop.stopType, name, windowStart, windowEnd, serviceMin, time };
  };
  const line = (stop: WaybillStop, no: number, group: Group | null, at: number | null) => (
    <StopLine
      key={stop.seq}
      stop={stop}
      no={no}
      group={group}
      now={nowOf(stop)}
      edit={ordersAt(waybill, stop).length > 0 ? edit : null}
      held={at !== null && held === at}
      grip={
        at === null || moving.length < 2
          ? null
          : {
              at,
              last: moving.length - 1,
              move,
              keys: (event) => keys(event, at),
              hold: setHeld,
              drop: () => held !== null && move(held, at),
            }
      }
    />
  );
  return (
    <div className="transport-waybill-sequence">
      {moving.length > 1 ? (
        <p>
          <Button size="small" icon={<Route />} onClick={improve}>
            优化顺序
          </Button>
          <span className="td-cap">拖动，或选中后按上下方向键调整；时间随顺序重新测算</span>
        </p>
      ) : null}
      <table className="transport-parts-table" aria-label="途经点">
        <thead>
          <tr>
            <th>顺序</th>
            <th>类型</th>
            <th>站点</th>
            <th>订单</th>
            <th className="num">件数</th>
            <th>时间窗</th>
            <th className="num">停留 分</th>
            <th>计划到达</th>
            <th aria-label="调整" />
          </tr>
        </thead>
        <tbody>
          {head.map((stop, i) => line(stop, i + 1, null, null))}
          {moving.map((group, i) => line(group.stop, head.length + i + 1, group, i))}
          {tail.map((stop, i) => line(stop, head.length + moving.length + i + 1, null, null))}
          {check?.returnTime ? (
            <tr>
              <td />
              <td>返程</td>
              <td colSpan={5}>{back}</td>
              <td>{minute(check.returnTime)}</td>
              <td />
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  stop: WaybillStop;
  no: number;
  group: Group | null;
  now: StopNow & { time: string | null };
  /** null: its window and minutes are only shown */
  edit: ((stop: StopNow) => void) | null;
  held: boolean;
  /** null: it stays where it is */
  grip: {
    at: number;
    last: number;
    move: (from: number, to: number) => void;
    keys: (event: KeyboardEvent) => void;
    hold: (at: number | null) => void;
    drop: () => void;
  } | null;
}

const minute = (time: string): string => shortTime(time).slice(0, 11);

function StopLine({ stop, no, group, now, edit, held, grip }: LineProps) {
  const { time } = now;
  const late = time !== null && now.windowEnd !== null && time > now.windowEnd;
  return (
    <tr
      data-held={held}
      draggable={grip !== null}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', stop.name);
        grip?.hold(grip.at);
      }}
      onDragOver={(event) => grip && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        grip?.drop();
      }}
      onDragEnd={() => grip?.hold(null)}
    >
      <td>
        {grip ? (
          <button
            type="button"
            className="td-plain transport-waybill-grip"
            aria-label={`第${no}站 ${stop.name}，按上下方向键调整顺序`}
            onKeyDown={grip.keys}
          >
            <GripVertical className="td-ico" />
          </button>
        ) : null}
        {no}
      </td>
      <td>{stopType.label(stop.stopType)}</td>
      <td title={stop.address}>{stop.name}</td>
      <td title={group?.codes.join('、')}>
        {group ? `${group.codes[0]}${group.codes.length > 1 ? ` 等${group.codes.length}单` : ''}` : none}
      </td>
      <td className="num">{group ? num(group.pieces) : none}</td>
      <td>{windowWords(now)}</td>
      <td className="num">{num(now.serviceMin)}</td>
      <td className={late ? 'transport-waybill-warn' : undefined} title={late ? '晚于时间窗' : undefined}>
        {time ? minute(time) : none}
      </td>
      <td className="transport-waybill-arrows">
        {edit ? (
          <Button
            type="text"
            size="small"
            icon={<Pencil />}
            aria-label={`${stop.name}时间窗与停留`}
            onClick={() => edit(now)}
          />
        ) : null}
        {grip ? (
          <>
            <Button
              type="text"
              size="small"
              icon={<ArrowUp />}
              aria-label={`${stop.name}上移`}
              disabled={grip.at === 0}
              onClick={() => grip.move(grip.at, grip.at - 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDown />}
              aria-label={`${stop.name}下移`}
              disabled={grip.at === grip.last}
              onClick={() => grip.move(grip.at, grip.at + 1)}
            />
          </>
        ) : null}
      </td>
    </tr>
  );
}
