import type { OrderDetail } from '@tongda/contract/transport/order/calls';
import {
  type Child,
  type Goods,
  piecesByTemperature,
  piecesEvenly,
  splitChildren,
  splitGoods,
  splitProblems,
  totalOf,
} from '@tongda/contract/transport/order/split';

/** How an order is to be divided: `pieces[item][child]`. */
export type Matrix = number[][];

export const goodsOf = (order: {
  items: ReadonlyArray<Omit<Goods, 'name' | 'temperatureType'> & { cargoName: string; temperatureType: number }>;
}): Goods[] =>
  order.items.map((item) => ({
    ...item,
    name: item.cargoName,
    // a number of the wire is one of the codes
    temperatureType: item.temperatureType as Goods['temperatureType'],
  }));

/** A division by hand begins with everything on the first child and nothing on the others. */
export const splitByHand = (goods: readonly Goods[], count: number): Matrix =>
  goods.map((item) => Array.from({ length: count }, (_, i) => (i === 0 ? item.pieces : 0)));

export const splitEvenly = (goods: readonly Goods[], count: number): Matrix => piecesEvenly(goods, count);
export const splitByTemperature = (goods: readonly Goods[]): Matrix | null => piecesByTemperature(goods);

/** The division with another number of children; pieces of children that are dropped go to the last one that stays. */
export function resizeMatrix(matrix: Matrix, count: number): Matrix {
  return matrix.map((row) => {
    const kept = Array.from({ length: count }, (_, i) => row[i] ?? 0);
    const dropped = row.slice(count).reduce((sum, n) => sum + n, 0);
    const last = count - 1;
    return kept.map((n, i) => (i === last ? n + dropped : n));
  });
}

/** Pieces of an item that no child has; negative when the children have too many. */
export const piecesLeft = (item: Goods, row: readonly number[]): number =>
  item.pieces - row.reduce((sum, n) => sum + n, 0);

/** The sentence that says why it cannot be divided like this; null when it can. */
export function problemOf(goods: readonly Goods[], matrix: Matrix): string | null {
  const [problem] = splitProblems(goods, matrix);
  if (!problem) return null;
  if (problem.kind === 'children') return `子单数须为${splitChildren.min}~${splitChildren.max}`;
  if (problem.kind === 'empty') return `子单${problem.child + 1}没有货物`;
  const row = matrix[goods.indexOf(problem.item)] ?? [];
  const odd = row.findIndex((n) => !Number.isInteger(n) || n < 0);
  if (odd >= 0) return `${problem.item.name}子单${odd + 1}的件数须为0或正整数`;
  const over = problem.given - problem.item.pieces;
  return over > 0 ? `${problem.item.name}多分了${over}件` : `${problem.item.name}还有${-over}件没有分`;
}

/** What each child would hold, or null while the pieces do not add up. */
export const previewChildren = (
  order: OrderDetail,
  goods: readonly Goods[],
  matrix: Matrix,
  codTo: 'byPieces' | 'first',
): Child[] | null => (problemOf(goods, matrix) === null ? splitGoods(goods, matrix, order, codTo) : null);

/** Weights and volumes that somebody typed, by `item child`. */
export type Amounts = Readonly<Record<'weightKg' | 'volumeM3', Readonly<Record<string, number | undefined>>>>;
export const noAmounts: Amounts = { weightKg: {}, volumeM3: {} };
const units = { weightKg: 100, volumeM3: 1000 } as const;

/** What a child holds of an item: as typed, or as it follows from the pieces. */
export const amountOf = (
  itemId: string,
  child: number,
  children: readonly Child[],
  typed: Amounts,
  key: keyof Amounts,
): number =>
  typed[key][`${itemId} ${child}`] ?? children[child]?.items.find((share) => share.itemId === itemId)?.[key] ?? 0;

/** Weight or volume of an item that no child has; negative when the children have too much. */
export function amountLeft(item: Goods, children: readonly Child[], typed: Amounts, key: keyof Amounts): number {
  const whole = (value: number): number => Math.round(value * units[key]);
  const given = children.reduce(
    (sum, child, i) =>
      child.items.some(({ itemId }) => itemId === item.itemId)
        ? sum + whole(amountOf(item.itemId, i, children, typed, key))
        : sum,
    0,
  );
  return (whole(item[key]) - given) / units[key];
}

/** Why typed weights and volumes cannot be taken; null when they add up. */
export function amountProblem(goods: readonly Goods[], children: readonly Child[], typed: Amounts): string | null {
  for (const item of goods)
    for (const [key, word, unit] of [
      ['weightKg', '重量', 'kg'],
      ['volumeM3', '体积', 'm³'],
    ] as const) {
      const rest = amountLeft(item, children, typed, key);
      if (rest !== 0)
        return `${item.name}各子单${word}之和${rest > 0 ? '还差' : '多了'}${Math.abs(rest)} ${unit}，须等于原${word}${item[key]} ${unit}`;
    }
  return null;
}

/** Children with typed weights and volumes in place of the calculated ones, and with sums of these. */
export const withAmounts = (children: readonly Child[], typed: Amounts): Child[] =>
  children.map((child, i) => {
    const items = child.items.map((share) => ({
      ...share,
      weightKg: amountOf(share.itemId, i, children, typed, 'weightKg'),
      volumeM3: amountOf(share.itemId, i, children, typed, 'volumeM3'),
    }));
    return { ...child, items, ...totalOf(items) };
  });
