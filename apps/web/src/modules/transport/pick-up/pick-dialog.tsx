import { type PickUpDetail, pickUpDetail, pickUpPick } from '@tongda/contract/transport/pick-up/calls';
import { quantityByPieces } from '@tongda/contract/transport/receipt-order/counting';
import { InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { newestOf } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { FormDialog } from '../../../kit/dialog/form-dialog';
import { num } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
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
  const cell = (i: number, key: Exclude<keyof Line, 'itemId'>, label: string, precision: number) => (
    <td className="num">
      <InputNumber
        aria-label={`${pickUp.items[i]?.cargoName}${label}`}
        value={lines[i]?.[key] ?? null}
        min={key === 'productTemp' ? -60 : 0}
        precision={precision}
        controls={false}
        onChange={(value) => put(i, { [key]: key === 'productTemp' ? value : (value ?? 0) })}
      />
    </td>
  );
  return (
    <FormDialog
      endpoint={pickUpPick}
      input={{ pickUpCode: pickUp.pickUpCode, version: pickUp.version, lines }}
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
      <table className="transport-pick-up-table">
        <thead>
          <tr>
            <th>品名</th>
            <th className="num">计划件</th>
            <th className="num">实提件</th>
            <th className="num">实提 kg</th>
            <th className="num">实提 m³</th>
            <th className="num">货温 ℃</th>
          </tr>
        </thead>
        <tbody>
          {pickUp.items.map((item, i) => (
            <tr key={item.itemId}>
              <td>{item.cargoName}</td>
              <td className="num">
                {num(item.pieces)} {item.packUnit}
              </td>
              {cell(i, 'actualPieces', '实提件', 0)}
              {cell(i, 'actualWeight', '实提重量', 2)}
              {cell(i, 'actualVolume', '实提体积', 3)}
              {cell(i, 'productTemp', '货温', 1)}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="transport-pick-up-bad" role="status">
        {pieces === 0
          ? '没有提到货时请登记提货失败'
          : difference === 0
            ? ''
            : `与计划相差 ${num(Math.abs(difference))} 件，确认后自动生成异常`}
      </p>
    </FormDialog>
  );
}
