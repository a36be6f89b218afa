import { type PickUpDetail, pickUpDetail, pickUpPick } from '@tongda/contract/transport/pick-up/calls';
import { quantityByPieces } from '@tongda/contract/transport/receipt-order/counting';
import { Modal } from 'antd';
import { useState } from 'react';
import { newestOf } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { FormDialog } from '../../../kit/dialog/form';
import { type Picture, PictureInput } from '../../../kit/files/pictures';
import { formatNumber } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { TextField, WorkFields } from '../../../kit/work/fields';
import { countColumn, LinesTable } from '../../../kit/work/lines-table';
import './styles.css';

/** 提货确认: what was really taken along, line by line. */
export function PickDialog({ pickUpCode, done, close }: { pickUpCode: string; done: () => void; close: () => void }) {
  const answer = useAsk(pickUpDetail, { id: pickUpCode }, { own: 'pick' });
  if (answer.data) return <Counts pickUp={answer.data} done={done} close={close} />;
  return (
    <Modal open title={`提货确认 ${pickUpCode}`} footer={null} onCancel={close}>
      {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading />}
    </Modal>
  );
}

type Item = PickUpDetail['items'][number];

/** One line as it was taken along; weights in kg, volumes in m³, temperature in ℃. */
interface Line {
  itemId: string;
  actualPieces: number;
  actualWeight: number;
  actualVolume: number;
  productTemp: number | null;
}

function Counts({ pickUp, done, close }: { pickUp: PickUpDetail; done: () => void; close: () => void }) {
  const [lines, setLines] = useState<Line[]>(() =>
    pickUp.items.map((item) => ({
      itemId: item.itemId,
      actualPieces: item.pieces,
      actualWeight: item.weightKg,
      actualVolume: item.volumeM3,
      productTemp: null,
    })),
  );
  const [handedBy, setHandedBy] = useState('');
  const [pictures, setPictures] = useState<Picture[]>([]);
  const put = (at: number, patch: Partial<Line>): void =>
    setLines(
      lines.map((line, i) => {
        if (i !== at) return line;
        const item = pickUp.items[i];
        const next = { ...line, ...patch };
        if (patch.actualPieces === undefined || !item) return next;
        // weight and volume follow the pieces until somebody weighs
        const { weightKg, volumeM3 } = quantityByPieces(item, patch.actualPieces);
        return { ...next, actualWeight: weightKg, actualVolume: volumeM3 };
      }),
    );
  const pieces = lines.reduce((n, line) => n + line.actualPieces, 0);
  const difference = pieces - pickUp.totalPieces;
  const count = (key: Exclude<keyof Line, 'itemId' | 'productTemp'>, label: string, spoken: string, decimals = 0) =>
    countColumn<Item>({
      key,
      label,
      name: (item) => `${item.cargoName}${spoken}`,
      value: (_, i) => lines[i]?.[key] ?? null,
      put: (_, value, i) => put(i, { [key]: value ?? 0 }),
      min: 0,
      decimals,
      widthPx: 96,
    });
  return (
    <FormDialog
      endpoint={pickUpPick}
      input={{
        pickUpCode: pickUp.pickUpCode,
        version: pickUp.version,
        lines,
        handedBy: handedBy.trim(),
        fileIds: pictures.map(({ id }) => id),
      }}
      ready={pieces > 0}
      fresh={newestOf(pickUpDetail, { id: pickUp.pickUpCode })}
      told={({ abnormalCode }) =>
        `${pickUp.pickUpCode} 已提货${abnormalCode ? `，差异已生成异常 ${abnormalCode}` : ''}`
      }
      done={done}
      close={close}
      title={`提货确认 ${pickUp.pickUpCode}`}
      width={720}
      okText="确认提货"
    >
      <LinesTable
        lines={pickUp.items}
        keyOf={(item) => item.itemId}
        columns={[
          { key: 'cargoName', label: '品名', cell: (item) => item.cargoName },
          { key: 'plan', label: '计划件', num: true, cell: (item) => `${formatNumber(item.pieces)} ${item.packUnit}` },
          count('actualPieces', '实提件', '实提件'),
          count('actualWeight', '实提(kg)', '实提重量', 2),
          count('actualVolume', '实提(m³)', '实提体积', 3),
          countColumn<Item>({
            key: 'productTemp',
            label: '货温(℃)',
            name: (item) => `${item.cargoName}货温`,
            value: (_, i) => lines[i]?.productTemp ?? null,
            put: (_, productTemp, i) => put(i, { productTemp }),
            min: -60,
            decimals: 1,
            widthPx: 96,
          }),
        ]}
      />
      <WorkFields>
        <TextField label="交货人" value={handedBy} maxLength={20} put={setHandedBy} />
      </WorkFields>
      <PictureInput label="提货照片" max={9} value={pictures} onChange={setPictures} />
      <p className="transport-pick-up-bad" role="status">
        {pieces === 0
          ? '没有提到货时请登记提货失败'
          : difference === 0
            ? ''
            : `与计划相差 ${formatNumber(Math.abs(difference))} 件，确认后自动生成异常`}
      </p>
    </FormDialog>
  );
}
