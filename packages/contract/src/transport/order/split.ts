import type { EnumCode } from '../../core/enum';
import type { temperatureType } from '../../resources/vehicle/enums';
import { allocateDecimal, kgDecimals, m3Decimals, yuanDecimals } from './allocate';

/** One line of goods as splitting and merging need it. Weight kg (2 decimals), volume m³ (3 decimals). */
export interface Goods {
  itemId: string;
  name: string;
  pieces: number;
  weightKg: number;
  volumeM3: number;
  temperatureType: EnumCode<typeof temperatureType>;
}

/** The part of a line that one child gets. */
export interface ItemShare {
  itemId: string;
  pieces: number;
  weightKg: number;
  volumeM3: number;
}

/** Amounts that are divided in proportion to the pieces, yuan. */
export interface Values {
  codAmount: number;
  goodsValue: number;
  insuredAmount: number;
}

export interface Child extends Values {
  items: ItemShare[];
  pieces: number;
  weightKg: number;
  volumeM3: number;
}

/** How many children one split may make (transport.md A3). */
export const splitChildren = { min: 2, max: 20 } as const;

export type SplitProblem =
  /** `sum`: the pieces of an item do not add up to its own; `empty`: a child gets nothing; `children`: too few or too many */
  { kind: 'sum'; item: Goods; given: number } | { kind: 'empty'; child: number } | { kind: 'children'; count: number };

/** What is wrong with the wished pieces `pieces[item][child]`, whole numbers from 0; empty when nothing is. */
export function splitProblems(items: readonly Goods[], pieces: ReadonlyArray<readonly number[]>): SplitProblem[] {
  const count = pieces[0]?.length ?? 0;
  if (count < splitChildren.min || count > splitChildren.max) return [{ kind: 'children', count }];
  const problems: SplitProblem[] = [];
  items.forEach((item, i) => {
    const row = pieces[i] ?? [];
    const given = row.reduce((sum, n) => sum + n, 0);
    if (row.length !== count || row.some((n) => !Number.isInteger(n) || n < 0) || given !== item.pieces)
      problems.push({ kind: 'sum', item, given });
  });
  for (let child = 0; child < count; child++)
    if (pieces.every((row) => !row[child])) problems.push({ kind: 'empty', child });
  return problems;
}

/**
 * Divides an order by `pieces[item][child]`: weight and volume of each item go with its pieces, money with the pieces of the whole order or all
 * to the first child. Sums are exact. Call {@link splitProblems} before. Source: transport.md 4.2.
 */
export function splitGoods(
  items: readonly Goods[],
  pieces: ReadonlyArray<readonly number[]>,
  values: Values,
  codTo: 'byPieces' | 'first' = 'byPieces',
): Child[] {
  const count = pieces[0]?.length ?? 0;
  const children = Array.from({ length: count }, (): ItemShare[] => []);
  items.forEach((item, i) => {
    const row = pieces[i] ?? [];
    const weights = allocateDecimal(item.weightKg, row, kgDecimals);
    const volumes = allocateDecimal(item.volumeM3, row, m3Decimals);
    row.forEach((n, child) => {
      if (n > 0)
        children[child]?.push({
          itemId: item.itemId,
          pieces: n,
          weightKg: weights[child] ?? 0,
          volumeM3: volumes[child] ?? 0,
        });
    });
  });
  const totals = children.map(totalOf);
  const bases = totals.map((total) => total.pieces);
  const share = (amount: number, all = false) =>
    all ? bases.map((_, i) => (i === 0 ? amount : 0)) : allocateDecimal(amount, bases, yuanDecimals);
  const cod = share(values.codAmount, codTo === 'first');
  const goods = share(values.goodsValue);
  const insured = share(values.insuredAmount);
  return children.map((own, i) => ({
    items: own,
    pieces: totals[i]?.pieces ?? 0,
    weightKg: totals[i]?.weightKg ?? 0,
    volumeM3: totals[i]?.volumeM3 ?? 0,
    codAmount: cod[i] ?? 0,
    goodsValue: goods[i] ?? 0,
    insuredAmount: insured[i] ?? 0,
  }));
}

/** Sums of pieces, kg and m³ over many lines, rounded so that no error of binary fractions remains (0.1 + 0.2). */
export function totalOf(lines: ReadonlyArray<Pick<ItemShare, 'pieces' | 'weightKg' | 'volumeM3'>>): {
  pieces: number;
  weightKg: number;
  volumeM3: number;
} {
  const sum = (values: number[], decimals: number) =>
    values.reduce((total, value) => total + Math.round(value * 10 ** decimals), 0) / 10 ** decimals;
  return {
    pieces: lines.reduce((total, line) => total + line.pieces, 0),
    weightKg: sum(
      lines.map((line) => line.weightKg),
      kgDecimals,
    ),
    volumeM3: sum(
      lines.map((line) => line.volumeM3),
      m3Decimals,
    ),
  };
}

/** 按温层拆单: one child for each temperature class; null when all goods are of one class. */
export function piecesByTemperature(items: readonly Goods[]): number[][] | null {
  const zones = [...new Set(items.map((item) => item.temperatureType))].sort((a, b) => a - b);
  if (zones.length < splitChildren.min) return null;
  return items.map((item) => zones.map((zone) => (zone === item.temperatureType ? item.pieces : 0)));
}

/** 自动均分: divides the pieces of each line over `count` children as evenly as possible. */
export const piecesEvenly = (items: readonly Goods[], count: number): number[][] =>
  items.map((item) =>
    allocateDecimal(
      item.pieces,
      Array.from({ length: count }, () => 1),
      0,
    ),
  );

/**
 * Fills vehicles of one size one after another, line by line (按车型); null when a single piece is too much for one, or when all fits into one.
 * `loadKg`, `volumeM3`: what a vehicle takes.
 */
export function piecesByVehicle(
  items: readonly Goods[],
  vehicle: { loadKg: number; volumeM3: number },
): number[][] | null {
  const rows: number[][] = items.map(() => []);
  let child = 0;
  let room = { ...vehicle };
  for (const [i, item] of items.entries()) {
    const one = { kg: item.weightKg / item.pieces, m3: item.volumeM3 / item.pieces };
    if (one.kg > vehicle.loadKg || one.m3 > vehicle.volumeM3) return null;
    for (let left = item.pieces; left > 0; ) {
      const fits = Math.min(left, wholePieces(room.loadKg, one.kg), wholePieces(room.volumeM3, one.m3));
      if (fits === 0) {
        child++;
        room = { ...vehicle };
        continue;
      }
      const row = rows[i];
      if (row) row[child] = (row[child] ?? 0) + fits;
      room = { loadKg: room.loadKg - fits * one.kg, volumeM3: room.volumeM3 - fits * one.m3 };
      left -= fits;
    }
  }
  if (child === 0) return null;
  return rows.map((row) => Array.from({ length: child + 1 }, (_, i) => row[i] ?? 0));
}

/** Tolerance for rounded weights: 10 pieces of 33.333 kg are registered as 333.33 kg. */
const slack = 1e-9;
const wholePieces = (room: number, each: number): number =>
  each <= 0 ? Number.POSITIVE_INFINITY : Math.floor(room / each + slack);
