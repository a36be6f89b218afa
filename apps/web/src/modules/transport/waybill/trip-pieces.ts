import { countedOtherwise } from '@tongda/contract/transport/waybill/dock/counting';
import { formatNumber } from '../../../kit/show/format';

/** `120 件`; `计划 120 件，清点 100 件` while the counts of a trip that has not left are others than its plan. */
export function tripPieces(waybill: Parameters<typeof countedOtherwise>[0]): string {
  const total = `${formatNumber(waybill.totalPieces)} 件`;
  const counted = countedOtherwise(waybill);
  return counted === null ? total : `计划 ${total}，清点 ${formatNumber(counted)} 件`;
}
