import type { PickUpDetail } from '@tongda/contract/transport/pick-up/calls';
import { none, num, temp } from '../../../kit/show/format';
import { TempClasses } from '../../../kit/show/temp-class';
import './styles.css';

/** Goods of a pick-up order, planned beside what was taken along. */
export function PickUpItems({ pickUp }: { pickUp: PickUpDetail }) {
  return (
    <table className="transport-pick-up-table">
      <thead>
        <tr>
          <th>品名</th>
          <th>温层</th>
          <th className="num">计划件</th>
          <th className="num">计划 kg</th>
          <th className="num">计划 m³</th>
          <th className="num">实提件</th>
          <th className="num">实提 kg</th>
          <th className="num">实提 m³</th>
          <th className="num">货温 ℃</th>
        </tr>
      </thead>
      <tbody>
        {pickUp.items.map((item) => (
          <tr key={item.itemId}>
            <td>
              {item.cargoName}
              {item.spec ? <span className="td-cap"> {item.spec}</span> : null}
            </td>
            <td>
              <TempClasses codes={[item.temperatureType]} />
            </td>
            <td className="num">
              {num(item.pieces)} {item.packUnit}
            </td>
            <td className="num">{num(item.weightKg, 2)}</td>
            <td className="num">{num(item.volumeM3, 3)}</td>
            <td className="num" data-bad={item.actualPieces !== null && item.actualPieces !== item.pieces}>
              {item.actualPieces === null ? none : num(item.actualPieces)}
            </td>
            <td className="num">{item.actualWeight === null ? none : num(item.actualWeight, 2)}</td>
            <td className="num">{item.actualVolume === null ? none : num(item.actualVolume, 3)}</td>
            <td className="num">{temp(item.productTemp)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
