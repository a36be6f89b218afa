import { keysOf } from '@tongda/contract/core/keys';
import { wallMs } from '@tongda/contract/core/wall-time';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { orderStatus } from '@tongda/contract/transport/enums';
import { overdueText } from '@tongda/contract/transport/figures';
import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import { orderPriority } from '@tongda/contract/transport/waybill/enums';
import type { BoardOrder } from '@tongda/contract/transport/waybill/stow/board';
import { Checkbox, Input, Segmented, Select } from 'antd';
import { GripVertical, Search } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { formatNumber, windowText, wireTime } from '../../../../kit/show/format';
import { Empty } from '../../../../kit/show/states';
import { TempClasses } from '../../../../kit/show/temp-class';
import { BoardStats } from './board/head';
import type { Board } from './board/use';

const sorts = {
  due: { label: '到达时间', by: (a: BoardOrder, b: BoardOrder) => a.arriveTo.localeCompare(b.arriveTo) },
  weight: { label: '重量', by: (a: BoardOrder, b: BoardOrder) => b.weightKg - a.weightKg },
  area: { label: '收货地区', by: (a: BoardOrder, b: BoardOrder) => a.receiveArea.localeCompare(b.receiveArea, 'zh') },
} as const;
type Sort = keyof typeof sorts;

const orderMatches = (order: BoardOrder, words: string): boolean =>
  [order.orderCode, order.receiver, order.receiveArea, order.receiveAddress, order.customerName].some((text) =>
    text.includes(words),
  );

/** `待调度 75，在站待续程 7`: goods at a site that wait for their next leg are on the road already, and no order 待调度. '' where no goods lie at a site. */
export function waitingWords(orders: readonly Pick<BoardOrder, 'orderStatus'>[]): string {
  const onTheRoad = orders.filter((order) => order.orderStatus === orderStatus.inTransit).length;
  return onTheRoad === 0
    ? ''
    : `${orderStatus.label(orderStatus.toDispatch)} ${orders.length - onTheRoad}，在站待续程 ${onTheRoad}`;
}

/** What the pool shows: words that are searched, one zone of temperature (0: all), and the sequence. */
interface PoolView {
  words: string;
  zone: number;
  sort: Sort;
}

interface PoolPaneProps {
  board: Board;
  dragged: readonly BoardOrder[];
  drag: (orders: readonly BoardOrder[]) => void;
}

/** 待配载订单: filtered, sorted, ticked, dragged; Enter puts what is ticked (or the row) into the chosen truck. */
export function PoolPane({ board, dragged, drag }: PoolPaneProps) {
  const [view, setView] = useState<PoolView>({ words: '', zone: 0, sort: 'due' });
  const { words, zone, sort } = view;
  const { from } = board.base;
  const shown = useMemo(
    () =>
      board.waiting
        .filter((order) => zone === 0 || order.temperatureType === zone)
        .filter((order) => from === null || order.site === null || order.site.placeId === from.placeId)
        .filter((order) => words === '' || orderMatches(order, words))
        .sort(
          (a, b) =>
            Number(board.asked.has(b.orderCode)) - Number(board.asked.has(a.orderCode)) ||
            sorts[sort].by(a, b) ||
            a.orderCode.localeCompare(b.orderCode),
        ),
    [board.waiting, board.asked, zone, words, sort, from],
  );
  const chosen = shown.filter(({ orderCode }) => board.ticked.has(orderCode));
  const meant = (order: BoardOrder): BoardOrder[] => (chosen.includes(order) ? chosen : [order]);
  const tick = (code: string): void => {
    const next = new Set(board.ticked);
    if (!next.delete(code)) next.add(code);
    board.tick(next);
  };
  const enter = (order: BoardOrder): void => {
    if (board.current) board.putInto(meant(order), board.current.key);
  };
  return (
    <section
      className="transport-waybill-stow-pool"
      aria-label="待配载订单"
      // an order that is dropped here is taken off its truck
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        board.takeOut(dragged);
        drag([]);
      }}
    >
      <PoolFilters shown={shown} view={view} put={(patch) => setView({ ...view, ...patch })} />
      <ul className="transport-waybill-stow-list">
        {shown.map((order) => (
          <PoolRow
            key={order.id}
            order={order}
            ticked={board.ticked.has(order.orderCode)}
            tick={() => tick(order.orderCode)}
            enter={() => enter(order)}
            start={() => drag(meant(order))}
            end={() => drag([])}
          />
        ))}
        {shown.length === 0 ? (
          <li>
            <Empty title="没有待配载的订单" text="换个筛选条件，或到客户订单里录入" />
          </li>
        ) : null}
      </ul>
      <PoolSum orders={chosen.length > 0 ? chosen : shown} chosen={chosen.length} />
      <BoardStats board={board} />
    </section>
  );
}

