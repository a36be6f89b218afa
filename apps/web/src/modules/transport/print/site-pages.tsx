import {
  type PrintedPickUp,
  type PrintedReceipt,
  pickUpPrint,
  receiptOrderPrint,
} from '@tongda/contract/transport/print/calls';
import { handlingNeed, receiveType } from '@tongda/contract/transport/waybill/enums';
import { useSearchParams } from 'react-router';
import { useAsk } from '../../../kit/call/use-ask';
import { formatNumber, formatRange, formatTemp, none } from '../../../kit/show/format';
import { Empty } from '../../../kit/show/states';
import { Grid, PrintFrame, Sheet, Signs } from '../../base/print/door';
import { GoodsTable, tempWish, timeSpanText } from './parts';

interface Head {
  companyName: string;
  printUser: string;
  printTime: string;
}
const footOf = ({ printUser, printTime }: Head): string => `打印人 ${printUser}　打印时间 ${printTime}`;

/** The numbers in the address. */
function useCodes(): string[] {
  const [params] = useSearchParams();
  return (params.get('codes') ?? '').split(',').filter(Boolean);
}

/** 打印提货单: /print/pickUp?codes=. */
export function PickUpPrintPage() {
  const pickUpCodes = useCodes();
  const { data, error, refetch } = useAsk(
    pickUpPrint,
    { pickUpCodes },
    { when: pickUpCodes.length > 0, refetchOnWindowFocus: false },
  );
  if (pickUpCodes.length === 0) return <Empty title="没有指定要打印的提货单" />;
  return (
    <PrintFrame
      title="提货单"
      note={`${pickUpCodes.length} 个提货单`}
      paper="a4"
      error={error}
      retry={() => void refetch()}
    >
      {data?.pickUps.map((one) => (
        <PickUpPaper key={one.pickUpCode} pickUp={one} company={data.companyName} foot={footOf(data)} />
      ))}
    </PrintFrame>
  );
}

interface PaperProps {
  company: string;
  foot: string;
}

/** Temperatures that were measured when the goods were taken along, ℃: the lowest and the highest one; null: none. */
function temperaturesOf({ items }: PrintedPickUp): string | null {
  const temps = items.flatMap(({ productTemp }) => productTemp ?? []);
  if (temps.length === 0) return null;
  const [low, high] = [Math.min(...temps), Math.max(...temps)];
  return low === high ? formatTemp(low) : formatRange(low, high, 1);
}

/** 提货单: where the driver fetches what, with room for what was really there. */
function PickUpPaper({ pickUp, company, foot }: PaperProps & { pickUp: PrintedPickUp }) {
  return (
    <Sheet company={company} title="提货单" code={pickUp.pickUpCode} foot={foot}>
      <Grid
        cells={[
          ['客户名称', pickUp.customerName],
          ['订单号', pickUp.orderCode],
          ['联系人', `${pickUp.shipper}　${pickUp.shipPhone}`],
          ['要求提货', timeSpanText(pickUp.planFrom, pickUp.planTo)],
          ['提货地址', `${pickUp.shipArea}${pickUp.shipAddress}`, 'wide'],
          ['去向', pickUp.direct ? '直送收货点' : pickUp.placeName],
          ['温度要求', tempWish(pickUp)],
          ['提单', pickUp.waybillCode],
          ['车牌号 / 司机', [pickUp.plateNo, pickUp.driverName, pickUp.driverPhone].filter(Boolean).join(' / ')],
          ['车型要求', pickUp.vehicleType],
          ['装货要求', pickUp.handling.map((code) => handlingNeed.label(code)).join('、')],
          ['备注', pickUp.remark, 'wide'],
        ]}
      />
      <GoodsTable items={pickUp.items.map((item) => ({ ...item, batchNo: null, expireOn: null }))} />
      <Grid
        cells={[
          ['计划件数', `${formatNumber(pickUp.totalPieces)} 件`],
          ['实提件数', pickUp.actualPieces === null ? '　　　　　件' : `${formatNumber(pickUp.actualPieces)} 件`],
          ['货温', `${temperaturesOf(pickUp) ?? '　　　　　'} ℃`],
          ['提货时间', pickUp.pickTime ?? '　'],
          ['交货人', pickUp.handedBy ?? '　'],
        ]}
      />
      <Signs names={['发货人签字', '司机签字', '日期']} />
    </Sheet>
  );
}

