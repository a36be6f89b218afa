/** Vehicles behind what was ticked: a fleet stands for all of its vehicles; at most `max`, in the order chosen. */
export function vehiclesIn(
  chosen: readonly string[],
  fleets: ReadonlyMap<string, readonly string[]>,
  max = Number.POSITIVE_INFINITY,
): { ids: string[]; cut: number } {
  const all = [...new Set(chosen.flatMap((id) => fleets.get(id) ?? [id]))];
  return { ids: all.slice(0, max), cut: Math.max(0, all.length - max) };
}
