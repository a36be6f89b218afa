import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import {
  type ReceiptOrderDetail,
  receiptOrderCorrect,
  receiptOrderDetail,
  receiptOrderPage,
  receiptOrderReceive,
  receiptOrderStatusCount,
} from '@tongda/contract/transport/receipt-order/calls';
import { quantityByPieces, receiptProblem, sumReceipt } from '@tongda/contract/transport/receipt-order/counting';
import { receiveType } from '@tongda/contract/transport/waybill/enums';
import { Button, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { Can } from '../../../kit/session/can';
import { num } from '../../../kit/show/format';
import { TempClasses } from '../../../kit/show/temp-class';
import { WorkBar, WorkNote } from '../../../kit/work/bar';
import { WorkPage } from '../../../kit/work/page';
import { piecesByLine, type Scans } from '../parts/scan';
import { ScanBox } from '../parts/scan-box';
import { ReceiptDot } from './cells';
import { receiptLinks } from './links';
import { ReceiptLog } from './log';
import './styles.css';

interface Line {
  itemId: string;
  receivePieces: number;
  receiveWeight: number;
  receiveVolume: number;
  damagedPieces: number;
  productTemp: number | null;
}

/** Lines as they were counted, or of a receipt that nobody has counted: everything as planned. */
const startOf = (receipt: ReceiptOrderDetail): Line[] =>
  receipt.items.map((item) =>
    receipt.receiveTime
      ? {
          itemId: item.itemId,
          receivePieces: item.receivePieces,
          receiveWeight: item.receiveWeight,
          receiveVolume: item.receiveVolume,
          damagedPieces: item.damagedPieces,
          productTemp: item.productTemp,
        }
      : {
          itemId: item.itemId,
          receivePieces: item.planPieces,
          receiveWeight: item.planWeight,
          receiveVolume: item.planVolume,
          damagedPieces: 0,
          productTemp: null,
        },
  );

/** 收货 and 更正: pieces, weight and temperature of every line. */
export function ReceiveForm({ receipt, refetch }: { receipt: ReceiptOrderDetail; refetch: () => Promise<unknown> }) {
  const correcting = receipt.allowActions.includes('correct');
  const navigate = useNavigate();
  const [lines, setLines] = useState(() => startOf(receipt));
  const [head, setHead] = useState({
    boxTemp: receipt.boxTemp,
    warehouseArea: receipt.warehouseArea ?? '',
    overReason: receipt.overReason ?? '',
    remark: receipt.remark,
    reason: '',
  });
  const [scans, setScans] = useState<Scans>({});
  const put = (at: number, patch: Partial<Line>): void =>
    setLines(
      lines.map((line, i) => {
        const item = receipt.items[i];
        if (i !== at || !item) return line;
        const next = { ...line, ...patch };
        if (patch.receivePieces === undefined) return next;
        const plan = { pieces: item.planPieces, weightKg: item.planWeight, volumeM3: item.planVolume };
        const { weightKg, volumeM3 } = quantityByPieces(plan, patch.receivePieces);
        return { ...next, receiveWeight: weightKg, receiveVolume: volumeM3 };
      }),
    );
  const total = receipt.items.reduce((sum, item) => sum + item.planPieces, 0);
  // once somebody scans, what was not scanned did not come
  const onScan = (next: Scans): void => {
    setScans(next);
    const begun = Object.keys(next).length > 0;
    const found = piecesByLine(
      next[receipt.orderCode],
      receipt.items.map((item) => item.planPieces),
    );
    setLines(
      lines.map((line, i) => {
        const item = receipt.items[i];
        if (!item) return line;
        const receivePieces = begun ? (found[i] ?? 0) : item.planPieces;
        const { weightKg, volumeM3 } = quantityByPieces(
          { pieces: item.planPieces, weightKg: item.planWeight, volumeM3: item.planVolume },
          receivePieces,
        );
        return { ...line, receivePieces, receiveWeight: weightKg, receiveVolume: volumeM3 };
      }),
    );
  };
  const counted = lines.map((line, i) => ({
    planPieces: receipt.items[i]?.planPieces ?? 0,
    receivePieces: line.receivePieces,
    receiveWeightKg: line.receiveWeight,
    receiveVolumeM3: line.receiveVolume,
    damagedPieces: line.damagedPieces,
    productTempC: line.productTemp,
  }));
  const problemsOf = (whole: boolean) =>
    counted.map((line, i) => {
      const type = receipt.items[i]?.temperatureType;
      const cold = type === temperatureType.chilled || type === temperatureType.frozen;
      return receiptProblem(line, { cold: cold && whole, reason: head.overReason.trim() !== '' });
    });
  const problems = problemsOf(true);
  const first = problems.find((one) => one !== null) ?? null;
  const sums = sumReceipt(counted);
  const after = (word: string) => ({
    told: ({ abnormalCode }: { abnormalCode: string | null }) =>
      `${receipt.receiptCode} ${word}${abnormalCode ? `，差异已生成异常 ${abnormalCode}` : ''}`,
    stale: [receiptOrderPage, receiptOrderStatusCount, receiptOrderDetail],
    fresh: refetch,
    done: () => navigate(receiptLinks.details(receipt.receiptCode)),
  });
  const finishing = useAct(receiptOrderReceive, after('已收货'));
  const partly = useAct(receiptOrderReceive, after('已保存部分收货'));
  const correction = useAct(receiptOrderCorrect, after('已更正'));
  const busy = finishing.busy || partly.busy || correction.busy;
  const { reason, ...facts } = head;
  const input = { receiptCode: receipt.receiptCode, version: receipt.version, lines, ...facts };
  const number = (i: number, key: Exclude<keyof Line, 'itemId'>, label: string, precision: number) => (
    <td className="num">
      <InputNumber
        aria-label={`${receipt.items[i]?.cargoName}${label}`}
        value={lines[i]?.[key] ?? null}
        min={key === 'productTemp' ? -60 : 0}
        precision={precision}
        controls={false}
        onChange={(value) => put(i, { [key]: key === 'productTemp' ? value : (value ?? 0) })}
      />
    </td>
  );
  const text = (key: 'warehouseArea' | 'overReason' | 'remark' | 'reason', label: string, maxLength: number) => (
    <div>
      {label}
      <Input
        aria-label={label}
        value={head[key]}
        maxLength={maxLength}
        onChange={(event) => setHead({ ...head, [key]: event.target.value })}
      />
    </div>
  );
  return (
    <WorkPage
      head={{
        title: correcting ? '更正收货' : '收货',
        back: -1,
        code: receipt.receiptCode,
        marks: <ReceiptDot status={receipt.receiptStatus} />,
        meta: `${receipt.siteName}　${receiveType.options.find(({ code }) => code === receipt.receiveType)?.name}　${receipt.customerName}　订单 ${receipt.orderCode}`,
      }}
      acts={[finishing, partly, correction]}
      aside={{ label: '操作日志', panels: <ReceiptLog receiptCode={receipt.receiptCode} /> }}
      bar={
        <WorkBar
          note={
            <WorkNote tone={first ? 'bad' : undefined}>
              {first ??
                `实收 ${num(sums.receivePieces)} / ${num(sums.planPieces)} 件，短少 ${num(sums.shortPieces)}，多货 ${num(sums.overPieces)}，破损 ${num(sums.damagedPieces)}`}
            </WorkNote>
          }
        >
          {correcting ? (
            <Can do={receiptOrderCorrect}>
              <Button
                type="primary"
                loading={busy}
                disabled={first !== null || reason.trim().length < 2}
                onClick={() => void correction.run({ ...input, reason: reason.trim() })}
              >
                确认更正
              </Button>
            </Can>
          ) : (
            <Can do={receiptOrderReceive}>
              <Button
                loading={busy}
                disabled={problemsOf(false).some((one) => one !== null) || sums.receivePieces === 0}
                onClick={() => void partly.run({ ...input, finish: false })}
              >
                保存部分收货
              </Button>
              <Button
                type="primary"
                loading={busy}
                disabled={first !== null || sums.receivePieces === 0}
                onClick={() => void finishing.run({ ...input, finish: true })}
              >
                收货完成
              </Button>
            </Can>
          )}
        </WorkBar>
      }
    >
      <div className="transport-receipt-order-form">
        <div>
          厢温 ℃
          <InputNumber
            aria-label="厢温 ℃"
            value={head.boxTemp}
            min={-60}
            max={60}
            precision={1}
            controls={false}
            onChange={(boxTemp) => setHead({ ...head, boxTemp })}
          />
        </div>
        {text('warehouseArea', '库区', 20)}
        {text('overReason', '多货原因', 100)}
        {text('remark', '备注', 200)}
        {correcting ? text('reason', '更正原因', 100) : null}
      </div>
      <ScanBox lines={[{ code: receipt.orderCode, due: total }]} scans={scans} noun="此收货单上" onScan={onScan} />
      <table className="transport-receipt-order-table">
        <thead>
          <tr>
            <th>品名</th>
            <th>温层</th>
            <th className="num">计划件</th>
            <th className="num">实收件</th>
            <th className="num">破损</th>
            <th className="num">实收 kg</th>
            <th className="num">实收 m³</th>
            <th className="num">货温 ℃</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {receipt.items.map((item, i) => (
            <tr key={item.itemId}>
              <td>{item.cargoName}</td>
              <td>
                <TempClasses codes={[item.temperatureType]} />
              </td>
              <td className="num">
                {num(item.planPieces)} {item.packUnit}
              </td>
              {number(i, 'receivePieces', '实收件', 0)}
              {number(i, 'damagedPieces', '破损', 0)}
              {number(i, 'receiveWeight', '实收重量', 2)}
              {number(i, 'receiveVolume', '实收体积', 3)}
              {number(i, 'productTemp', '货温', 1)}
              <td className="transport-receipt-order-bad">{problems[i]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WorkPage>
  );
}
