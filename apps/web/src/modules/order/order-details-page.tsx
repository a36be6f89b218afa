import { useQuery } from '@tanstack/react-query';
import { abnormalAdd, abnormalPage } from '@tongda/contract/abnormal/abnormal';
import { orderStatus } from '@tongda/contract/enums/transport';
import { temperatureType } from '@tongda/contract/enums/vehicle';
import {
  deliveryMode,
  freightPayMode,
  orderSource,
  pickUpFlag,
  receiptRequire,
  serviceMode,
} from '@tongda/contract/enums/waybill';
import {
  type OrderDetail,
  orderAdd,
  orderDetail,
  orderPage,
  orderStatusCount,
  orderUpdate,
  orderVoid,
  tmsLogPage,
} from '@tongda/contract/order/order';
import { orderCancelMerge, orderSplit } from '@tongda/contract/order/order-family';
import { receiptPage } from '@tongda/contract/receipt/receipt';
import { stowageConfirm } from '@tongda/contract/waybill/board';
import { orderRevokeSign, orderSign } from '@tongda/contract/waybill/waybill-calls';
import { Button } from 'antd';
import { Ban, Copy, Pencil, Split, TriangleAlert, Truck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../kit/api';
import { Can, useCan } from '../../kit/can';
import { DetailPage, type DetailTab, Facts } from '../../kit/detail-page';
import { none, num, range, shortTime } from '../../kit/format';
import { Empty, ErrorState, Loading } from '../../kit/states';
import { useInvalidate } from '../../kit/use-list';
import { ReportDialog } from '../abnormal/pick';
import { OrderPrint } from '../print/pick';
import { OrderTemperature, OrderTrip, ShareButton, SignLinkButton } from '../trip/pick';
import { RevokeSignDialog, SignDialog, waybillLinks } from '../waybill/pick';
import { orderLinks } from './links';
import { OrderMishaps, OrderReceipt } from './order-after';
import { OrderMarks, OrderStatusDot } from './order-cells';
import { OrderLog } from './order-log';
import { OrderProgress } from './order-progress';
import { cancelMerge, cancelSplit } from './use-order-actions';
import { VoidDialog } from './void-dialog';

/** What shows an order beside its details. */
const stale = [orderPage, orderStatusCount, tmsLogPage, abnormalPage, receiptPage];

/** 客户订单详情. */
export function OrderDetailsPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const mishaps = useCan(abnormalPage);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = (): void => setAsked(null);
  const answer = useQuery({
    queryKey: [orderDetail.path, id],
    queryFn: ({ signal }) => call(orderDetail, { id }, { signal, quiet: true }),
    enabled: id !== '',
  });
  if (id === '')
    return (
      <Empty
        title="没有指定订单"
        action={<Button onClick={() => void navigate(orderLinks.list)}>返回订单列表</Button>}
      />
    );
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const order = answer.data;
  const changed = (): void => {
    void answer.refetch();
    for (const endpoint of stale) void invalidate(endpoint);
  };
  return (
    <>
      <DetailPage
        back={orderLinks.list}
        title={order.orderCode}
        status={
          <>
            <OrderMarks order={order} />
            <OrderStatusDot status={order.orderStatus} />
            {order.voidReason ? <span className="td-cap">{order.voidReason}</span> : null}
          </>
        }
        actions={<Verbs order={order} changed={changed} ask={setAsked} />}
        tabs={tabsOf(order, mishaps)}
        aside={<OrderLog orderCode={order.orderCode} />}
      />
      {asked === 'void' ? <VoidDialog orderCodes={[order.orderCode]} done={changed} close={close} /> : null}
      {asked === 'sign' ? (
        <SignDialog
          orderCode={order.orderCode}
          receiver={order.receiver}
          pieces={order.deliveredPieces}
          done={changed}
          close={close}
        />
      ) : null}
      {asked === 'revokeSign' ? <RevokeSignDialog orderCode={order.orderCode} done={changed} close={close} /> : null}
      {asked === 'report' ? <ReportDialog orderCodes={[order.orderCode]} done={changed} close={close} /> : null}
    </>
  );
}

/** Dialogs of the page. */
type Asked = 'void' | 'sign' | 'revokeSign' | 'report';
interface VerbsProps {
  order: OrderDetail;
  changed: () => void;
  ask: (dialog: Asked) => void;
}

