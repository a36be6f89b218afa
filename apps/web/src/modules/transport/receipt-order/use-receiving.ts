import { temperatureType } from '@tongda/contract/resources/vehicle/enums';
import {
  type ReceiptOrderDetail,
  receiptOrderCorrect,
  receiptOrderDetail,
  receiptOrderPage,
  receiptOrderReceive,
  receiptOrderStatusCount,
} from '@tongda/contract/transport/receipt-order/calls';
import { quantityByPieces, receiptProblem, sumReceipt } from '@tongda/contract/transport/receipt-order/counting';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import type { Picture } from '../../../kit/files/pictures';
import { piecesByLine, type Scans } from '../parts/scan';
import { receiptLinks } from './links';

type ReceiptItem = ReceiptOrderDetail['items'][number];

/** One line as it was counted; weights in kg, volumes in m³, temperature in ℃. */
export interface ReceiptLine {
  itemId: string;
  receivePieces: number;
  receiveWeight: number;
  receiveVolume: number;
  damagedPieces: number;
  productTemp: number | null;
}

/** What is typed beside the counts. */
interface ReceiptFacts {
  boxTemp: number | null;
  warehouseArea: string;
  overReason: string;
  /** who brought the goods */
  handedBy: string;
  pictures: Picture[];
  remark: string;
  /** why a receipt that was counted is corrected */
  reason: string;
}

/** A line as planned, with the pieces that came; weight and volume follow these until somebody weighs. */
function withPieces(line: ReceiptLine, item: ReceiptItem, receivePieces: number): ReceiptLine {
  const plan = { pieces: item.planPieces, weightKg: item.planWeight, volumeM3: item.planVolume };
  const { weightKg, volumeM3 } = quantityByPieces(plan, receivePieces);
  return { ...line, receivePieces, receiveWeight: weightKg, receiveVolume: volumeM3 };
}

/** Lines as they were counted, or of a receipt that nobody has counted: everything as planned. */
const startOf = (receipt: ReceiptOrderDetail): ReceiptLine[] =>
  receipt.items.map((item) =>
    receipt.receiveTime
      ? {
          itemId: item.itemId,
          receivePieces: item.receivePieces,
          receiveWeight: item.receiveWeight,
          receiveVolume: item.receiveVolume,
          damagedPieces: item.damagedPieces,
          productTemp: item.productTemp,
        }
      : {
          itemId: item.itemId,
          receivePieces: item.planPieces,
          receiveWeight: item.planWeight,
          receiveVolume: item.planVolume,
          damagedPieces: 0,
          productTemp: null,
        },
  );

/** Goods whose temperature is measured when they come in. */
export const isCold = ({ temperatureType: type }: ReceiptItem): boolean =>
  type === temperatureType.chilled || type === temperatureType.frozen;

/** The counted lines of a receipt, by hand or by scanner. */
function useReceiptLines(receipt: ReceiptOrderDetail) {
  const [lines, setLines] = useState(() => startOf(receipt));
  const [scans, setScans] = useState<Scans>({});
  return {
    lines,
    scans,
    put: (at: number, patch: Partial<ReceiptLine>): void =>
      setLines(
        lines.map((line, i) => {
          const item = receipt.items[i];
          if (i !== at || !item) return line;
          const next = { ...line, ...patch };
          return patch.receivePieces === undefined ? next : withPieces(next, item, patch.receivePieces);
        }),
      ),
    /** once somebody scans, what was not scanned did not come */
    putScans: (next: Scans): void => {
      setScans(next);
      const begun = Object.keys(next).length > 0;
      const plan = receipt.items.map((item) => item.planPieces);
      const found = piecesByLine(next[receipt.orderCode], plan);
      setLines(
        lines.map((line, i) => {
          const item = receipt.items[i];
          return item ? withPieces(line, item, begun ? (found[i] ?? 0) : item.planPieces) : line;
        }),
      );
    },
  };
}

/** What somebody counts of a receipt, what is wrong with it, and the three ways to send it: in part, finished, corrected. */
export function useReceiving(receipt: ReceiptOrderDetail, refetch: () => Promise<unknown>) {
  const navigate = useNavigate();
  const counting = useReceiptLines(receipt);
  const { lines } = counting;
  const [facts, setFacts] = useState<ReceiptFacts>(() => ({
    boxTemp: receipt.boxTemp,
    warehouseArea: receipt.warehouseArea ?? '',
    overReason: receipt.overReason ?? '',
    handedBy: receipt.handedBy ?? '',
    pictures: [],
    remark: receipt.remark,
    reason: '',
  }));
  const counted = lines.map((line, i) => ({
    planPieces: receipt.items[i]?.planPieces ?? 0,
    receivePieces: line.receivePieces,
    receiveWeightKg: line.receiveWeight,
    receiveVolumeM3: line.receiveVolume,
    damagedPieces: line.damagedPieces,
    productTempC: line.productTemp,
  }));
  /** what is wrong line by line; a part may come without the temperature of cold goods */
  const problemsOf = (whole: boolean) =>
    counted.map((line, i) => {
      const item = receipt.items[i];
      const cold = whole && item !== undefined && isCold(item);
      return receiptProblem(line, { cold, reason: facts.overReason.trim() !== '' });
    });
  /** line by line; that a temperature is missing is told once, below */
  const problems = problemsOf(false);
  const problem = problemsOf(true).find((one) => one !== null) ?? null;
  const after = (word: string) => ({
    told: ({ abnormalCode }: { abnormalCode: string | null }) =>
      `${receipt.receiptCode} ${word}${abnormalCode ? `，差异已生成异常 ${abnormalCode}` : ''}`,
    stale: [receiptOrderPage, receiptOrderStatusCount, receiptOrderDetail],
    fresh: refetch,
    done: () => navigate(receiptLinks.details(receipt.receiptCode)),
  });
  const finishing = useAct(receiptOrderReceive, after('已收货'));
  const partAct = useAct(receiptOrderReceive, after('已保存部分收货'));
  const correction = useAct(receiptOrderCorrect, after('已更正'));
  const { reason, pictures, ...others } = facts;
  const fileIds = pictures.map(({ id }) => id);
  const input = { receiptCode: receipt.receiptCode, version: receipt.version, lines, fileIds, ...others };
  return {
    ...counting,
    correcting: receipt.allowActions.includes('correct'),
    facts,
    putFacts: (patch: Partial<ReceiptFacts>): void => setFacts((old) => ({ ...old, ...patch })),
    sums: sumReceipt(counted),
    problems,
    /** the first one that keeps the receipt from being finished */
    problem,
    partReady: problems.every((one) => one === null),
    acts: [finishing, partAct, correction],
    busy: finishing.busy || partAct.busy || correction.busy,
    savePart: (): void => void partAct.run({ ...input, finish: false }),
    finish: (): void => void finishing.run({ ...input, finish: true }),
    correct: (): void => void correction.run({ ...input, reason: reason.trim() }),
  };
}
export type Receiving = ReturnType<typeof useReceiving>;
