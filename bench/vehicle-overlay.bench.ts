/**
 * Time of the vehicle overlay's layout and label placement, which is what a frame costs before anything is painted, with 10,000 and 100,000 vehicles.
 */
import type { MotionState } from '@tongda/contract/core/live';
import { mercatorX, mercatorY } from '@tongda/geo/mercator';
import { type LabelWish, placeLabels } from '../apps/web/src/map/overlay/label-layout';
import { type LayoutView, layoutVehicles } from '../apps/web/src/map/overlay/vehicle-layout';
import { type MapVehicle, VehicleStore } from '../apps/web/src/map/overlay/vehicle-store';
import { miss, sized } from './kit/form';

const rounds = sized(30, 1);
const screen = { width: 1600, height: 900 };

/** Vehicles around ten cities, the same in every run. */
function makeFleet(n: number): MapVehicle[] {
  const cities = [
    [116.4, 39.9],
    [121.5, 31.2],
    [113.3, 23.1],
    [114.3, 30.6],
    [104.1, 30.7],
    [120.6, 31.3],
    [117.2, 36.6],
    [108.9, 34.3],
    [123.4, 41.8],
    [112.9, 28.2],
  ] as const;
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: n }, (_, i) => {
    const [lng, lat] = cities[i % cities.length] ?? [0, 0];
    return {
      id: String(i),
      lng: lng + (random() - 0.5) * 4,
      lat: lat + (random() - 0.5) * 3,
      headingDeg: i % 360,
      // 1-5 are all the states
      state: ((i % 5) + 1) as MotionState,
      alarm: i % 40 === 0,
      label: `沪A${10_000 + (i % 90_000)}`,
    };
  });
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Median time of `rounds` runs in ms, after one that is not counted. */
function timeMedian(run: () => void): number {
  run();
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return median(times);
}

const country: LayoutView = { x0: mercatorX(88), y0: mercatorY(46), zoom: 4.6, ...screen };
const city: LayoutView = { x0: mercatorX(120.6), y0: mercatorY(31.8), zoom: 9.2, ...screen };

const perVehicle: number[] = [];
for (const n of [sized(10_000, 1_000), sized(100_000, 10_000)]) {
  const vehicles = makeFleet(n);
  const load = timeMedian(() => new VehicleStore(vehicles));
  const store = new VehicleStore(vehicles);
  const wide = timeMedian(() => layoutVehicles(store, country));
  const near = timeMedian(() => layoutVehicles(store, city));
  const { symbols, bubbles } = layoutVehicles(store, city);
  const wishes: LabelWish[] = symbols.map(({ index, x, y }) => ({
    key: index,
    x,
    y,
    width: 64,
    height: 16,
    gap: 11,
    must: false,
  }));
  const boxes = symbols.map(({ x, y }) => ({ x: x - 8, y: y - 8, width: 16, height: 16 }));
  const labels = timeMedian(() => placeLabels(wishes, boxes));
  perVehicle.push(wide / n);
  console.log(
    `${n} vehicles: new data ${load.toFixed(1)} ms, country view ${wide.toFixed(1)} ms, city view ${near.toFixed(1)} ms ` +
      `(${symbols.length} symbols, ${bubbles.length} bubbles), labels ${labels.toFixed(1)} ms`,
  );
}
const [small = 0, large = 0] = perVehicle;
const ratio = large / small;
console.log(
  `ratio: time a vehicle at 100,000 / at 10,000 = ${ratio.toFixed(2)} (linear = 1, caches cost some; limit 4)`,
);
if (ratio > 4) miss();
