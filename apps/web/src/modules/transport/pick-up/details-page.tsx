import { tmsLogPage } from '@tongda/contract/transport/order/calls';
import {
  type PickUpDetail,
  pickUpDetail,
  pickUpPage,
  pickUpPictures,
  pickUpStatusCount,
} from '@tongda/contract/transport/pick-up/calls';
import { handlingNeed, receiptOrderStatus } from '@tongda/contract/transport/waybill/enums';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { DetailPage, Facts } from '../../../kit/detail/page';
import { PictureRow } from '../../../kit/files/pictures';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { formatNumber, none, shortTime, windowText } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import type { RowAction } from '../../../kit/table/types';
import { LinesTable } from '../../../kit/work/lines-table';
import { OrderStatusRing, orderLinks } from '../order/door';
import { receiptLinks } from '../receipt-order/door';
import { waybillPage } from '../waybill/door';
import { PickUpItems } from './items';
import { pickUpLinks } from './links';
import { PickUpLog } from './log';
import { usePickUpActions } from './use-actions';

/** 提货单详情. */
export function PickUpDetailsPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const answer = useAsk(pickUpDetail, { id }, { when: id !== '' });
  const { actions, dialog } = usePickUpActions(() => {
    void answer.refetch();
    void invalidate(pickUpPage);
    void invalidate(pickUpStatusCount);
    void invalidate(tmsLogPage);
  });
  if (id === '')
    return (
      <Empty
        title="没有指定提货单"
        action={<Button onClick={() => void navigate(pickUpLinks.list)}>返回列表</Button>}
      />
    );
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const pickUp = answer.data;
  return (
    <>
      <DetailPage
        back={pickUpLinks.list}
        title={pickUp.pickUpCode}
        status={
          <>
            <OrderStatusRing status={pickUp.orderStatus} />
            {pickUp.voidReason ? <span className="td-cap">{pickUp.voidReason}</span> : null}
          </>
        }
        actions={actions(pickUp)
          .filter(({ label }) => label !== '详情')
          .reverse()
          .map((action) => <Verb key={action.label} action={action} />)}
        tabs={[
          { key: 'info', name: '提货信息', content: () => <Info pickUp={pickUp} /> },
          { key: 'goods', name: '货物', content: () => <PickUpItems pickUp={pickUp} /> },
          {
            key: 'linked',
            name: '收货与子单',
            content: () => <Linked pickUp={pickUp} />,
          },
        ]}
        aside={<PickUpLog pickUpCode={pickUp.pickUpCode} />}
      />
      {dialog}
    </>
  );
}

function Verb({ action }: { action: RowAction }) {
  const navigate = useNavigate();
  const button = (
    <Button
      type={action.label === '提货确认' ? 'primary' : 'default'}
      danger={action.danger}
      onClick={() => void (action.to ? navigate(action.to) : action.run?.())}
    >
      {action.label}
    </Button>
  );
  return action.can ? <Can do={action.can}>{button}</Can> : button;
}

function Info({ pickUp }: { pickUp: PickUpDetail }) {
  return (
    <>
      <Facts
        title="提货点"
        facts={[
          ['客户', pickUp.customerName],
          [
            '订单号',
            <Link key="o" to={orderLinks.details(pickUp.orderCode)}>
              {pickUp.orderCode}
            </Link>,
          ],
          ['联系人', `${pickUp.shipper} ${pickUp.shipPhone}`],
          ['地址', `${pickUp.shipArea}${pickUp.shipAddress}`],
          ['要求提货', windowText(pickUp.planFrom, pickUp.planTo)],
          ['去向', pickUp.direct ? '直送收货点' : pickUp.placeName || '由提单决定'],
          ['车型要求', pickUp.vehicleType],
          [
            '装货要求',
            pickUp.handling.map((code) => handlingNeed.options.find((o) => o.code === code)?.name).join('、'),
          ],
          ['备注', pickUp.remark],
        ]}
      />
      <Facts
        title="行程"
        facts={[
          [
            '提单',
            pickUp.waybillCode ? (
              <Link key="w" to={waybillPage(pickUp.waybillKind ?? 3, pickUp.waybillCode)}>
                {pickUp.waybillCode}
              </Link>
            ) : null,
          ],
          [
            '车辆',
            pickUp.plateNo ? <PlateChip key="p" plateNo={pickUp.plateNo} colour={pickUp.vehicleColor ?? 0} /> : null,
          ],
          ['司机', [pickUp.driverName, pickUp.driverPhone].filter(Boolean).join(' ')],
          ['实提时间', shortTime(pickUp.pickTime)],
          ['交货人', pickUp.handedBy],
          ['照片', pickUp.fileIds.length > 0 ? <Pictures key="f" pickUpCode={pickUp.pickUpCode} /> : null],
          ['计划件 / 重 / 体', goodsWords(pickUp.totalPieces, pickUp.totalWeight, pickUp.totalVolume)],
          [
            '实提件 / 重 / 体',
            pickUp.actualPieces === null
              ? null
              : goodsWords(pickUp.actualPieces, pickUp.actualWeight, pickUp.actualVolume),
          ],
          ['失败记录', pickUp.failCount > 0 ? `${pickUp.failCount} 次，最近 ${shortTime(pickUp.failTime)}` : null],
          ['失败原因', pickUp.failReason],
        ]}
      />
    </>
  );
}

