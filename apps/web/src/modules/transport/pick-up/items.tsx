import type { PickUpDetail } from '@tongda/contract/transport/pick-up/calls';
import { formatNumber, formatTemp, none } from '../../../kit/show/format';
import { TempClasses } from '../../../kit/show/temp-class';
import { LinesTable } from '../../../kit/work/lines-table';

/** Goods of a pick-up order, planned beside what was taken along. */
export function PickUpItems({ pickUp }: { pickUp: PickUpDetail }) {
  return (
    <LinesTable
      lines={pickUp.items}
      keyOf={(item) => item.itemId}
      columns={[
        {
          key: 'cargoName',
          label: '品名',
          cell: (item) => (
            <>
              {item.cargoName}
              {item.spec ? <span className="td-cap"> {item.spec}</span> : null}
            </>
          ),
        },
        { key: 'temperature', label: '温层', cell: (item) => <TempClasses codes={[item.temperatureType]} /> },
        { key: 'pieces', label: '计划件', num: true, cell: (item) => `${formatNumber(item.pieces)} ${item.packUnit}` },
        { key: 'weight', label: '计划(kg)', num: true, cell: (item) => formatNumber(item.weightKg, 2) },
        { key: 'volume', label: '计划(m³)', num: true, cell: (item) => formatNumber(item.volumeM3, 3) },
        {
          key: 'actualPieces',
          label: '实提件',
          num: true,
          cell: (item) => (item.actualPieces === null ? none : formatNumber(item.actualPieces)),
          tone: (item) => (item.actualPieces !== null && item.actualPieces !== item.pieces ? 'bad' : undefined),
        },
        {
          key: 'actualWeight',
          label: '实提(kg)',
          num: true,
          cell: (item) => (item.actualWeight === null ? none : formatNumber(item.actualWeight, 2)),
        },
        {
          key: 'actualVolume',
          label: '实提(m³)',
          num: true,
          cell: (item) => (item.actualVolume === null ? none : formatNumber(item.actualVolume, 3)),
        },
        { key: 'productTemp', label: '货温(℃)', num: true, cell: (item) => formatTemp(item.productTemp) },
      ]}
    />
  );
}
