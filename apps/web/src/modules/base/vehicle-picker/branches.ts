import type { VehicleNode } from '@tongda/contract/resources/vehicle/tree';
import type { VehicleGroup } from '@tongda/contract/watch/vehicle-group/calls';

/** The vehicle behind a key of the tree: one that stands in several groups has a key of its own (`g7:123`) from the second one on. */
export const vehicleOfKey = (key: string): string => key.slice(key.indexOf(':') + 1);

const vehiclesOf = (nodes: readonly VehicleNode[]): VehicleNode[] =>
  nodes.flatMap((node) => (node.type === 'vehicle' ? [node] : vehiclesOf(node.children)));

/** The vehicles of a tree of fleets under the user's groups in his order (`g<id>`), those of no group last (`g`); empty groups are left out. */
export function byOwnGroups(nodes: readonly VehicleNode[], groups: readonly VehicleGroup[]): VehicleNode[] {
  const vehicles = new Map(vehiclesOf(nodes).map((vehicle) => [vehicle.id, vehicle]));
  const seen = new Set<string>();
  const branch = (key: string, name: string, held: readonly VehicleNode[]): VehicleNode[] => {
    const children = held.map((vehicle) => {
      const again = seen.has(vehicle.id);
      seen.add(vehicle.id);
      return again ? { ...vehicle, id: `${key}:${vehicle.id}` } : vehicle;
    });
    const online = held.reduce((sum, vehicle) => sum + vehicle.online, 0);
    const rest = { state: null, vehicleColor: null, remarkNo: '', terminalNo: '' };
    return held.length === 0 ? [] : [{ id: key, name, type: 'fleet', online, total: held.length, children, ...rest }];
  };
  const own = groups.flatMap(({ id, name, vehicles: held }) =>
    branch(
      `g${id}`,
      name,
      held.flatMap(({ vehicleId }) => vehicles.get(vehicleId) ?? []),
    ),
  );
  return [
    ...own,
    ...branch(
      'g',
      '未分组',
      [...vehicles.values()].filter(({ id }) => !seen.has(id)),
    ),
  ];
}

/** Every key under which each vehicle stands. */
export function keysByVehicle(nodes: readonly VehicleNode[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { id } of vehiclesOf(nodes)) {
    const vehicle = vehicleOfKey(id);
    found.set(vehicle, [...(found.get(vehicle) ?? []), id]);
  }
  return found;
}

/** What is held after a node was ticked or unticked: a branch stands for all of its vehicles. */
export function afterTick(
  held: readonly string[],
  { key, on }: { key: string; on: boolean },
  branches: ReadonlyMap<string, readonly string[]>,
): string[] {
  const meant = (branches.get(key) ?? [key]).map(vehicleOfKey);
  return on ? [...new Set([...held, ...meant])] : held.filter((id) => !meant.includes(id));
}
