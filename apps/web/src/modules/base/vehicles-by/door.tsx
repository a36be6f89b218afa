/** By what the vehicles of lists, pickers and the map are put together. Apart from the picker, because the map chooses by it and has no picker: the only file that others import. */
import { showGroup, type VehicleGroup } from '@tongda/contract/watch/vehicle-group/calls';
import { create } from 'zustand';
import { useAsk } from '../../../kit/call/use-ask';
import { useSession } from '../../../kit/session/user';

/** By what vehicles are put together: the company's fleets, or the user's own groups. */
export type VehiclesBy = 'fleet' | 'group';

const storeKey = (userId: string): string => `td.vehiclesBy.${userId}`;

/** The choice of each user of this browser, shared by every list and picker of vehicles. */
const useChoices = create<Readonly<Record<string, VehiclesBy>>>(() => ({}));

const remembered = (userId: string): VehiclesBy =>
  localStorage.getItem(storeKey(userId)) === 'group' ? 'group' : 'fleet';

const none: readonly VehicleGroup[] = [];

/** The user's own groups in his order, and whether he wants vehicles by them; who has none sees fleets. */
export function useVehicleGroups(): {
  groups: readonly VehicleGroup[];
  by: VehiclesBy;
  choose: (by: VehiclesBy) => void;
} {
  const userId = useSession((state) => state.user?.id ?? '');
  const chosen = useChoices((state) => state[userId]) ?? remembered(userId);
  const { data: groups = none } = useAsk(showGroup, undefined, { staleTime: 30_000 });
  return {
    groups,
    by: groups.length > 0 ? chosen : 'fleet',
    choose: (by) => {
      localStorage.setItem(storeKey(userId), by);
      useChoices.setState({ [userId]: by });
    },
  };
}
