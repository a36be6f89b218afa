import { stopType } from '@tongda/contract/transport/waybill/enums';
import type { WaybillDetail, WaybillStop } from '@tongda/contract/transport/waybill/shapes';
import { ordersAt } from '@tongda/contract/transport/waybill/stop-plan';
import { Button } from 'antd';
import { ArrowDown, ArrowUp, GripVertical, Pencil, Route } from 'lucide-react';
import { type ComponentProps, Fragment, type KeyboardEvent, useMemo, useState } from 'react';
import { toast } from '../../../../../kit/dialog/notify';
import { useEditScope } from '../../../../../kit/form/edit-context';
import { formatNumber, minuteText, none, windowText } from '../../../../../kit/show/format';
import { LinesTable } from '../../../../../kit/work/lines-table';
import { useFieldValue } from '../../../parts/use-field-value';
import { useLoadCheck } from '../use-load-check';
import { bestGroups, fixedStops, groupsOf, inSequence, type StopGroup, stopNow } from './groups';
import type { StopNow } from './plans';

/** Breaks between the two times at most; never within a day or between a day and its hour. */
const Window = ({ of }: { of: Pick<StopNow, 'windowStart' | 'windowEnd'> }) =>
  windowText(of.windowStart, of.windowEnd)
    .split(/\s(?=–)/u)
    .map((time) => (
      <Fragment key={time}>
        <span className="transport-waybill-time">{time}</span>{' '}
      </Fragment>
    ));

interface StopsTableProps {
  waybill: WaybillDetail;
  /** null: windows and minutes are only shown */
  edit: ((stop: StopNow) => void) | null;
  /** order numbers in the sequence of the stops */
  value?: string[];
  onChange?: (codes: string[]) => void;
}

/** One line of the table: a stop, and where it may move. */
interface StopLine {
  stop: WaybillStop;
  now: StopNow & { time: string | null };
  group: StopGroup | null;
  /** place among the stops that move; null: it stays where it is */
  at: number | null;
}

/** Moving stops: dragged, with arrow keys, with buttons. `move` takes places among the stops that move. */
interface Moving {
  count: number;
  held: number | null;
  hold: (at: number | null) => void;
  move: (from: number, to: number) => void;
}

/** Stops in their sequence with the times that it gives; those of the orders are dragged into another one. */
export function StopsTable({ waybill, edit, value = [], onChange }: StopsTableProps) {
  const { form } = useEditScope();
  const depart = useFieldValue<string>(form, 'planDepartTime');
  const { data: check } = useLoadCheck(waybill);
  const [held, setHeld] = useState<number | null>(null);
  const groups = useMemo(() => groupsOf(waybill), [waybill]);
  const moving = inSequence(groups, value);
  const [head, tail] = fixedStops(waybill, groups);
  const now = (stop: WaybillStop) => stopNow(waybill, stop, check);
  const put = (next: readonly StopGroup[]): void => onChange?.(next.flatMap(({ codes }) => codes));
  const move = (from: number, to: number): void => {
    const one = moving[from];
    if (one && to >= 0 && to < moving.length && from !== to) put(moving.toSpliced(from, 1).toSpliced(to, 0, one));
  };
  const improve = (): void => {
    const next = bestGroups({ head, moving, tail, departTime: depart ?? waybill.planDepartTime, now });
    if (next) put(next);
    else toast('info', '当前顺序已是最优');
  };
  const fixed = (stop: WaybillStop): StopLine => ({ stop, now: now(stop), group: null, at: null });
  const lines: StopLine[] = [
    ...head.map(fixed),
    ...moving.map((group, at) => ({ stop: group.stop, now: now(group.stop), group, at })),
    ...tail.map(fixed),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: many stops are scrolled by the keyboard too
    <div className="transport-waybill-sequence" tabIndex={0}>
      {moving.length > 1 ? (
        <p>
          <Button size="small" icon={<Route />} onClick={improve}>
            优化顺序
          </Button>
          <span className="td-cap">拖动，或选中后按上下方向键调整；时间随顺序重新测算</span>
        </p>
      ) : null}
      <StopLines
        lines={lines}
        moving={{ count: moving.length, held, hold: setHeld, move }}
        edit={(stop) => (ordersAt(waybill, stop).length > 0 ? edit : null)}
        back={check?.returnTime ? { name: check.returnName ?? '', time: check.returnTime } : null}
      />
    </div>
  );
}

const isLate = ({ windowEnd, time }: StopLine['now']): boolean =>
  time !== null && windowEnd !== null && time > windowEnd;
const canMove = (line: StopLine, { count }: Moving): line is StopLine & { at: number } => line.at !== null && count > 1;

