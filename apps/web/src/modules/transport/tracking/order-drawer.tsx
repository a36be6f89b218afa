import { abnormalAdd } from '@tongda/contract/transport/abnormal/calls';
import { orderStatus } from '@tongda/contract/transport/enums';
import { lateText, lateWords } from '@tongda/contract/transport/figures';
import { type OrderTimeline, orderTimeline } from '@tongda/contract/transport/tracking/calls';
import { orderSign } from '@tongda/contract/transport/waybill/calls';
import { piecesAboard } from '@tongda/contract/transport/waybill/dock/counting';
import { legType } from '@tongda/contract/transport/waybill/enums';
import { stowageConfirm } from '@tongda/contract/transport/waybill/stow/board';
import { Button, Drawer } from 'antd';
import { Link } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { Can } from '../../../kit/session/can';
import { formatNumber, formatRange, formatTemp, none, shortTime, wireTime } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { ErrorState, Loading } from '../../../kit/show/states';
import { OrderStatusRing, orderLinks } from '../order/door';
import { OrderWayMap, TripHints, useTripLinks } from '../trip/door';
import { waybillLinks, waybillPage } from '../waybill/door';
import { GoodsPlace, Lines, Stops, Timeline, Where } from './parts';
import './styles.css';
import { etaText } from '../parts/eta';

interface OrderDrawerProps {
  orderCode: string;
  report: (order: OrderTimeline['order']) => void;
  sign: (order: OrderTimeline['order']) => void;
  /** shows another order of the same family instead */
  show: (orderCode: string) => void;
  close: () => void;
}

/** One order: where its truck is, its stops with times, and its log. */
export function OrderDrawer({ orderCode, report, sign, show, close }: OrderDrawerProps) {
  const { data, error, refetch } = useAsk(orderTimeline, { orderCode }, { refetchInterval: 30_000 });
  return (
    <Drawer
      open
      size={560}
      title={
        <span className="transport-tracking-drawer-title">
          <Link to={orderLinks.details(orderCode)}>{orderCode}</Link>
          {data ? <OrderStatusRing status={data.order.orderStatus} /> : null}
        </span>
      }
      extra={
        data ? (
          <>
            {data.order.allowActions.includes('stowage') ? (
              <Can do={stowageConfirm}>
                <Link to={waybillLinks.boardOf([orderCode])}>配载</Link>
              </Can>
            ) : null}{' '}
            {data.order.allowActions.includes('sign') ? (
              <Can do={orderSign}>
                <Button type="primary" onClick={() => sign(data.order)}>
                  签收
                </Button>
              </Can>
            ) : null}{' '}
            <Can do={abnormalAdd}>
              <Button onClick={() => report(data.order)}>异常上报</Button>
            </Can>
          </>
        ) : null
      }
      onClose={close}
    >
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data ? <Body data={data} show={show} /> : error ? null : <Loading />}
    </Drawer>
  );
}

