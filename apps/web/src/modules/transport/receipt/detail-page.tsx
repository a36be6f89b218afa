import { type ReceiptDetail, receiptDetail } from '@tongda/contract/transport/receipt/calls';
import { farSignM } from '@tongda/contract/transport/receipt/stage';
import { receiptRequire, signMethod } from '@tongda/contract/transport/waybill/enums';
import { Button } from 'antd';
import { useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { DetailPage, Facts } from '../../../kit/detail/page';
import { Panel } from '../../../kit/detail/panel';
import { PictureViewer } from '../../../kit/files/pictures';
import { Can } from '../../../kit/session/can';
import { formatNumber, formatRange, formatTemp, shortTime } from '../../../kit/show/format';
import { PlateChip } from '../../../kit/show/plate/chip';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { LinesTable } from '../../../kit/work/lines-table';
import { type Pin, PinLayer } from '../../../map/places/pin-layer';
import { MapView } from '../../../map/view/canvas';
import { orderLinks } from '../order/door';
import { waybillPage } from '../waybill/door';
import { StageDot } from './cells';
import { receiptLinks } from './links';
import { useReceiptSteps } from './use-steps';
import './styles.css';

/** 回单详情: the pictures of the signed paper, the goods to compare them with, who signed where, and the steps of the paper on its way back. */
export function ReceiptDetailPage() {
  const { orderCode = '' } = useParams();
  const answer = useAsk(receiptDetail, { id: orderCode });
  const { actions, dialog } = useReceiptSteps(() => void answer.refetch());
  const navigate = useNavigate();
  if (answer.error && !answer.data) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const receipt = answer.data;
  return (
    <>
      <DetailPage
        back={receiptLinks.list}
        title={receipt.receiptNo}
        status={
          <>
            <StageDot stage={receipt.stage} />
            {receipt.stage === 'rejected' ? <span className="td-cap">{receipt.auditRemark}</span> : null}
            {receipt.overdueDays > 0 ? (
              <span className="transport-receipt-bad">逾期 {receipt.overdueDays} 天</span>
            ) : null}
          </>
        }
        actions={actions(receipt)
          .reverse()
          .map((action, _, all) => (
            <Can key={action.label} do={action.can ?? { access: 'session' }}>
              <Button
                type={
                  action.label === (all.some(({ label }) => label === '通过') ? '通过' : '上传') ? 'primary' : 'default'
                }
                danger={action.danger}
                onClick={() => void (action.to ? navigate(action.to) : action.run?.())}
              >
                {action.label}
              </Button>
            </Can>
          ))}
        tabs={[
          { key: 'pages', name: '回单图片', content: () => <Pages receipt={receipt} /> },
          { key: 'facts', name: '签收与物流', content: () => <ReceiptFacts receipt={receipt} /> },
        ]}
        aside={
          <>
            <SignPlace receipt={receipt} />
            <Goods receipt={receipt} />
            <Log receipt={receipt} />
          </>
        }
      />
      {dialog}
    </>
  );
}

function Pages({ receipt }: { receipt: ReceiptDetail }) {
  if (receipt.pages.length === 0)
    return <Empty title="还没有上传回单" text={`应于 ${shortTime(receipt.dueTime)} 前返回`} />;
  return <PictureViewer key={receipt.version} pictures={receipt.pages} />;
}

function ReceiptFacts({ receipt }: { receipt: ReceiptDetail }) {
  return (
    <>
      <Facts
        title="签收"
        facts={[
          [
            '订单号',
            <Link key="o" to={orderLinks.details(receipt.orderCode)}>
              {receipt.orderCode}
            </Link>,
          ],
          ['客户', receipt.customerName],
          ['收货人', receipt.receiver],
          ['收货地址', `${receipt.receiveArea}${receipt.receiveAddress}`],
          ['签收人', receipt.signer],
          ['签收方式', receipt.signMethod === null ? null : signMethod.label(receipt.signMethod)],
          ['签收时间', shortTime(receipt.signTime)],
          ['实签 / 送达', `${formatNumber(receipt.signPieces ?? 0)} / ${formatNumber(receipt.deliveredPieces)} 件`],
          [
            '拒收',
            receipt.rejectPieces ? `${formatNumber(receipt.rejectPieces)} 件：${receipt.rejectReason ?? ''}` : null,
          ],
          ['交接温度', receipt.handover.map(({ name, tempC }) => `${name} ${formatTemp(tempC)} ℃`).join('、') || null],
          [
            '温度要求',
            receipt.tempMin === null && receipt.tempMax === null
              ? null
              : `${formatRange(receipt.tempMin, receipt.tempMax, 1)} ℃`,
          ],
        ]}
      />
      <Facts
        title="运输"
        facts={[
          [
            '运单号',
            receipt.waybillCode && receipt.waybillKind ? (
              <Link key="w" to={waybillPage(receipt.waybillKind, receipt.waybillCode)}>
                {receipt.waybillCode}
              </Link>
            ) : null,
          ],
          [
            '车辆',
            receipt.plateNo ? <PlateChip key="p" plateNo={receipt.plateNo} colour={receipt.vehicleColor ?? 0} /> : null,
          ],
          ['司机', receipt.driverName],
          ['承运商', receipt.carrierName],
          ['发车时间', shortTime(receipt.departTime)],
        ]}
      />
      <Facts
        title="回单"
        facts={[
          [
            '回单类型',
            `${receiptRequire.label(receipt.receiptRequire)}${receipt.receiptCopies > 0 ? ` ${receipt.receiptCopies}份` : ''}`,
          ],
          ['应返时间', shortTime(receipt.dueTime)],
          ['上传', receipt.uploadTime ? `${receipt.uploadUser} ${shortTime(receipt.uploadTime)}` : null],
          ['审核', receipt.auditTime ? `${receipt.auditUser} ${shortTime(receipt.auditTime)}` : null],
          ['回收', shortTime(receipt.recoverTime)],
          [
            '寄出',
            receipt.sendTime
              ? `${shortTime(receipt.sendTime)} ${receipt.expressCompany ?? ''} ${receipt.expressNo ?? ''}`
              : null,
          ],
          ['接收', shortTime(receipt.receiveTime)],
          ['返客户', shortTime(receipt.returnTime)],
          ['备注', receipt.remark],
        ]}
      />
    </>
  );
}

/** Where the truck stood and where the receiver is. */
function SignPlace({ receipt }: { receipt: ReceiptDetail }) {
  const { sign, receive, signDistanceM } = receipt;
  const pins = useMemo(
    (): Pin[] => [
      ...(receive ? [{ ...receive, text: '收', label: '收货点' }] : []),
      ...(sign ? [{ ...sign, text: '签', label: '签收位置', selected: true }] : []),
    ],
    [sign, receive],
  );
  if (pins.length === 0) return null;
  return (
    <Panel
      title="签收位置"
      extra={
        signDistanceM === null ? (
          '签收时没有车辆位置'
        ) : (
          <span className={signDistanceM > farSignM ? 'transport-receipt-bad' : undefined}>
            距收货点 {formatNumber(signDistanceM)} m
          </span>
        )
      }
      flush
    >
      <div className="transport-receipt-map">
        <MapView
          onReady={(map) =>
            map.fitBounds(
              pins.map((pin) => [pin.lng, pin.lat] as const),
              { maxZoom: 15, animate: false },
            )
          }
        >
          <PinLayer pins={pins} />
        </MapView>
      </div>
    </Panel>
  );
}

/** The goods of the order, with which an auditor compares the paper. */
function Goods({ receipt }: { receipt: ReceiptDetail }) {
  return (
    <Panel title="货物明细" extra={`${receipt.items.length} 行`} flush>
      <LinesTable
        lines={receipt.items}
        keyOf={(item) => item.lineNo}
        columns={[
          { key: 'cargoName', label: '品名', look: 'wrap', cell: (item) => item.cargoName },
          { key: 'pieces', label: '件数', num: true, cell: (item) => `${formatNumber(item.pieces)} ${item.packUnit}` },
          { key: 'weight', label: '重量(kg)', num: true, cell: (item) => formatNumber(item.weightKg, 2) },
        ]}
      />
    </Panel>
  );
}

function Log({ receipt }: { receipt: ReceiptDetail }) {
  return (
    <Panel title="操作日志">
      <ol className="transport-receipt-log">
        {[...receipt.log].reverse().map((step) => (
          <li key={step.id}>
            <b>{step.action}</b>
            <span className="td-cap">
              {step.operatorName} {shortTime(step.time)}
              {step.enteredTime ? `　${shortTime(step.enteredTime)} 登记` : ''}
            </span>
            {step.remark ? <p>{step.remark}</p> : null}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
