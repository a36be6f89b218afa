import { abnormalAdd } from '@tongda/contract/transport/abnormal/calls';
import { orderStatus } from '@tongda/contract/transport/enums';
import { lateText, lateWords } from '@tongda/contract/transport/figures';
import {
  type OrderTrackFilters,
  type OrderTrackRow,
  orderTabs,
  orderTimeline,
  orderTrackColumns,
  orderTrackCount,
  orderTrackExport,
  orderTrackFilters,
  orderTrackPage,
} from '@tongda/contract/transport/tracking/calls';
import { orderFollow, orderNotifyDriver } from '@tongda/contract/transport/tracking/notify';
import { shareCreate } from '@tongda/contract/transport/trip/share';
import { orderSign } from '@tongda/contract/transport/waybill/calls';
import { stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { Tooltip } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../../kit/call/api';
import { useAsk } from '../../../kit/call/use-ask';
import { ExportButton } from '../../../kit/files/export-button';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { StatusTabs } from '../../../kit/list/status-tabs';
import type { Filters } from '../../../kit/list/url';
import { type List, useInvalidate, useList } from '../../../kit/list/use-rows';
import {
  daysAround,
  formatNumber,
  formatRange,
  formatTemp,
  minuteText,
  none,
  wireTime,
} from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { abnormalLinks, ReportDialog } from '../abnormal/door';
import { OrderStatusRing } from '../order/door';
import { etaText, etaTitle } from '../parts/eta';
import { ShareOrderDialog, useTripLinks } from '../trip/door';
import { SignDialog, waybillLinks, waybillPage } from '../waybill/door';
import { TrackingFrame } from './frame';
import { OrderDrawer } from './order-drawer';
import { GoodsPlace, Progress } from './parts';
import { FollowStar } from './star';
import { NotifyDialog } from './words-dialog';

/** Filters of the first view: orders on the way that are due between yesterday and tomorrow. */
const firstFilters = () => ({ tab: 'running', ...daysAround(['arriveFrom', 'arriveTo'], 1, 1) });

const orderTrackCells = (open: (code: string) => void, changed: () => void): Cells<OrderTrackRow> => ({
  orderCode: (row) => (
    <>
      <FollowStar
        code={row.orderCode}
        followed={row.followed}
        set={(follow) => call(orderFollow, { orderCode: row.orderCode, follow })}
        done={changed}
      />
      <button type="button" className="td-plain kit-table-word" onClick={() => open(row.orderCode)}>
        {row.orderCode}
      </button>
    </>
  ),
  orderStatus: (row) => <OrderStatusRing status={row.orderStatus} />,
  receiveArea: (row) => (
    <Tooltip title={`${row.receiver}　${row.receiveArea}${row.receiveAddress}`}>
      <span>{row.receiver}</span>
    </Tooltip>
  ),
  lastEvent: (row) => {
    const step = `${row.lastEvent || none}${row.lastTime ? ` ${minuteText(row.lastTime)}` : ''}`;
    return row.siteName ? (
      <Tooltip title={`货物在站，等待下一程配载；${step}`}>
        <b>在 {row.siteName}</b>
      </Tooltip>
    ) : (
      <Tooltip title={[step, row.live?.address].filter(Boolean).join('；')}>
        <span>
          {row.lastEvent || none} <span className="td-cap">{row.lastTime ? minuteText(row.lastTime) : ''}</span>
        </span>
      </Tooltip>
    );
  },
  siteName: (row) => <GoodsPlace row={row} />,
  stopDone: (row) => <Progress done={row.stopDone} count={row.stopCount} />,
  plateNo: (row) => (row.plateNo ? <PlateChip plateNo={row.plateNo} colour={row.vehicleColor ?? 0} /> : none),
  etaTime: (row) => <span title={etaTitle(row.etaTime)}>{etaText(row.etaTime)}</span>,
  arriveTo: (row) => minuteText(row.arriveTo),
  late: (row) =>
    row.late === 'onTime' ? (
      lateWords.onTime
    ) : (
      <Tooltip title={lateWords[row.late]}>
        <span className={row.late === 'late' ? 'transport-tracking-bad' : 'transport-tracking-amber'}>
          {lateText(row.late, row.delayMin)}
        </span>
      </Tooltip>
    ),
  remainKm: (row) => (row.remainKm === null ? none : formatNumber(row.remainKm, 1)),
  boxTemp: (row) => (
    <span className={row.temp === 'over' ? 'transport-tracking-bad' : undefined}>
      {row.boxTemp === null ? none : formatTemp(row.boxTemp)} /{' '}
      {row.tempMin === null && row.tempMax === null ? none : formatRange(row.tempMin, row.tempMax)} ℃
    </span>
  ),
  tempCompliance: (row) => (row.tempCompliance === null ? none : formatNumber(row.tempCompliance, 1)),
  abnormalCount: (row) =>
    row.abnormalCount > 0 ? (
      <Link className="transport-tracking-bad" to={abnormalLinks.thread(row.waybillCode ?? row.orderCode)}>
        {row.abnormalCount}
      </Link>
    ) : (
      none
    ),
  waybillCode: (row) =>
    row.waybillCode && row.waybillKind ? (
      <Link to={waybillPage(row.waybillKind, row.waybillCode)}>{row.waybillCode}</Link>
    ) : (
      none
    ),
});

/** Other than the filters, the address names the order whose drawer is open, so that links lead to one. */
const withoutOrder = ({ order: _open, ...filters }: Filters): Filters => filters;

/** 订单跟踪: where each order is, with its truck on a map. */
export function OrderTrackingPage() {
  const [defaults] = useState(firstFilters);
  const list = useList<OrderTrackRow>(orderTrackPage, { defaults, read: withoutOrder });
  const [params, setParams] = useSearchParams();
  const open = params.get('order');
  const setOpen = (code: string | null): void =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (code === null) next.delete('order');
        else next.set('order', code);
        return next;
      },
      { replace: true },
    );
  const [reporting, setReporting] = useState<Pick<OrderTrackRow, 'orderCode' | 'waybillCode'> | null>(null);
  const [signing, setSigning] = useState<OrderTrackRow | null>(null);
  const [calling, setCalling] = useState<OrderTrackRow | null>(null);
  const [sharing, setSharing] = useState<string | null>(null);
  const links = useTripLinks();
  const invalidate = useInvalidate();
  const way = ({ vehicleId, departTime, endTime }: OrderTrackRow): RowAction[] => {
    const trip = { vehicleId, startTime: departTime, endTime: endTime ?? wireTime(Date.now()) };
    const { trajectory } = links(trip);
    return trajectory ? [{ label: '轨迹', to: trajectory }] : [];
  };
  return (
    <>
      <TrackingFrame
        list={list}
        columns={orderTrackColumns}
        cells={orderTrackCells(setOpen, list.refresh)}
        tabs={<Tabs list={list} />}
        filters={<RegisterFilters of={orderTrackFilters.table} />}
        toolbar={<ExportButton of={orderTrackExport} />}
        rowActions={(row) => [
          { label: '过程', run: () => setOpen(row.orderCode) },
          // the order's own state machine says what can be done, as in the list of orders
          ...(row.allowActions.includes('stowage')
            ? [{ label: '配载', to: waybillLinks.boardOf([row.orderCode]), can: stowageConfirm }]
            : []),
          ...(row.allowActions.includes('sign') ? [{ label: '签收', can: orderSign, run: () => setSigning(row) }] : []),
          ...way(row),
          { label: '分享', can: shareCreate, run: () => setSharing(row.orderCode) },
          ...(row.orderStatus < orderStatus.completed && row.driverName
            ? [{ label: '联系司机', can: orderNotifyDriver, run: () => setCalling(row) }]
            : []),
          { label: '异常上报', can: abnormalAdd, run: () => setReporting(row) },
        ]}
        empty={<Empty title="没有进行中的订单" text="配载上车的订单在这里跟踪到签收" />}
      />
      {calling ? <NotifyDialog order={calling} close={() => setCalling(null)} /> : null}
      {sharing ? <ShareOrderDialog orderCode={sharing} close={() => setSharing(null)} /> : null}
      {open ? (
        <OrderDrawer
          orderCode={open}
          report={setReporting}
          sign={setSigning}
          show={setOpen}
          close={() => setOpen(null)}
        />
      ) : null}
      {reporting ? (
        <ReportDialog
          waybillCode={reporting.waybillCode ?? undefined}
          orderCodes={[reporting.orderCode]}
          done={list.refresh}
          close={() => setReporting(null)}
        />
      ) : null}
      {signing ? (
        <SignDialog
          orderCode={signing.orderCode}
          receiver={signing.receiver}
          pieces={signing.deliveredPieces}
          done={() => {
            list.refresh();
            void invalidate(orderTimeline);
          }}
          close={() => setSigning(null)}
        />
      ) : null}
    </>
  );
}

function Tabs({ list }: { list: List<OrderTrackRow> }) {
  const { tab: _tab, ...filters } = list.filters;
  // filters come from the address; the endpoint's schema checks them
  const { data } = useAsk(orderTrackCount, filters as Partial<OrderTrackFilters>, { keep: true });
  return (
    <StatusTabs
      list={list}
      name="tab"
      items={Object.entries(orderTabs).map(([code, name]) => ({ code, name, count: data?.[code] }))}
    />
  );
}