interface StopLinesProps {
  lines: readonly StopLine[];
  moving: Moving;
  /** what changes window and minutes of a stop; null: these are only shown */
  edit: (stop: WaybillStop) => ((stop: StopNow) => void) | null;
  /** the way back that follows the last stop */
  back: { name: string; time: string } | null;
}

function StopLines({ lines, moving, edit, back }: StopLinesProps) {
  return (
    <LinesTable
      label="途经点"
      lines={lines}
      keyOf={({ stop }) => stop.seq}
      row={(line) => dragProps(line, moving)}
      columns={[
        {
          key: 'seq',
          label: '顺序',
          cell: (line, i) => (
            <>
              {canMove(line, moving) ? <Grip line={line} no={i + 1} move={moving.move} /> : null}
              {i + 1}
            </>
          ),
        },
        { key: 'type', label: '类型', cell: ({ stop }) => stopType.label(stop.stopType) },
        {
          key: 'name',
          label: '站点',
          look: 'short',
          cell: ({ stop }) => stop.name,
          title: ({ stop }) => `${stop.name} ${stop.address}`,
        },
        {
          key: 'orders',
          label: '订单',
          cell: ({ group }) => (group ? orderWords(group) : none),
          title: ({ group }) => group?.codes.join('、'),
        },
        { key: 'pieces', label: '件数', num: true, cell: ({ group }) => (group ? formatNumber(group.pieces) : none) },
        { key: 'window', label: '时间窗', cell: ({ now }) => <Window of={now} />, look: 'wrap' },
        { key: 'service', label: '停留 分', num: true, cell: ({ now }) => formatNumber(now.serviceMin) },
        {
          key: 'time',
          label: '计划到达',
          cell: ({ now }) => minuteText(now.time),
          tone: ({ now }) => (isLate(now) ? 'warn' : undefined),
          title: ({ now }) => (isLate(now) ? '晚于时间窗' : undefined),
        },
        {
          key: 'adjust',
          spoken: '调整',
          cell: (line) => <Adjust line={line} edit={edit(line.stop)} moving={moving} />,
        },
      ]}
      below={(_, i) =>
        back && i === lines.length - 1 ? (
          <tr>
            <td />
            <td>返程</td>
            <td colSpan={5}>回到 {back.name}</td>
            <td>{minuteText(back.time)}</td>
            <td />
          </tr>
        ) : null
      }
    />
  );
}

const orderWords = ({ codes }: StopGroup): string => `${codes[0]}${codes.length > 1 ? ` 等${codes.length}单` : ''}`;

/** A line that can be dragged onto another one, whose place it takes. */
function dragProps(line: StopLine, moving: Moving): ComponentProps<'tr'> & { 'data-held'?: boolean } {
  if (!canMove(line, moving)) return { 'data-held': false };
  const { held, hold, move } = moving;
  return {
    'data-held': held === line.at,
    draggable: true,
    onDragStart: (event) => {
      event.dataTransfer.setData('text/plain', line.stop.name);
      hold(line.at);
    },
    onDragOver: (event) => event.preventDefault(),
    onDrop: (event) => {
      event.preventDefault();
      if (held !== null) move(held, line.at);
    },
    onDragEnd: () => hold(null),
  };
}

/** What a stop is moved with by the keyboard. */
function Grip({ line, no, move }: { line: StopLine & { at: number }; no: number; move: Moving['move'] }) {
  const keys = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(line.at, line.at + by);
  };
  return (
    <button
      type="button"
      className="td-plain transport-waybill-grip"
      aria-label={`第${no}站 ${line.stop.name}，按上下方向键调整顺序`}
      onKeyDown={keys}
    >
      <GripVertical className="td-ico" />
    </button>
  );
}

interface AdjustProps {
  line: StopLine;
  edit: ((stop: StopNow) => void) | null;
  moving: Moving;
}

/** The buttons at the end of a line. */
function Adjust({ line, edit, moving }: AdjustProps) {
  const { name } = line.stop;
  return (
    <div className="transport-waybill-arrows">
      {edit ? (
        <Button
          type="text"
          size="small"
          icon={<Pencil />}
          aria-label={`${name}时间窗与停留`}
          onClick={() => edit(line.now)}
        />
      ) : null}
      {canMove(line, moving) ? (
        <>
          <Button
            type="text"
            size="small"
            icon={<ArrowUp />}
            aria-label={`${name}上移`}
            disabled={line.at === 0}
            onClick={() => moving.move(line.at, line.at - 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDown />}
            aria-label={`${name}下移`}
            disabled={line.at === moving.count - 1}
            onClick={() => moving.move(line.at, line.at + 1)}
          />
        </>
      ) : null}
    </div>
  );
}
