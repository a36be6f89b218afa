import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import { isPickUpCode } from '@tongda/contract/transport/pick-up/status';
import type { WaybillLeg } from '@tongda/contract/transport/waybill/shapes';
import { InputNumber } from 'antd';
import { num } from '../../../../kit/show/format';
import { TempClasses } from '../../../../kit/show/temp-class';
import '../../parts/table.css';

/** What was counted of one order at a stop; temperature in ℃. */
export interface ArrivalLine {
  orderCode: string;
  pieces: number;
  damaged: number;
  short: number;
  over: number;
  productTemp: number | null;
}

export const isCold = ({ temperatureType: type }: WaybillLeg): boolean =>
  type === temperatureType.chilled || type === temperatureType.frozen;

interface CountsProps {
  legs: readonly WaybillLeg[];
  lines: readonly ArrivalLine[];
  problems: ReadonlyArray<string | null>;
  loading: boolean;
  due: (leg: WaybillLeg) => number;
  put: (at: number, patch: Partial<ArrivalLine>) => void;
}

/** The table in which a stop's orders are counted. */
export function Counts({ legs, lines, problems, loading, due, put }: CountsProps) {
  // the bar below says what is wrong with the first of them
  const wrong = (i: number): keyof ArrivalLine | null => {
    const [leg, line] = [legs[i], lines[i]];
    if (!problems[i] || !leg || !line) return null;
    return !loading && isCold(leg) && line.pieces > 0 && line.productTemp === null ? 'productTemp' : 'pieces';
  };
  const pieces = (i: number, key: 'pieces' | 'damaged' | 'short' | 'over', label: string) => (
    <td className="num">
      <InputNumber
        aria-label={`${lines[i]?.orderCode}${label}`}
        value={lines[i]?.[key] ?? 0}
        status={wrong(i) === key ? 'error' : undefined}
        min={0}
        precision={0}
        controls={false}
        onChange={(n) => put(i, { [key]: n ?? 0 })}
      />
    </td>
  );
  return (
    <table className="transport-parts-table">
      <thead>
        <tr>
          <th>订单号</th>
          <th>{legs.every((leg) => isPickUpCode(leg.orderCode)) && loading ? '提货点' : '收货点'}</th>
          <th>温层</th>
          <th className="num">{loading ? '应装' : '应到'}</th>
          <th className="num">{loading ? '实装' : '实到'}</th>
          {loading ? null : (
            <>
              <th className="num">破损</th>
              <th className="num">短少</th>
              <th className="num">多货</th>
            </>
          )}
          <th className="num">货温 ℃</th>
        </tr>
      </thead>
      <tbody>
        {legs.map((leg, i) => (
          <tr key={leg.orderCode} title={problems[i] ?? undefined}>
            <td>{leg.orderCode}</td>
            <td className="transport-waybill-wrap">{leg.receiver}</td>
            <td>
              <TempClasses codes={[leg.temperatureType]} />
            </td>
            <td className="num">{num(due(leg))}</td>
            {pieces(i, 'pieces', '件数')}
            {loading ? null : (
              <>
                {pieces(i, 'damaged', '破损')}
                {pieces(i, 'short', '短少')}
                {pieces(i, 'over', '多货')}
              </>
            )}
            <td className="num">
              <InputNumber
                aria-label={`${leg.orderCode}货温`}
                value={lines[i]?.productTemp ?? null}
                status={wrong(i) === 'productTemp' ? 'error' : undefined}
                min={-60}
                max={60}
                precision={1}
                controls={false}
                onChange={(n) => put(i, { productTemp: n })}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
