import { tmsLogPage } from '@tongda/contract/transport/order/calls';
import {
  type ReceiptOrderDetail,
  receiptOrderDetail,
  receiptOrderPage,
  receiptOrderPictures,
  receiptOrderStatusCount,
} from '@tongda/contract/transport/receipt-order/calls';
import { receiveType } from '@tongda/contract/transport/waybill/enums';
import { Button } from 'antd';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { DetailPage, Facts } from '../../../kit/detail/page';
import { PictureRow } from '../../../kit/files/pictures';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { formatNumber, formatRange, formatTemp, shortTime } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { TempClasses } from '../../../kit/show/temp-class';
import { LinesTable } from '../../../kit/work/lines-table';
import { orderLinks } from '../order/door';
import { pickUpLinks } from '../pick-up/door';
import { waybillPage } from '../waybill/door';
import { ReceiptDot } from './cells';
import { receiptLinks } from './links';
import { ReceiptLog } from './log';
import { useReceiptActions } from './use-receipt-actions';

/** 收货单详情. */
export function ReceiptDetailsPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const answer = useAsk(receiptOrderDetail, { id }, { when: id !== '' });
  const { actions, dialog } = useReceiptActions(() => {
    void answer.refetch();
    void invalidate(receiptOrderPage);
    void invalidate(receiptOrderStatusCount);
    void invalidate(tmsLogPage);
  });
  if (id === '')
    return (
      <Empty
        title="没有指定收货单"
        action={<Button onClick={() => void navigate(receiptLinks.list)}>返回列表</Button>}
      />
    );
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const receipt = answer.data;
  return (
    <>
      <DetailPage
        back={receiptLinks.list}
        title={receipt.receiptCode}
        status={
          <>
            <ReceiptDot status={receipt.receiptStatus} />
            {receipt.voidReason ? <span className="td-cap">{receipt.voidReason}</span> : null}
          </>
        }
        actions={actions(receipt)
          .filter(({ label }) => label !== '详情')
          .reverse()
          .map(({ label, can, danger, to, run }) => {
            const button = (
              <Button
                key={label}
                type={label === '收货' ? 'primary' : 'default'}
                danger={danger}
                onClick={() => void (to ? navigate(to) : run?.())}
              >
                {label}
              </Button>
            );
            return can ? (
              <Can key={label} do={can}>
                {button}
              </Can>
            ) : (
              button
            );
          })}
        tabs={[
          { key: 'goods', name: '收货明细', content: () => <Goods receipt={receipt} /> },
          { key: 'info', name: '基本信息', content: () => <Info receipt={receipt} /> },
        ]}
        aside={<ReceiptLog receiptCode={receipt.receiptCode} />}
      />
      {dialog}
    </>
  );
}

function Goods({ receipt }: { receipt: ReceiptOrderDetail }) {
  const counted = receipt.receiveTime !== null;
  const difference = (item: ReceiptOrderDetail['items'][number]): number =>
    counted ? item.receivePieces - item.planPieces : 0;
  return (
    <LinesTable
      lines={receipt.items}
      keyOf={(item) => item.itemId}
      columns={[
        { key: 'cargoName', label: '品名', cell: (item) => item.cargoName },
        { key: 'temperature', label: '温层', cell: (item) => <TempClasses codes={[item.temperatureType]} /> },
        {
          key: 'plan',
          label: '计划件',
          num: true,
          cell: (item) => `${formatNumber(item.planPieces)} ${item.packUnit}`,
        },
        {
          key: 'receive',
          label: '实收件',
          num: true,
          cell: (item) => (counted ? formatNumber(item.receivePieces) : '--'),
        },
        {
          key: 'difference',
          label: '差异',
          num: true,
          cell: (item) =>
            difference(item) > 0 ? `+${formatNumber(difference(item))}` : formatNumber(difference(item)),
          tone: (item) => (difference(item) === 0 ? undefined : 'bad'),
        },
        {
          key: 'damaged',
          label: '破损',
          num: true,
          cell: (item) => formatNumber(item.damagedPieces),
          tone: (item) => (item.damagedPieces > 0 ? 'bad' : undefined),
        },
        {
          key: 'weight',
          label: '计划 / 实收(kg)',
          num: true,
          cell: (item) =>
            `${formatNumber(item.planWeight, 2)} / ${counted ? formatNumber(item.receiveWeight, 2) : '--'}`,
        },
        {
          key: 'volume',
          label: '计划 / 实收(m³)',
          num: true,
          cell: (item) =>
            `${formatNumber(item.planVolume, 3)} / ${counted ? formatNumber(item.receiveVolume, 3) : '--'}`,
        },
        {
          key: 'productTemp',
          label: '货温(℃)',
          num: true,
          cell: (item) => formatTemp(item.productTemp),
          tone: () => (receipt.tempBad ? 'bad' : undefined),
        },
      ]}
    />
  );
}

function Info({ receipt }: { receipt: ReceiptOrderDetail }) {
  return (
    <Facts
      title="收货"
      facts={[
        ['站点', receipt.siteName],
        ['收货类型', receiveType.options.find(({ code }) => code === receipt.receiveType)?.name ?? ''],
        ['客户', receipt.customerName],
        [
          '订单号',
          <Link key="o" to={orderLinks.details(receipt.orderCode)}>
            {receipt.orderCode}
          </Link>,
        ],
        [
          '提货单',
          receipt.pickUpCode ? (
            <Link key="u" to={pickUpLinks.details(receipt.pickUpCode)}>
              {receipt.pickUpCode}
            </Link>
          ) : null,
        ],
        [
          '运单',
          receipt.waybillCode ? (
            <Link key="w" to={waybillPage(receipt.waybillKind ?? 3, receipt.waybillCode)}>
              {receipt.waybillCode}
            </Link>
          ) : null,
        ],
        [
          '温度要求',
          receipt.tempMin === null && receipt.tempMax === null
            ? null
            : `${formatRange(receipt.tempMin, receipt.tempMax, 1)} ℃`,
        ],
        ['货温 / 厢温', `${formatTemp(receipt.productTemp)} / ${formatTemp(receipt.boxTemp)} ℃`],
        ['库区', receipt.warehouseArea],
        ['送货人', receipt.handedBy],
        ['收货员', receipt.receiverUser],
        ['收货时间', shortTime(receipt.receiveTime)],
        ['多货原因', receipt.overReason],
        ['创建', `${receipt.createUser} ${shortTime(receipt.createTime)}`],
        ['备注', receipt.remark],
        ['照片', receipt.fileIds.length > 0 ? <Pictures key="f" receiptCode={receipt.receiptCode} /> : null],
      ]}
    />
  );
}

function Pictures({ receiptCode }: { receiptCode: string }) {
  const { data = [] } = useAsk(receiptOrderPictures, { id: receiptCode });
  return <PictureRow pictures={data} open={(at) => window.open(data[at]?.url, '_blank', 'noopener')} />;
}
