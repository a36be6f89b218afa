import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temperatureType } from '../../resources/vehicle/enums';
import {
  type Goods,
  piecesByTemperature,
  piecesByVehicle,
  piecesEvenly,
  splitGoods,
  splitProblems,
  totalOf,
} from './split';

const goods = (more: Partial<Goods> = {}): Goods => ({
  itemId: '1',
  name: '速冻水饺',
  pieces: 10,
  weightKg: 333.33,
  volumeM3: 1.111,
  temperatureType: temperatureType.frozen,
  ...more,
});
const nothing = { codAmount: 0, goodsValue: 0, insuredAmount: 0 };

describe('splitting (transport.md 4.2)', () => {
  it('holds the worked example 3/3/4', () => {
    const children = splitGoods([goods()], [[3, 3, 4]], { ...nothing, codAmount: 1000 });
    expect(children.map((c) => c.weightKg)).toEqual([100, 100, 133.33]);
    expect(children.map((c) => c.volumeM3)).toEqual([0.333, 0.333, 0.445]);
    expect(children.map((c) => c.codAmount)).toEqual([300, 300, 400]);
    expect(
      splitGoods([goods()], [[3, 3, 4]], { ...nothing, codAmount: 1000 }, 'first').map((c) => c.codAmount),
    ).toEqual([1000, 0, 0]);
  });
  it('names what does not add up', () => {
    expect(splitProblems([goods()], [[3, 3, 3]])).toEqual([{ kind: 'sum', item: goods(), given: 9 }]);
    expect(splitProblems([goods()], [[10, 0]])).toEqual([{ kind: 'empty', child: 1 }]);
    expect(splitProblems([goods()], [[10]])).toEqual([{ kind: 'children', count: 1 }]);
    expect(splitProblems([goods()], [[11, -1]])).toHaveLength(1);
    expect(splitProblems([goods()], [[5, 5]])).toEqual([]);
  });
  it('proposes one child a temperature zone, an even share, and full vehicles', () => {
    const chilled = goods({ itemId: '2', pieces: 4, temperatureType: temperatureType.chilled });
    expect(piecesByTemperature([goods(), chilled])).toEqual([
      [0, 10],
      [4, 0],
    ]);
    expect(piecesByTemperature([goods()])).toBeNull();
    expect(piecesEvenly([goods()], 3)).toEqual([[4, 3, 3]]);
    expect(piecesByVehicle([goods()], { loadKg: 150, volumeM3: 10 })).toEqual([[4, 4, 2]]);
    expect(piecesByVehicle([goods()], { loadKg: 333.33, volumeM3: 10 })).toBeNull();
    expect(piecesByVehicle([goods()], { loadKg: 30, volumeM3: 10 })).toBeNull();
    expect(piecesByVehicle([goods(), chilled], { loadKg: 340, volumeM3: 10 })).toEqual([
      [10, 0],
      [0, 4],
    ]);
  });
  it('keeps every sum, whatever is divided', () => {
    const item = fc.record({
      pieces: fc.integer({ min: 2, max: 500 }),
      weightKg: fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 100),
      volumeM3: fc.integer({ min: 1, max: 100_000 }).map((n) => n / 1000),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), fc.integer({ min: 2, max: 6 }), (given, count) => {
        const items = given.map((one, i) => goods({ ...one, itemId: String(i) }));
        const children = splitGoods(items, piecesEvenly(items, count), {
          codAmount: 999.99,
          goodsValue: 5,
          insuredAmount: 1,
        });
        expect(totalOf(children)).toEqual(totalOf(items));
        expect(Math.round(children.reduce((sum, c) => sum + c.codAmount, 0) * 100)).toBe(99_999);
      }),
    );
  });
});
