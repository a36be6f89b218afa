import { roundTo } from '../../core/round';
import { allocateDecimal, allocateUnits, kgDecimals, m3Decimals } from '../order/allocate';

/** One line of goods as planned and as a site counted it. Damaged pieces are among the received ones. */
export interface ReceiptLine {
  planPieces: number;
  receivePieces: number;
  receiveWeightKg: number;
  receiveVolumeM3: number;
  damagedPieces: number;
  productTempC: number | null;
}

/** A count above this multiple of the plan is taken for a mistake, not for a surplus (transport.md A12). */
const overLimit = 1.1;

export interface ReceiptSums {
  planPieces: number;
  receivePieces: number;
  receiveWeightKg: number;
  receiveVolumeM3: number;
  damagedPieces: number;
  shortPieces: number;
  overPieces: number;
  /** the warmest line */
  productTempC: number | null;
}

/** Sums over the lines of a receipt order. A shortage of one line is not balanced by a surplus of another. */
export function sumReceipt(lines: readonly ReceiptLine[]): ReceiptSums {
  const sum = (of: (line: ReceiptLine) => number, decimals = 0): number =>
    roundTo(
      lines.reduce((total, line) => total + of(line), 0),
      decimals,
    );
  const temps = lines.flatMap(({ productTempC }) => (productTempC === null ? [] : [productTempC]));
  return {
    planPieces: sum((line) => line.planPieces),
    receivePieces: sum((line) => line.receivePieces),
    receiveWeightKg: sum((line) => line.receiveWeightKg, kgDecimals),
    receiveVolumeM3: sum((line) => line.receiveVolumeM3, m3Decimals),
    damagedPieces: sum((line) => line.damagedPieces),
    shortPieces: sum((line) => Math.max(0, line.planPieces - line.receivePieces)),
    overPieces: sum((line) => Math.max(0, line.receivePieces - line.planPieces)),
    productTempC: temps.length > 0 ? Math.max(...temps) : null,
  };
}

/** Why the count of a line is refused; null when it is not. `cold`: a temperature is needed; `reason`: a surplus was explained. */
export function receiptProblem(line: ReceiptLine, { cold, reason }: { cold: boolean; reason: boolean }): string | null {
  const { planPieces, receivePieces, receiveWeightKg, receiveVolumeM3, damagedPieces } = line;
  if ([receivePieces, damagedPieces].some((n) => !Number.isInteger(n) || n < 0)) return '件数须为不小于0的整数';
  if (receivePieces > Math.floor(planPieces * overLimit + 1e-9))
    return `实收${receivePieces}件超过计划${planPieces}件的${Math.round(overLimit * 100)}%`;
  if (receivePieces > planPieces && !reason) return `实收${receivePieces}件多于计划${planPieces}件，请填写多货原因`;
  if (damagedPieces > receivePieces) return `破损${damagedPieces}件多于实收${receivePieces}件`;
  if (receivePieces > 0 && (receiveWeightKg <= 0 || receiveVolumeM3 <= 0)) return '请填写实收重量和体积';
  if (cold && receivePieces > 0 && line.productTempC === null) return '冷藏、冷冻货物请填写货温';
  return null;
}

/** Weight and volume of `pieces` of a line, in proportion to the plan. */
export const quantityByPieces = (plan: { pieces: number; weightKg: number; volumeM3: number }, pieces: number) => ({
  weightKg: plan.pieces > 0 ? roundTo((plan.weightKg * pieces) / plan.pieces, kgDecimals) : 0,
  volumeM3: plan.pieces > 0 ? roundTo((plan.volumeM3 * pieces) / plan.pieces, m3Decimals) : 0,
});

/**
 * Divides the count of a whole order over its lines in proportion to their planned pieces, so that pieces, damaged pieces, kg and m³ add up exactly.
 * The clerk corrects single lines afterwards.
 */
export function spreadCount(
  plans: ReadonlyArray<{ pieces: number; weightKg: number; volumeM3: number }>,
  counted: { pieces: number; damaged: number; weightKg: number; volumeM3: number },
) {
  const bases = plans.map(({ pieces }) => pieces);
  const pieces = allocateUnits(counted.pieces, bases);
  const damaged = allocateUnits(counted.damaged, pieces);
  const weights = allocateDecimal(
    counted.weightKg,
    plans.map((plan, i) => quantityByPieces(plan, pieces[i] ?? 0).weightKg),
    kgDecimals,
  );
  const volumes = allocateDecimal(
    counted.volumeM3,
    plans.map((plan, i) => quantityByPieces(plan, pieces[i] ?? 0).volumeM3),
    m3Decimals,
  );
  return plans.map((_, i) => ({
    pieces: pieces[i] ?? 0,
    damaged: damaged[i] ?? 0,
    weightKg: weights[i] ?? 0,
    volumeM3: volumes[i] ?? 0,
  }));
}

/** The changes of a correction in words: `速冻水饺 件数120→118`. */
export function correctionWords(
  before: ReadonlyArray<ReceiptLine & { cargoName: string }>,
  after: readonly ReceiptLine[],
): string {
  const facts: ReadonlyArray<readonly [keyof ReceiptLine, string]> = [
    ['receivePieces', '件数'],
    ['receiveWeightKg', '重量'],
    ['receiveVolumeM3', '体积'],
    ['damagedPieces', '破损'],
    ['productTempC', '货温'],
  ];
  return before
    .flatMap((line, i) => {
      const next = after[i];
      if (!next) return [];
      const changed = facts.filter(([key]) => line[key] !== next[key]);
      const words = changed.map(([key, label]) => `${label}${line[key] ?? '空'}→${next[key] ?? '空'}`);
      return words.length > 0 ? [`${line.cargoName} ${words.join(' ')}`] : [];
    })
    .join('；');
}

/** Hours after the count within which it may be corrected (transport.md 3.2). */
export const correctHours = 24;
