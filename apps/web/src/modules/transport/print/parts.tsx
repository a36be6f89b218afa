import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import type { ReactNode } from 'react';
import { none, num, shortTime } from '../../../kit/show/format';
import { Barcode } from './barcode';

interface SheetProps {
  company: string;
  title: string;
  code: string;
  foot: string;
  children: ReactNode;
}

/** A bar code holds nothing else: plates have none. */
const inBars = /^[\x20-\x7e]+$/u;

/** One sheet of A4: company, title and bar code above, who printed it below. */
export function Sheet({ company, title, code, foot, children }: SheetProps) {
  return (
    <section className="prt-sheet" aria-label={`${title} ${code}`}>
      <div className="prt-head">
        <div>
          <p className="prt-company">{company}</p>
          <h2>{title}</h2>
        </div>
        <div className="prt-code">
          {inBars.test(code) ? <Barcode text={code} heightMm={11} /> : null}
          <span>{code}</span>
        </div>
      </div>
      {children}
      <p className="prt-foot">{foot}</p>
    </section>
  );
}

export type Cell = readonly [label: string, value: ReactNode, wide?: 'wide'];

/** Label and value side by side, two pairs a row; wide ones take the row. */
export function Grid({ cells }: { cells: readonly Cell[] }) {
  return (
    <dl className="prt-grid">
      {cells.map(([label, value, wide]) => (
        <div key={label} data-wide={wide}>
          <dt>{label}</dt>
          <dd>{value === null || value === '' ? none : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lines to sign on. */
export function Signs({ names }: { names: readonly string[] }) {
  return (
    <div className="prt-signs">
      {names.map((name) => (
        <div key={name}>
          <span>{name}：</span>
          <i />
        </div>
      ))}
    </div>
  );
}

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

/** Goods line by line with their sums. */
export function GoodsTable({ items }: { items: readonly GoodsLine[] }) {
  const sum = (of: (item: GoodsLine) => number): number => items.reduce((total, item) => total + of(item), 0);
  return (
    <table className="prt-table">
      <thead>
        <tr>
          <th>序</th>
          <th>品名</th>
          <th>规格</th>
          <th>批号 / 到期日</th>
          <th className="num">件数</th>
          <th className="num">重量 kg</th>
          <th className="num">体积 m³</th>
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
              {num(item.pieces)} {item.packUnit}
            </td>
            <td className="num">{num(item.weightKg, 2)}</td>
            <td className="num">{num(item.volumeM3, 3)}</td>
          </tr>
        ))}
        <tr className="prt-sum">
          <td colSpan={4}>合计</td>
          <td className="num">{num(sum((item) => item.pieces))}</td>
          <td className="num">
            {num(
              sum((item) => item.weightKg),
              2,
            )}
          </td>
          <td className="num">
            {num(
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
  const ends = [tempMin, tempMax].map((n) => (n === null ? '' : num(n, 1)));
  return `${word} ${ends.join(' ~ ')} ℃`;
}

export const span = (from: string | null, to: string | null): string =>
  [from, to].flatMap((time) => (time ? [shortTime(time).slice(0, 11)] : [])).join(' ~ ');
