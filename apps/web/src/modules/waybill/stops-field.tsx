import { wallMs } from '@tongda/contract/core/wall-time';
import { stopType, waybillKind } from '@tongda/contract/enums/waybill';
import { bestSequence } from '@tongda/contract/waybill/sequence';
import { type WaybillDetail, type WaybillStop, waybillLabels } from '@tongda/contract/waybill/waybill';
import { distanceM } from '@tongda/geo/distance';
import { Button, Form } from 'antd';
import { ArrowDown, ArrowUp, GripVertical, Route } from 'lucide-react';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { useEditScope } from '../../kit/edit-context';
import { EditField } from '../../kit/edit-field';
import { none, num, shortTime } from '../../kit/format';
import { toast } from '../../kit/notify';
import { useLoadCheck } from './use-load-check';

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

/** 途经点: where it goes in which sequence, with the times that this gives. */
export function StopsField({ waybill }: { waybill: WaybillDetail }) {
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
    <EditField name="orderCodes" label={waybillLabels.orderCodes} span={12} show={show}>
      <StopsTable waybill={waybill} />
    </EditField>
  );
}

const inSequence = (groups: readonly Group[], codes: readonly string[]): Group[] => {
  const place = (group: Group): number => codes.indexOf(group.codes[0] ?? '');
  return groups.toSorted((a, b) => place(a) - place(b));
};
const moment = (time: string | null): number | null => (time === null ? null : wallMs(time));

interface TableProps {
  waybill: WaybillDetail;
  value?: string[];
  onChange?: (codes: string[]) => void;
}

function StopsTable({ waybill, value = [], onChange }: TableProps) {
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
  const improve = (): void => {
    const all = [...head, ...moving.map(({ stop }) => stop), ...tail];
    const timed = all.map(({ windowStart, windowEnd, ...stop }) => ({
      ...stop,
      windowStart: moment(windowStart),
      windowEnd: moment(windowEnd),
    }));
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
  /** as the checks have it for this sequence, or as it was planned while they are asked */
  const timeOf = (stop: WaybillStop, codes: readonly string[]): string | null => {
    const found = check?.stops.find((one) =>
      codes.length > 0
        ? one.stopType === stop.stopType && one.orderCodes.includes(codes[0] ?? '')
        : one.stopType === stop.stopType && one.name === stop.name,
    );
    return found?.arriveTime ?? stop.planArriveTime;
  };
  const line = (stop: WaybillStop, no: number, group: Group | null, at: number | null) => (
    <StopLine
      key={stop.seq}
      stop={stop}
      no={no}
      group={group}
      time={timeOf(stop, group?.codes ?? [])}
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
    <div className="wbl-sequence">
      {moving.length > 1 ? (
        <p>
          <Button size="small" icon={<Route />} onClick={improve}>
            优化顺序
          </Button>
          <span className="td-cap">拖动，或选中后按上下方向键调整；时间随顺序重新测算</span>
        </p>
      ) : null}
      <table className="wbl-table" aria-label="途经点">
        <thead>
          <tr>
            <th>顺序</th>
            <th>类型</th>
            <th>站点</th>
            <th>订单</th>
            <th className="num">件数</th>
            <th>时间窗</th>
            <th className="num">停留 分钟</th>
            <th>计划到达</th>
            <th aria-label="调整" />
          </tr>
        </thead>
        <tbody>
          {head.map((stop, i) => line(stop, i + 1, null, null))}
          {moving.map((group, i) => line(group.stop, head.length + i + 1, group, i))}
          {tail.map((stop, i) => line(stop, head.length + moving.length + i + 1, null, null))}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  stop: WaybillStop;
  no: number;
  group: Group | null;
  time: string | null;
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
const windowOf = ({ windowStart, windowEnd }: WaybillStop): string => {
  if (!windowEnd) return windowStart ? `${minute(windowStart)} 起` : none;
  return windowStart ? `${minute(windowStart)} ~ ${minute(windowEnd)}` : `不晚于 ${minute(windowEnd)}`;
};

function StopLine({ stop, no, group, time, held, grip }: LineProps) {
  const late = time !== null && stop.windowEnd !== null && time > stop.windowEnd;
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
            className="td-plain wbl-grip"
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
      <td>{windowOf(stop)}</td>
      <td className="num">{num(stop.serviceMin)}</td>
      <td className={late ? 'wbl-warn' : undefined} title={late ? '晚于时间窗' : undefined}>
        {time ? minute(time) : none}
      </td>
      <td className="wbl-arrows">
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
