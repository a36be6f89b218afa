import { tmsLogPage } from '@tongda/contract/transport/order/calls';
import {
  type ReceiptOrderDetail,
  receiptOrderDetail,
  receiptOrderPage,
  receiptOrderStatusCount,
} from '@tongda/contract/transport/receipt-order/calls';
import { receiveType } from '@tongda/contract/transport/waybill/enums';
import { Button } from 'antd';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { DetailPage, Facts } from '../../../kit/detail/page';
import { useInvalidate } from '../../../kit/list/use-list';
import { Can } from '../../../kit/session/can';
import { num, range, shortTime, temp } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { TempClasses } from '../../../kit/show/temp-class';
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
          .filter(({ label }) => label !== '查看')
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
          { key: 'goods', name: '收货明细', count: receipt.items.length, content: () => <Goods receipt={receipt} /> },
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
  return (
    <table className="transport-receipt-order-table">
      <thead>
        <tr>
          <th>品名</th>
          <th>温层</th>
          <th className="num">计划件</th>
          <th className="num">实收件</th>
          <th className="num">差异</th>
          <th className="num">破损</th>
          <th className="num">计划 / 实收 kg</th>
          <th className="num">计划 / 实收 m³</th>
          <th className="num">货温 ℃</th>
        </tr>
      </thead>
      <tbody>
        {receipt.items.map((item) => {
          const difference = counted ? item.receivePieces - item.planPieces : 0;
          return (
            <tr key={item.itemId}>
              <td>{item.cargoName}</td>
              <td>
                <TempClasses codes={[item.temperatureType]} />
              </td>
              <td className="num">
                {num(item.planPieces)} {item.packUnit}
              </td>
              <td className="num">{counted ? num(item.receivePieces) : '--'}</td>
              <td className={difference === 0 ? 'num' : 'num transport-receipt-order-bad'}>
                {difference > 0 ? `+${num(difference)}` : num(difference)}
              </td>
              <td className={item.damagedPieces > 0 ? 'num transport-receipt-order-bad' : 'num'}>
                {num(item.damagedPieces)}
              </td>
              <td className="num">
                {num(item.planWeight, 2)} / {counted ? num(item.receiveWeight, 2) : '--'}
              </td>
              <td className="num">
                {num(item.planVolume, 3)} / {counted ? num(item.receiveVolume, 3) : '--'}
              </td>
              <td className={receipt.tempBad ? 'num transport-receipt-order-bad' : 'num'}>{temp(item.productTemp)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
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
            : `${range(receipt.tempMin, receipt.tempMax, 1)} ℃`,
        ],
        ['货温 / 厢温', `${temp(receipt.productTemp)} / ${temp(receipt.boxTemp)} ℃`],
        ['库区', receipt.warehouseArea],
        ['收货员', receipt.receiverUser],
        ['收货时间', shortTime(receipt.receiveTime)],
        ['多货原因', receipt.overReason],
        ['创建', `${receipt.createUser} ${shortTime(receipt.createTime)}`],
        ['备注', receipt.remark],
      ]}
    />
  );
}