interface PoolFiltersProps {
  shown: readonly BoardOrder[];
  view: PoolView;
  put: (patch: Partial<PoolView>) => void;
}

function PoolFilters({ shown, view, put }: PoolFiltersProps) {
  const parts = waitingWords(shown);
  return (
    <>
      <div className="transport-waybill-stow-pool-head">
        <b>待配载订单</b> <span className="td-cap">{shown.length}</span>
        <Select<Sort>
          aria-label="排序"
          size="small"
          variant="borderless"
          value={view.sort}
          onChange={(sort) => put({ sort })}
          options={keysOf(sorts).map((value) => ({ value, label: `按${sorts[value].label}` }))}
        />
        {parts ? <small className="td-cap">{parts}</small> : null}
      </div>
      <div className="transport-waybill-stow-pool-filter">
        <Input
          aria-label="收货点、单号"
          prefix={<Search className="td-ico td-mute" />}
          placeholder="收货点、单号"
          allowClear
          value={view.words}
          onChange={(event) => put({ words: event.target.value.trim() })}
        />
        <Segmented<number>
          size="small"
          value={view.zone}
          onChange={(zone) => put({ zone })}
          options={[
            { value: 0, label: '全部' },
            { value: temperatureType.frozen, label: '冷冻' },
            { value: temperatureType.chilled, label: '冷藏' },
            { value: temperatureType.ambient, label: '常温' },
          ]}
        />
      </div>
    </>
  );
}

/** Pieces, weight and volume of what is ticked, or of everything that is shown. */
function PoolSum({ orders, chosen }: { orders: readonly BoardOrder[]; chosen: number }) {
  return (
    <div className="transport-waybill-stow-pool-sum">
      <span>
        {chosen > 0 ? `已选 ${chosen} 单` : '合计'} {formatNumber(orders.reduce((n, o) => n + o.pieces, 0))} 件
      </span>
      <span>{`${formatNumber(orders.reduce((n, o) => n + o.weightKg, 0))} kg · ${formatNumber(
        orders.reduce((n, o) => n + o.volumeM3, 0),
        1,
      )} m³`}</span>
    </div>
  );
}

interface RowProps {
  order: BoardOrder;
  ticked: boolean;
  tick: () => void;
  enter: () => void;
  start: () => void;
  end: () => void;
}

const focusOn = (row: Element | null): void => {
  if (row instanceof HTMLElement) row.focus();
};

/** Where goods are now or come from; a pick-up order names its address. */
const whereFrom = ({ site, orderCode, shipAddress, customerName }: RowProps['order']): string => {
  if (site) return `在${site.name}`;
  return isPickUpCode(orderCode) ? shipAddress : customerName;
};

export function PoolRow({ order, ticked, tick, enter, start, end }: RowProps) {
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const row = event.currentTarget;
    if (event.key === 'Enter') enter();
    else if (event.key === ' ') tick();
    else if (event.key === 'ArrowDown') focusOn(row.nextElementSibling);
    else if (event.key === 'ArrowUp') focusOn(row.previousElementSibling);
    else return;
    event.preventDefault();
  };
  const overdue = overdueText(wallMs(order.arriveTo), wallMs(wireTime(Date.now())));
  return (
    <li
      className="transport-waybill-stow-order"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: rows are walked with the arrow keys
      tabIndex={0}
      draggable
      data-ticked={ticked}
      data-code={order.orderCode}
      onKeyDown={keys}
      onDoubleClick={enter}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', order.orderCode);
        start();
      }}
      onDragEnd={end}
    >
      <GripVertical className="transport-waybill-stow-grip" />
      <Checkbox checked={ticked} onChange={tick} aria-label={`选择 ${order.orderCode}`} tabIndex={-1} />
      <TempClasses codes={[order.temperatureType]} />
      <span className="transport-waybill-stow-order-words">
        <b>
          {order.priority === orderPriority.normal ? null : (
            <i className="transport-waybill-stow-urgent">{orderPriority.label(order.priority)}</i>
          )}
          {order.poolReason ? <i className="transport-waybill-stow-urgent">{order.poolReason}</i> : null}
          {order.receiver}
        </b>
        <span className="transport-waybill-stow-order-from">
          <span title={whereFrom(order)}>{whereFrom(order)}</span> <span>{order.orderCode}</span>
        </span>
      </span>
      <span className="transport-waybill-stow-order-facts">
        <b>
          {formatNumber(order.weightKg)} kg · {formatNumber(order.volumeM3, 1)} m³
        </b>
        <span>{windowText(order.arriveFrom, order.arriveTo)}</span>
        {overdue ? <i className="transport-waybill-stow-urgent">{overdue}</i> : null}
      </span>
    </li>
  );
}
