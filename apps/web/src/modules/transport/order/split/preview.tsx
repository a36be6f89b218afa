import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import type { Child } from '@tongda/contract/transport/order/split';
import { Modal } from 'antd';
import { formatNumber, minuteText } from '../../../../kit/show/format';
import { LinesTable } from '../../../../kit/work/lines-table';
import type { ChildEnd } from './extras';
import type { Matrix } from './model';

interface SplitPreviewProps {
  order: OrderDetail;
  matrix: Matrix;
  shares: readonly Child[];
  ends: readonly ChildEnd[];
  close: () => void;
}

/** 预览: the child orders as they will be written, with their numbers, goods and ends. */
export function SplitPreview({ order, matrix, shares, ends, close }: SplitPreviewProps) {
  const goodsOf = (child: number): string =>
    order.items
      .flatMap(({ cargoName, packUnit, temperatureType: type }, i) => {
        const pieces = matrix[i]?.[child] ?? 0;
        return pieces > 0 ? [`${cargoName} ${formatNumber(pieces)}${packUnit}（${temperatureType.label(type)}）`] : [];
      })
      .join('、');
  return (
    <Modal open title={`${order.orderCode} 拆单预览`} width={1040} footer={null} onCancel={close}>
      <LinesTable
        lines={shares.map((child, i) => ({ child, i }))}
        keyOf={({ i }) => String(i)}
        columns={[
          { key: 'code', label: '子单号', cell: ({ i }) => `${order.orderCode}-${String(i + 1).padStart(2, '0')}` },
          { key: 'goods', label: '货物', look: 'short', cell: ({ i }) => goodsOf(i), title: ({ i }) => goodsOf(i) },
          { key: 'pieces', label: '件数', num: true, cell: ({ child }) => formatNumber(child.pieces) },
          { key: 'weight', label: '重量(kg)', num: true, cell: ({ child }) => formatNumber(child.weightKg, 2) },
          { key: 'volume', label: '体积(m³)', num: true, cell: ({ child }) => formatNumber(child.volumeM3, 3) },
          { key: 'cod', label: '代收(元)', num: true, cell: ({ child }) => formatNumber(child.codAmount, 2) },
          { key: 'to', label: '收货点', cell: ({ i }) => ends[i]?.place?.name ?? order.receiver },
          { key: 'due', label: '要求到达', cell: ({ i }) => minuteText(ends[i]?.arriveTo ?? order.arriveTo) },
        ]}
      />
    </Modal>
  );
}