function Body({ data, show }: { data: OrderTimeline; show: OrderDrawerProps['show'] }) {
  const { order, parentCode, children, legs, timeline } = data;
  const links = useTripLinks();
  if (children.length > 0)
    return (
      <div className="transport-tracking-drawer">
        <Children of={data} show={show} />
        <Timeline steps={timeline} />
      </div>
    );
  return (
    <div className="transport-tracking-drawer">
      <Lines
        facts={[
          ...(parentCode ? [['母单', <OpenOrder key="p" code={parentCode} show={show} />] as const] : []),
          ['收货人', `${order.receiver} ${order.receiveArea}${order.receiveAddress}`],
          ['要求到达', shortTime(order.arriveTo)],
          ['预计到达', order.etaTime ? etaText(order.etaTime, { exact: true }) : null],
          ['时效', order.late === 'onTime' ? lateWords.onTime : lateText(order.late, order.delayMin)],
          ['剩余里程', order.remainKm === null ? null : `${formatNumber(order.remainKm, 1)} km`],
          [
            '厢温 / 要求',
            order.boxTemp === null
              ? null
              : `${formatTemp(order.boxTemp)} / ${order.tempMin === null && order.tempMax === null ? none : formatRange(order.tempMin, order.tempMax, 1)} ℃`,
          ],
          ['温度达标率', order.tempCompliance === null ? null : `${formatNumber(order.tempCompliance, 2)}%`],
          ['当前位置', order.siteName ? <GoodsPlace key="g" row={order} /> : <Where key="w" live={order.live} />],
        ]}
      />
      {order.waybillCode && order.orderStatus === orderStatus.inTransit ? (
        <TripHints waybillCode={order.waybillCode} />
      ) : null}
      <OrderWayMap orderCode={order.orderCode} />
      {legs.map((leg) => {
        const running = leg.actualArriveTime === null;
        const endTime = leg.actualArriveTime ?? wireTime(Date.now());
        const span = { vehicleId: leg.vehicleId, startTime: leg.actualDepartTime, endTime };
        const { location, trajectory, alarms } = links(span, running);
        return (
          <section key={leg.waybillCode} className="transport-tracking-leg">
            <h3>
              {legType.label(leg.legType)}
              <Link to={waybillPage(leg.waybillKind, leg.waybillCode)}>{leg.waybillCode}</Link>
              {leg.plateNo ? <PlateChip plateNo={leg.plateNo} colour={leg.vehicleColor ?? 0} /> : null}
              <span className="td-cap">
                {leg.driverName} {leg.driverPhone} {formatNumber(piecesAboard(leg))} 件
              </span>
            </h3>
            <Stops stops={leg.stops} />
            <nav className="transport-tracking-links" aria-label={`${leg.waybillCode}的车辆数据`}>
              {location ? <Link to={location}>实时位置</Link> : null}
              {trajectory ? <Link to={trajectory}>轨迹与温度曲线</Link> : null}
              {alarms ? <Link to={alarms}>途中报警</Link> : null}
            </nav>
          </section>
        );
      })}
      <Timeline steps={timeline} />
    </div>
  );
}

const OpenOrder = ({ code, show }: { code: string; show: OrderDrawerProps['show'] }) => (
  <button type="button" className="td-plain td-link" onClick={() => show(code)}>
    {code}
  </button>
);

/** A split order has no trips of its own: its goods go with the orders that it was divided into. */
function Children({ of, show }: { of: OrderTimeline; show: OrderDrawerProps['show'] }) {
  const { order, children } = of;
  return (
    <>
      <Lines
        facts={[
          ['收货人', `${order.receiver} ${order.receiveArea}${order.receiveAddress}`],
          ['要求到达', shortTime(order.arriveTo)],
          ['时效', order.late === 'onTime' ? lateWords.onTime : lateText(order.late, order.delayMin)],
          ['件数', `${formatNumber(order.totalPieces)} 件，拆为 ${children.length} 个子单`],
        ]}
      />
      {children.map((child) => (
        <section key={child.orderCode} className="transport-tracking-leg" aria-label={`子单${child.orderCode}`}>
          <h3>
            <OpenOrder code={child.orderCode} show={show} />
            <OrderStatusRing status={child.orderStatus} />
            {child.plateNo ? <PlateChip plateNo={child.plateNo} colour={child.vehicleColor ?? 0} /> : null}
            <span className="td-cap">{formatNumber(child.totalPieces)} 件</span>
          </h3>
          <Lines
            facts={[
              ...(child.receiveAddress === order.receiveAddress
                ? []
                : [['收货人', `${child.receiver} ${child.receiveArea}${child.receiveAddress}`] as const]),
              ['最新动态', child.lastTime ? `${child.lastEvent} ${shortTime(child.lastTime)}` : child.lastEvent],
              ...(child.waybillCode && child.waybillKind
                ? [
                    [
                      '运单',
                      <Link key="w" to={waybillPage(child.waybillKind, child.waybillCode)}>
                        {child.waybillCode}
                      </Link>,
                    ] as const,
                    [
                      '当前位置',
                      child.siteName ? <GoodsPlace key="g" row={child} /> : <Where key="w" live={child.live} />,
                    ] as const,
                    ['预计到达', child.etaTime ? etaText(child.etaTime, { exact: true }) : null] as const,
                  ]
                : []),
              ['时效', child.late === 'onTime' ? lateWords.onTime : lateText(child.late, child.delayMin)],
            ]}
          />
        </section>
      ))}
    </>
  );
}
