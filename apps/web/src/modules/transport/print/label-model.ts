import { maxLabels } from '@tongda/contract/transport/print/calls';

/** What a label is made of. */
export interface Labelled {
  orderCode: string;
  customerName: string;
  receiver: string;
  receivePhone: string;
  receiveAddress: string;
  temperatureType: number;
  tempMin: number | null;
  tempMax: number | null;
  /** units and their goods, in the order of the lines */
  items: ReadonlyArray<{ cargoName: string; packUnit: string; pieces: number }>;
}

export interface Label {
  /** what the bar code says: the order, and which of its pieces */
  code: string;
  order: Labelled;
  cargoName: string;
  packUnit: string;
  /** `3/120` */
  no: number;
  of: number;
}

/** One label for each piece of the orders, at most a roll; `left` is the number of labels that did not fit. */
export function labelsOf(orders: readonly Labelled[], each: 'piece' | 'order'): { labels: Label[]; left: number } {
  const labels: Label[] = [];
  let wanted = 0;
  for (const order of orders) {
    const of = order.items.reduce((sum, { pieces }) => sum + pieces, 0);
    const cargoName = order.items.map((item) => item.cargoName).join('、');
    if (each === 'order') {
      wanted++;
      if (labels.length < maxLabels)
        labels.push({ code: order.orderCode, order, cargoName, packUnit: order.items[0]?.packUnit ?? '', no: of, of });
      continue;
    }
    wanted += of;
    let no = 0;
    for (const item of order.items)
      for (let i = 0; i < item.pieces && labels.length < maxLabels; i++)
        labels.push({
          code: `${order.orderCode}-${String(++no).padStart(3, '0')}`,
          order,
          cargoName: item.cargoName,
          packUnit: item.packUnit,
          no,
          of,
        });
  }
  return { labels, left: wanted - labels.length };
}
