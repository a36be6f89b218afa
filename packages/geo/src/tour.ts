/** Length, time or cost from one point of a list to another. */
export type Cost = (from: number, to: number) => number;

/**
 * Order in which to visit `count` points, the first of them fixed at the start and, with `fixedEnd`, the last at the end: nearest neighbour,
 * then 2-opt until no exchange helps. A heuristic: good to a few per cent for a hundred stops, not proven best. Answers indices.
 */
export function shortestOrder(count: number, cost: Cost, fixedEnd: boolean): number[] {
  if (count <= 2) return Array.from({ length: count }, (_, i) => i);
  const last = fixedEnd ? count - 1 : -1;
  const order = [0];
  const left = new Set(Array.from({ length: count - 1 }, (_, i) => i + 1).filter((i) => i !== last));
  while (left.size > 0) {
    const here = order.at(-1) ?? 0;
    let best = -1;
    for (const i of left) if (best < 0 || cost(here, i) < cost(here, best)) best = i;
    order.push(best);
    left.delete(best);
  }
  if (fixedEnd) order.push(last);
  return improveByTurns(order, cost, fixedEnd);
}

/** Sum of the costs along an order. */
export const orderCost = (order: readonly number[], cost: Cost): number =>
  order.reduce((sum, to, i) => (i === 0 ? 0 : sum + cost(order[i - 1] ?? 0, to)), 0);

/** 2-opt: reverses stretches of an order while that makes the whole cheaper. The whole is summed each time, so costs may differ by direction. */
function improveByTurns(start: readonly number[], cost: Cost, fixedEnd: boolean): number[] {
  let order = [...start];
  let total = orderCost(order, cost);
  const end = order.length - (fixedEnd ? 1 : 0);
  for (let improved = true; improved; ) {
    improved = false;
    for (let i = 1; i < end - 1; i++) {
      for (let j = i + 1; j < end; j++) {
        const turned = [...order.slice(0, i), ...order.slice(i, j + 1).reverse(), ...order.slice(j + 1)];
        const now = orderCost(turned, cost);
        if (now >= total - 1e-9) continue;
        order = turned;
        total = now;
        improved = true;
      }
    }
  }
  return order;
}

/**
 * The cheapest order that can be found from several starting orders, where an order can only be judged as a whole (time windows, waiting). Stretches are
 * reversed and single stops moved while that makes it cheaper; at most `maxTries` orders are judged for each start. The first point keeps its place,
 * with `fixedEnd` the last one too. A heuristic: never dearer than the cheapest start, not proven best. `starts` must not be empty.
 */
export function bestOrder(
  starts: ReadonlyArray<readonly number[]>,
  cost: (order: readonly number[]) => number,
  fixedEnd: boolean,
  maxTries = 100_000,
): number[] {
  const improved = starts.map((start) => improveOrder(start, cost, fixedEnd, maxTries));
  return improved.reduce((best, order) => (cost(order) < cost(best) - 1e-9 ? order : best));
}

/** Improves one starting order as {@link bestOrder} describes. */
function improveOrder(
  start: readonly number[],
  cost: (order: readonly number[]) => number,
  fixedEnd: boolean,
  maxTries: number,
): number[] {
  let order = [...start];
  let total = cost(order);
  let tries = 0;
  const end = order.length - (fixedEnd ? 1 : 0);
  const take = (next: number[]): boolean => {
    tries += 1;
    const now = cost(next);
    if (now >= total - 1e-9) return false;
    order = next;
    total = now;
    return true;
  };
  for (let again = true; again && tries < maxTries; ) {
    again = false;
    for (let i = 1; i < end && tries < maxTries; i++) {
      for (let j = 1; j < end; j++) {
        if (i === j) continue;
        if (i < j)
          again = take([...order.slice(0, i), ...order.slice(i, j + 1).reverse(), ...order.slice(j + 1)]) || again;
        const rest = order.filter((_, at) => at !== i);
        again = take([...rest.slice(0, j), order[i] ?? 0, ...rest.slice(j)]) || again;
      }
    }
  }
  return order;
}