/** Pieces, weight and volume; a line may end between two of them, never between a figure and its unit. */
const goodsWords = (pieces: number, weightKg: number | null, volumeM3: number | null): string =>
  `${formatNumber(pieces)}\u00a0件　${formatNumber(weightKg, 2)}\u00a0kg　${formatNumber(volumeM3, 3)}\u00a0m³`;

interface LinkedOrder {
  code: string;
  to: string;
  kind: string;
  status?: ReactNode;
  site?: string;
  planned?: string;
  received?: string;
  differs?: boolean;
  time?: string;
}

/** The pick-up order that this one was divided from, those it was divided into, and the receipts of what came in. */
const linkedOf = (pickUp: PickUpDetail): LinkedOrder[] => [
  ...(pickUp.parentCode ? [{ code: pickUp.parentCode, to: pickUpLinks.details(pickUp.parentCode), kind: '母单' }] : []),
  ...pickUp.children.map((child) => ({
    code: child.pickUpCode,
    to: pickUpLinks.details(child.pickUpCode),
    kind: '子单',
    status: <OrderStatusRing status={child.orderStatus} />,
    site: none,
    planned: formatNumber(child.totalPieces),
    received: none,
    time: none,
  })),
  ...pickUp.receipts.map((receipt) => ({
    code: receipt.receiptCode,
    to: receiptLinks.details(receipt.receiptCode),
    kind: '收货单',
    status: receiptOrderStatus.options.find(({ code }) => code === receipt.receiptStatus)?.name,
    site: receipt.siteName,
    planned: formatNumber(receipt.planPieces),
    received: formatNumber(receipt.receivePieces),
    differs: receipt.receivePieces !== receipt.planPieces,
    time: shortTime(receipt.receiveTime),
  })),
];

function Linked({ pickUp }: { pickUp: PickUpDetail }) {
  if (pickUp.receipts.length + pickUp.children.length === 0 && pickUp.parentCode === null)
    return <Empty title="还没有收货单" text="提单到站核对后自动生成收货单" />;
  return (
    <LinesTable
      lines={linkedOf(pickUp)}
      keyOf={({ code }) => code}
      columns={[
        { key: 'code', label: '单号', cell: (one) => <Link to={one.to}>{one.code}</Link> },
        { key: 'kind', label: '关系', cell: (one) => one.kind },
        { key: 'status', label: '状态', cell: (one) => one.status },
        { key: 'site', label: '站点', cell: (one) => one.site },
        { key: 'plan', label: '计划件', num: true, cell: (one) => one.planned },
        {
          key: 'received',
          label: '实收件',
          num: true,
          cell: (one) => one.received,
          tone: (one) => (one.differs ? 'bad' : undefined),
        },
        { key: 'time', label: '时间', cell: (one) => one.time },
      ]}
    />
  );
}

function Pictures({ pickUpCode }: { pickUpCode: string }) {
  const { data = [] } = useAsk(pickUpPictures, { id: pickUpCode });
  return <PictureRow pictures={data} open={(at) => window.open(data[at]?.url, '_blank', 'noopener')} />;
}
