import {
  maxGoodsPictures,
  type ReceiptOrderDetail,
  receiptOrderCorrect,
  receiptOrderReceive,
} from '@tongda/contract/transport/receipt-order/calls';
import { receiveType } from '@tongda/contract/transport/waybill/enums';
import { Button, InputNumber } from 'antd';
import { PictureInput } from '../../../kit/files/pictures';
import { Can } from '../../../kit/session/can';
import { formatNumber } from '../../../kit/show/format';
import { TempClasses } from '../../../kit/show/temp-class';
import { WorkBar, WorkNote } from '../../../kit/work/bar';
import { TextField, WorkField, WorkFields } from '../../../kit/work/fields';
import { countColumn, LinesTable } from '../../../kit/work/lines-table';
import { WorkPage } from '../../../kit/work/page';
import { ScanBox } from '../parts/scan-box';
import { ReceiptDot } from './cells';
import { ReceiptLog } from './log';
import { isCold, type ReceiptLine, type Receiving, useReceiving } from './use-receiving';

/** 收货 and 更正: pieces, weight and temperature of every line. */
export function ReceiveForm({ receipt, refetch }: { receipt: ReceiptOrderDetail; refetch: () => Promise<unknown> }) {
  const receiving = useReceiving(receipt, refetch);
  const planned = receipt.items.reduce((sum, item) => sum + item.planPieces, 0);
  return (
    <WorkPage
      head={{
        title: receiving.correcting ? '更正收货' : '收货',
        back: -1,
        code: receipt.receiptCode,
        marks: <ReceiptDot status={receipt.receiptStatus} />,
        meta: `${receipt.siteName}　${receiveType.options.find(({ code }) => code === receipt.receiveType)?.name}　${receipt.customerName}　订单 ${receipt.orderCode}`,
      }}
      acts={receiving.acts}
      aside={{ label: '操作日志', panels: <ReceiptLog receiptCode={receipt.receiptCode} /> }}
      bar={<ReceiveBar receiving={receiving} />}
    >
      <ReceiveFields receiving={receiving} />
      <ScanBox
        lines={[{ code: receipt.orderCode, due: planned }]}
        scans={receiving.scans}
        noun="此收货单上"
        onScan={receiving.putScans}
      />
      <ReceiveLines receipt={receipt} receiving={receiving} />
    </WorkPage>
  );
}

function ReceiveFields({ receiving }: { receiving: Receiving }) {
  const { facts, putFacts } = receiving;
  return (
    <>
      <WorkFields>
        <WorkField label="厢温(℃)">
          <InputNumber
            aria-label="厢温(℃)"
            value={facts.boxTemp}
            min={-60}
            max={60}
            precision={1}
            controls={false}
            onChange={(boxTemp) => putFacts({ boxTemp })}
          />
        </WorkField>
        <TextField
          label="库区"
          value={facts.warehouseArea}
          maxLength={20}
          put={(warehouseArea) => putFacts({ warehouseArea })}
        />
        <TextField
          label="多货原因"
          value={facts.overReason}
          maxLength={100}
          put={(overReason) => putFacts({ overReason })}
        />
        <TextField label="送货人" value={facts.handedBy} maxLength={20} put={(handedBy) => putFacts({ handedBy })} />
        <TextField label="备注" value={facts.remark} maxLength={200} put={(remark) => putFacts({ remark })} />
        {receiving.correcting ? (
          <TextField label="更正原因" value={facts.reason} maxLength={100} put={(reason) => putFacts({ reason })} />
        ) : null}
      </WorkFields>
      <WorkField label="照片（货物、温度计、破损）">
        <PictureInput
          label="收货照片"
          max={maxGoodsPictures}
          value={facts.pictures}
          onChange={(pictures) => putFacts({ pictures })}
        />
      </WorkField>
    </>
  );
}

type Item = ReceiptOrderDetail['items'][number];
type Counted = Exclude<keyof ReceiptLine, 'itemId' | 'productTemp'>;

/** The lines of a receipt, planned beside what came. */
function ReceiveLines({ receipt, receiving }: { receipt: ReceiptOrderDetail; receiving: Receiving }) {
  const { lines, put, problems } = receiving;
  const count = (key: Counted, label: string, spoken: string, decimals = 0) =>
    countColumn<Item>({
      key,
      label,
      name: (item) => `${item.cargoName}${spoken}`,
      value: (_, i) => lines[i]?.[key] ?? null,
      put: (_, value, i) => put(i, { [key]: value ?? 0 }),
      min: 0,
      decimals,
      widthPx: 76,
    });
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
        count('receivePieces', '实收件', '实收件'),
        count('damagedPieces', '破损', '破损'),
        count('receiveWeight', '实收 kg', '实收重量', 2),
        count('receiveVolume', '实收 m³', '实收体积', 3),
        countColumn<Item>({
          key: 'productTemp',
          label: '货温(℃)',
          name: (item) => `${item.cargoName}货温`,
          value: (_, i) => lines[i]?.productTemp ?? null,
          put: (_, productTemp, i) => put(i, { productTemp }),
          min: -60,
          decimals: 1,
          widthPx: 76,
          placeholder: (item) => (isCold(item) ? '必填' : undefined),
        }),
        { key: 'problem', cell: (_, i) => problems[i], look: 'wrap', tone: () => 'bad' },
      ]}
    />
  );
}

function ReceiveBar({ receiving }: { receiving: Receiving }) {
  const { sums, problem, busy } = receiving;
  const nothing = sums.receivePieces === 0;
  return (
    <WorkBar
      note={
        <WorkNote tone={problem ? 'bad' : undefined}>
          {problem ??
            `实收 ${formatNumber(sums.receivePieces)} / ${formatNumber(sums.planPieces)} 件，短少 ${formatNumber(sums.shortPieces)}，多货 ${formatNumber(sums.overPieces)}，破损 ${formatNumber(sums.damagedPieces)}`}
        </WorkNote>
      }
    >
      {receiving.correcting ? (
        <Can do={receiptOrderCorrect}>
          <Button
            type="primary"
            loading={busy}
            disabled={problem !== null || receiving.facts.reason.trim().length < 2}
            onClick={receiving.correct}
          >
            确认更正
          </Button>
        </Can>
      ) : (
        <Can do={receiptOrderReceive}>
          <Button loading={busy} disabled={!receiving.partReady || nothing} onClick={receiving.savePart}>
            保存部分收货
          </Button>
          <Button type="primary" loading={busy} disabled={problem !== null || nothing} onClick={receiving.finish}>
            收货完成
          </Button>
        </Can>
      )}
    </WorkBar>
  );
}
