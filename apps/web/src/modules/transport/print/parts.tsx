import { noBreak } from '@tongda/contract/core/figure';
import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { formatNumber, minuteText, none } from '../../../kit/show/format';
import './styles.css';

export interface GoodsLine {
  lineNo: number;
  cargoName: string;
  spec: string | null;
  packUnit: string;
  pieces: number;
  weightKg: number;
  volumeM3: number;
  batchNo: string | null;
  expireOn: string | null;
}

/** The table of goods on a paper, with sums. */
export function GoodsTable({ items }: { items: readonly GoodsLine[] }) {
  const sum = (of: (item: GoodsLine) => number): number => items.reduce((total, item) => total + of(item), 0);
  return (
    <table className="base-print-table">
      <thead>
        <tr>
          <th>序</th>
          <th>品名</th>
          <th>规格</th>
          <th>批号 / 到期日</th>
          <th className="num">件数</th>
          <th className="num">重量(kg)</th>
          <th className="num">体积(m³)</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.lineNo}>
            <td>{item.lineNo}</td>
            <td>{item.cargoName}</td>
            <td>{item.spec ?? none}</td>
            <td>{[item.batchNo, item.expireOn].filter(Boolean).join(' / ') || none}</td>
            <td className="num">
              {formatNumber(item.pieces)} {item.packUnit}
            </td>
            <td className="num">{formatNumber(item.weightKg, 2)}</td>
            <td className="num">{formatNumber(item.volumeM3, 3)}</td>
          </tr>
        ))}
        <tr className="transport-print-sum">
          <td colSpan={4}>合计</td>
          <td className="num">{formatNumber(sum((item) => item.pieces))}</td>
          <td className="num">
            {formatNumber(
              sum((item) => item.weightKg),
              2,
            )}
          </td>
          <td className="num">
            {formatNumber(
              sum((item) => item.volumeM3),
              3,
            )}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

interface TempWish {
  temperatureType: number;
  tempMin: number | null;
  tempMax: number | null;
}
/** `冷冻 −25 ~ −18 ℃` */
export function tempWish({ temperatureType: type, tempMin, tempMax }: TempWish): string {
  const word = temperatureType.options.find(({ code }) => code === type)?.name ?? '';
  if (tempMin === null && tempMax === null) return word;
  const ends = [tempMin, tempMax].map((n) => (n === null ? '' : formatNumber(n, 1)));
  return noBreak(`${word} ${ends.join(' ~ ')} ℃`);
}

export const timeSpanText = (from: string | null, to: string | null): string =>
  [from, to].flatMap((time) => (time ? [minuteText(time)] : [])).join('\u00A0~\u00A0');