function Verbs({ order, changed, ask }: VerbsProps) {
  const navigate = useNavigate();
  const may = (verb: string, button: ReactNode): ReactNode => (order.allowActions.includes(verb) ? button : null);
  return (
    <>
      {order.voidReason ? null : <ShareButton orderCode={order.orderCode} />}
      {order.orderStatus === orderStatus.inTransit ? <SignLinkButton orderCode={order.orderCode} /> : null}
      <OrderPrint codes={[order.orderCode]} />
      <Can do={orderAdd}>
        <Button icon={<Copy />} onClick={() => void navigate(orderLinks.copy(order.orderCode))}>
          复制
        </Button>
      </Can>
      {order.voidReason ? null : (
        <Can do={abnormalAdd}>
          <Button icon={<TriangleAlert />} onClick={() => ask('report')}>
            异常上报
          </Button>
        </Can>
      )}
      {may(
        'void',
        <Can do={orderVoid}>
          <Button icon={<Ban />} onClick={() => ask('void')}>
            作废
          </Button>
        </Can>,
      )}
      {may('cancelSplit', <Button onClick={() => void cancelSplit(order, changed)}>撤销拆单</Button>)}
      {may(
        'cancelMerge',
        <Can do={orderCancelMerge}>
          <Button onClick={() => void cancelMerge(order, changed)}>撤销合单</Button>
        </Can>,
      )}
      {may(
        'splitOrder',
        <Can do={orderSplit}>
          <Button icon={<Split />} onClick={() => void navigate(orderLinks.split(order.orderCode))}>
            拆单
          </Button>
        </Can>,
      )}
      {may(
        'revokeSign',
        <Can do={orderRevokeSign}>
          <Button onClick={() => ask('revokeSign')}>撤销签收</Button>
        </Can>,
      )}
      {may(
        'stowage',
        <Can do={stowageConfirm}>
          <Button icon={<Truck />} onClick={() => void navigate(waybillLinks.boardOf([order.orderCode]))}>
            配载
          </Button>
        </Can>,
      )}
      {may(
        'sign',
        <Can do={orderSign}>
          <Button type="primary" onClick={() => ask('sign')}>
            签收
          </Button>
        </Can>,
      )}
      {may(
        'edit',
        <Can do={orderUpdate}>
          <Button type="primary" icon={<Pencil />} onClick={() => void navigate(orderLinks.edit(order.orderCode))}>
            编辑
          </Button>
        </Can>,
      )}
    </>
  );
}

function tabsOf(order: OrderDetail, mishaps: boolean): DetailTab[] {
  const family = order.children.length + order.mergedFrom.length + (order.parent ? 1 : 0);
  return [
    {
      key: 'basic',
      name: '基本信息',
      content: () => (
        <>
          <OrderProgress order={order} />
          <Basics order={order} />
        </>
      ),
    },
    { key: 'goods', name: '货物明细', count: order.items.length, content: () => <Goods order={order} /> },
    { key: 'trip', name: '运输信息', content: () => <OrderTrip orderCode={order.orderCode} /> },
    { key: 'temperature', name: '温度', content: () => <OrderTemperature orderCode={order.orderCode} /> },
    ...(order.receiptRequire !== receiptRequire.none || order.signTime
      ? [{ key: 'receipt', name: '回单', content: () => <OrderReceipt order={order} /> }]
      : []),
    ...(mishaps
      ? [
          {
            key: 'mishaps',
            name: '异常',
            count: order.abnormalCount || undefined,
            content: () => <OrderMishaps orderCode={order.orderCode} />,
          },
        ]
      : []),
    ...(family > 0
      ? [{ key: 'family', name: '子单与母单', count: family, content: () => <Family order={order} /> }]
      : []),
  ];
}

const money = (yuan: number): string => (yuan === 0 ? none : `${num(yuan, 2)} 元`);
const spot = (lng: number | null, lat: number | null): string =>
  lng === null || lat === null ? none : `${lng.toFixed(6)}, ${lat.toFixed(6)}`;
const span = (from: string | null, to: string | null): string =>
  [from, to].flatMap((time) => (time ? [shortTime(time)] : [])).join(' ~ ');

const linkTo = (code: string | null): ReactNode => (code ? <Link to={orderLinks.details(code)}>{code}</Link> : null);