/** 打印入库单: /print/receiptOrder?codes=. */
export function ReceiptOrderPrintPage() {
  const receiptCodes = useCodes();
  const { data, error, refetch } = useAsk(
    receiptOrderPrint,
    { receiptCodes },
    { when: receiptCodes.length > 0, refetchOnWindowFocus: false },
  );
  if (receiptCodes.length === 0) return <Empty title="没有指定要打印的收货单" />;
  return (
    <PrintFrame
      title="入库单"
      note={`${receiptCodes.length} 个收货单`}
      paper="a4"
      error={error}
      retry={() => void refetch()}
    >
      {data?.receipts.map((one) => (
        <InboundPaper key={one.receiptCode} receipt={one} company={data.companyName} foot={footOf(data)} />
      ))}
    </PrintFrame>
  );
}

/** 入库单: what was planned and what a site took in, line by line. */
function InboundPaper({ receipt, company, foot }: PaperProps & { receipt: PrintedReceipt }) {
  const counted = receipt.receiveTime !== null;
  return (
    <Sheet company={company} title="入库单" code={receipt.receiptCode} foot={foot}>
      <Grid
        cells={[
          ['站点', receipt.siteName],
          ['收货类型', receiveType.label(receipt.receiveType)],
          ['客户名称', receipt.customerName],
          ['订单号', receipt.orderCode],
          ['运单 / 车牌号', [receipt.waybillCode, receipt.plateNo].filter(Boolean).join(' / ')],
          ['提货单', receipt.pickUpCode],
          ['温度要求', tempWish(receipt)],
          ['货温 / 厢温', `${formatTemp(receipt.productTemp)} / ${formatTemp(receipt.boxTemp)} ℃`],
          ['库区', receipt.warehouseArea],
          ['送货人', receipt.handedBy],
          ['收货员 / 时间', [receipt.receiverUser, receipt.receiveTime].filter(Boolean).join(' / ')],
          ['备注', [receipt.overReason, receipt.remark].filter(Boolean).join('；'), 'wide'],
        ]}
      />
      <table className="base-print-table">
        <thead>
          <tr>
            <th>序</th>
            <th>品名</th>
            <th>规格</th>
            <th className="num">计划件</th>
            <th className="num">实收件</th>
            <th className="num">破损</th>
            <th className="num">差异</th>
            <th className="num">实收(kg)</th>
            <th className="num">实收(m³)</th>
            <th className="num">货温(℃)</th>
          </tr>
        </thead>
        <tbody>
          {receipt.items.map((item) => (
            <tr key={item.itemId}>
              <td>{item.lineNo}</td>
              <td>{item.cargoName}</td>
              <td>{item.spec ?? none}</td>
              <td className="num">
                {formatNumber(item.planPieces)} {item.packUnit}
              </td>
              <td className="num">{counted ? formatNumber(item.receivePieces) : ''}</td>
              <td className="num">{counted ? formatNumber(item.damagedPieces) : ''}</td>
              <td className="num">{counted ? formatNumber(item.receivePieces - item.planPieces) : ''}</td>
              <td className="num">{counted ? formatNumber(item.receiveWeight, 2) : ''}</td>
              <td className="num">{counted ? formatNumber(item.receiveVolume, 3) : ''}</td>
              <td className="num">{counted ? formatTemp(item.productTemp) : ''}</td>
            </tr>
          ))}
          <tr className="transport-print-sum">
            <td colSpan={3}>合计</td>
            <td className="num">{formatNumber(receipt.planPieces)}</td>
            <td className="num">{counted ? formatNumber(receipt.receivePieces) : ''}</td>
            <td className="num">{counted ? formatNumber(receipt.damagedPieces) : ''}</td>
            <td className="num">{counted ? formatNumber(receipt.receivePieces - receipt.planPieces) : ''}</td>
            <td className="num">{counted ? formatNumber(receipt.receiveWeight, 2) : ''}</td>
            <td className="num">{counted ? formatNumber(receipt.receiveVolume, 3) : ''}</td>
            <td />
          </tr>
        </tbody>
      </table>
      <Signs names={['收货员', '送货人', '日期']} />
    </Sheet>
  );
}
