import { maxCheckFiles, type WaybillDetail } from '@tongda/contract/transport/waybill/shapes';
import { Input, InputNumber } from 'antd';
import { PictureInput } from '../../../../kit/files/pictures';
import { formatNumber, formatTemp } from '../../../../kit/show/format';
import { TempClasses } from '../../../../kit/show/temp-class';
import { TextField, WorkField, WorkFields } from '../../../../kit/work/fields';
import { countColumn, LinesTable } from '../../../../kit/work/lines-table';
import { placeWord } from '../place-word';
import { type Arrival, type ArrivalLine, isCold } from './use-arrival';

/** Seal, temperature and pictures at a stop. */
export function ArrivalFields({ waybill, arrival }: { waybill: WaybillDetail; arrival: Arrival }) {
  const { facts, putFacts } = arrival;
  return (
    <>
      <WorkFields>
        {waybill.sealNo === null ? null : <SealField sealNo={waybill.sealNo} arrival={arrival} />}
        <WorkField label={`厢温 ℃${waybill.boxTemp === null ? '' : `（探头 ${formatTemp(waybill.boxTemp)}）`}`}>
          <InputNumber
            aria-label="厢温(℃)"
            value={facts.boxTemp}
            min={-60}
            max={60}
            precision={1}
            onChange={(boxTemp) => putFacts({ boxTemp })}
          />
        </WorkField>
        {arrival.tempOther ? (
          <TextField
            label="与探头不同的原因"
            value={facts.boxTempReason}
            maxLength={100}
            placeholder="如 手持温度计复测"
            put={(boxTempReason) => putFacts({ boxTempReason })}
          />
        ) : null}
        <TextField label="备注" value={facts.remark} maxLength={200} put={(remark) => putFacts({ remark })} />
      </WorkFields>
      <WorkField label="照片（铅封、货物、温度计）">
        <PictureInput label="核对照片" max={maxCheckFiles} value={arrival.pictures} onChange={arrival.setPictures} />
      </WorkField>
    </>
  );
}

/** The seal as it is now, compared with the one of the departure. */
function SealField({ sealNo, arrival }: { sealNo: string; arrival: Arrival }) {
  const { facts, putFacts, sealWrong } = arrival;
  return (
    <WorkField
      label={
        <>
          铅封号（发车时 {sealNo}）
          {facts.sealNoSeen === '' ? (
            <button type="button" className="td-plain td-link" onClick={() => putFacts({ sealNoSeen: sealNo })}>
              与发车时相符
            </button>
          ) : null}
        </>
      }
    >
      <Input
        aria-label="铅封号"
        value={facts.sealNoSeen}
        maxLength={30}
        status={sealWrong ? 'error' : undefined}
        onChange={(event) => putFacts({ sealNoSeen: event.target.value })}
      />
      {sealWrong ? <span className="transport-waybill-bad">与发车铅封不符，请上传铅封照片</span> : null}
    </WorkField>
  );
}

type Piece = 'pieces' | 'damaged' | 'short' | 'over';

/** The table in which a stop's orders are counted. */
export function ArrivalCounts({ arrival }: { arrival: Arrival }) {
  const { legs, lines, problems, loading, due, put } = arrival;
  // the box that its line's problem is about; the bar shows the sentence of the first line
  const wrongAt = (i: number): keyof ArrivalLine | null => {
    const [leg, line] = [legs[i], lines[i]];
    if (!problems[i] || !leg || !line) return null;
    return !loading && isCold(leg) && line.pieces > 0 && line.productTemp === null ? 'productTemp' : 'pieces';
  };
  const pieces = (key: Piece, label: string, spoken = label) =>
    countColumn<(typeof legs)[number]>({
      key,
      label,
      name: (leg) => `${leg.orderCode}${spoken}`,
      value: (_, i) => lines[i]?.[key] ?? 0,
      put: (_, value, i) => put(i, { [key]: value ?? 0 }),
      wrong: (_, i) => wrongAt(i) === key,
      min: 0,
    });
  return (
    <LinesTable
      lines={legs}
      keyOf={(leg) => leg.orderCode}
      row={(_, i) => ({ title: problems[i] ?? undefined })}
      columns={[
        { key: 'orderCode', label: '订单号', cell: (leg) => leg.orderCode },
        {
          key: 'receiver',
          label: placeWord(legs),
          look: 'wrap',
          cell: (leg) => leg.receiver,
        },
        { key: 'temperature', label: '温层', cell: (leg) => <TempClasses codes={[leg.temperatureType]} /> },
        { key: 'due', label: loading ? '应装' : '应到', num: true, cell: (leg) => formatNumber(due(leg)) },
        pieces('pieces', loading ? '实装' : '实到', '件数'),
        !loading && pieces('damaged', '破损'),
        !loading && pieces('short', '短少'),
        !loading && pieces('over', '多货'),
        countColumn<(typeof legs)[number]>({
          key: 'productTemp',
          label: '货温(℃)',
          name: (leg) => `${leg.orderCode}货温`,
          value: (_, i) => lines[i]?.productTemp ?? null,
          put: (_, productTemp, i) => put(i, { productTemp }),
          wrong: (_, i) => wrongAt(i) === 'productTemp',
          min: -60,
          max: 60,
          decimals: 1,
        }),
      ]}
    />
  );
}