function Basics({ order }: { order: OrderDetail }) {
  return (
    <>
      <Facts
        title="客户与业务"
        facts={[
          ['客户名称', order.customerName],
          ['客户单号', order.customerOrderNo],
          ['业务类型', serviceMode.label(order.businessType)],
          ['付款方式', freightPayMode.label(order.freightPayMode)],
          ['是否提货', pickUpFlag.label(order.pickUpFlag)],
          ['送货方式', deliveryMode.label(order.deliveryMode)],
          ['订单来源', orderSource.label(order.orderSource)],
          ['合并去向', linkTo(order.mergedInto)],
          ['退货单', linkTo(order.returnedBy)],
          ['退货的原订单', linkTo(order.returnOf)],
        ]}
      />
      <Facts
        title="发货信息"
        facts={[
          ['发货人', order.shipper],
          ['发货电话', order.shipPhone],
          ['发货地址', `${order.shipArea}${order.shipAddress}`],
          ['发站', order.originSite],
          ['坐标', spot(order.shipLng, order.shipLat)],
          ['要求提货', span(order.pickFrom, order.pickTo)],
        ]}
      />
      <Facts
        title="收货信息"
        facts={[
          ['收货人', order.receiver],
          ['收货电话', order.receivePhone],
          ['收货地址', `${order.receiveArea}${order.receiveAddress}`],
          ['到站', order.destSite],
          ['坐标', spot(order.receiveLng, order.receiveLat)],
          ['要求到达', span(order.arriveFrom, order.arriveTo)],
          ['托数', order.pallets],
          ['卸货时长', order.unloadMin === null ? null : `${order.unloadMin} 分钟`],
        ]}
      />
      <Facts
        title="温控与增值服务"
        facts={[
          ['温层', temperatureType.label(order.temperatureType)],
          [
            '温度要求',
            order.tempMin === null && order.tempMax === null ? null : `${range(order.tempMin, order.tempMax, 1)} ℃`,
          ],
          ['需要预冷', order.preCool ? '是' : '否'],
          ['货值', money(order.goodsValue)],
          ['保价金额', money(order.insuredAmount)],
          ['代收货款', money(order.codAmount)],
          [
            '回单要求',
            `${receiptRequire.label(order.receiptRequire)}${order.receiptCopies > 0 ? ` ${order.receiptCopies}份` : ''}`,
          ],
          ['备注', order.remark],
        ]}
      />
    </>
  );
}

function Goods({ order }: { order: OrderDetail }) {
  return (
    <table className="ord-table">
      <thead>
        <tr>
          <th>行</th>
          <th>品名</th>
          <th>温层</th>
          <th>规格</th>
          <th className="num">件数</th>
          <th className="num">重量 kg</th>
          <th className="num">体积 m³</th>
          <th>批号</th>
          <th>到期日</th>
        </tr>
      </thead>
      <tbody>
        {order.items.map((item) => (
          <tr key={item.itemId}>
            <td>{item.lineNo}</td>
            <td>{item.cargoName}</td>
            <td>{temperatureType.label(item.temperatureType)}</td>
            <td>{item.spec ?? none}</td>
            <td className="num">
              {num(item.pieces)} {item.packUnit}
            </td>
            <td className="num">{num(item.weightKg, 2)}</td>
            <td className="num">{num(item.volumeM3, 3)}</td>
            <td>{item.batchNo ?? none}</td>
            <td>{item.expireOn ?? none}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={4}>合计</td>
          <td className="num">{num(order.totalPieces)}</td>
          <td className="num">{num(order.totalWeight, 2)}</td>
          <td className="num">{num(order.totalVolume, 3)}</td>
          <td colSpan={2} />
        </tr>
      </tfoot>
    </table>
  );
}

type Relative = OrderDetail['children'][number];

function Family({ order }: { order: OrderDetail }) {
  const rows: Array<{ kind: string; order: Relative }> = [
    ...(order.parent ? [{ kind: '母单', order: order.parent }] : []),
    ...order.children.map((child) => ({ kind: '子单', order: child })),
  ];
  return (
    <>
      {rows.length > 0 ? (
        <table className="ord-table">
          <thead>
            <tr>
              <th>关系</th>
              <th>订单号</th>
              <th>状态</th>
              <th>收货点</th>
              <th className="num">件数</th>
              <th className="num">重量 kg</th>
              <th className="num">体积 m³</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ kind, order: one }) => (
              <tr key={one.orderCode}>
                <td>{kind}</td>
                <td>
                  <Link to={orderLinks.details(one.orderCode)}>{one.orderCode}</Link>
                </td>
                <td>
                  <OrderStatusDot status={one.orderStatus} />
                </td>
                <td>
                  {one.receiver} {one.receiveArea}
                </td>
                <td className="num">{num(one.totalPieces)}</td>
                <td className="num">{num(one.totalWeight, 2)}</td>
                <td className="num">{num(one.totalVolume, 3)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {order.mergedFrom.length > 0 ? (
        <p className="ord-merged">
          由{' '}
          {order.mergedFrom.map((code) => (
            <Link key={code} to={orderLinks.details(code)}>
              {code}
            </Link>
          ))}{' '}
          合并而成
        </p>
      ) : null}
    </>
  );
}
