/** One order on one trip: on board from the stop where it is loaded until the one where it is unloaded. */
export interface TripLoad {
  orderCode: string;
  fromSeq: number;
  toSeq: number;
  weightKg: number;
  volumeM3: number;
  /** pallet places; null when unknown */
  pallets: number | null;
}

export interface Peak {
  weightKg: number;
  volumeM3: number;
  /** null when those of one order are unknown */
  pallets: number | null;
}

/** The largest load on board between any two stops: a truck that unloads before it loads again is not overloaded. */
export function heaviestLoad(loads: readonly TripLoad[]): Peak {
  const seqs = [...new Set(loads.flatMap((load) => [load.fromSeq, load.toSeq]))];
  const peak = (of: (load: TripLoad) => number, decimals: number): number => {
    const sums = seqs.map((seq) =>
      loads.reduce((sum, load) => sum + (load.fromSeq <= seq && seq < load.toSeq ? of(load) : 0), 0),
    );
    return Math.round(Math.max(0, ...sums) * 10 ** decimals) / 10 ** decimals;
  };
  return {
    weightKg: peak((load) => load.weightKg, 2),
    volumeM3: peak((load) => load.volumeM3, 3),
    pallets: loads.some((load) => load.pallets === null) ? null : peak((load) => load.pallets ?? 0, 1),
  };
}

/**
 * Loading order within each compartment, by order number: what is unloaded last is loaded first and gets 1. Orders of one stop keep the given
 * sequence. Source: transport.md 4.3.
 */
export function loadingOrder(
  loads: ReadonlyArray<{ orderCode: string; toSeq: number; compartmentNo: number }>,
): Map<string, number> {
  const result = new Map<string, number>();
  for (const no of new Set(loads.map((load) => load.compartmentNo))) {
    const inside = loads.filter((load) => load.compartmentNo === no);
    inside
      .map((load, index) => ({ load, index }))
      .sort((a, b) => b.load.toSeq - a.load.toSeq || a.index - b.index)
      .forEach(({ load }, i) => {
        result.set(load.orderCode, i + 1);
      });
  }
  return result;
}
