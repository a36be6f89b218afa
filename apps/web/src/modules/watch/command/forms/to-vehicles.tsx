import type { CommandedVehicle } from '../verbs';

/** At the head of a form: whom the command is for. */
export function ToVehicles({ vehicles }: { vehicles: readonly CommandedVehicle[] }) {
  const named = vehicles
    .slice(0, 3)
    .map(({ plateNo }) => plateNo)
    .join('、');
  return (
    <p className="watch-command-to">
      {vehicles.length > 3 ? `${named}等 ${vehicles.length} 辆车` : named}
      <span className="td-cap">　离线的终端在有效期内上线后自动下发</span>
    </p>
  );
}

/** 沪A12345, or 12 辆车. */
export const targetWords = (vehicles: readonly CommandedVehicle[]): string =>
  vehicles.length === 1 ? (vehicles[0]?.plateNo ?? '') : `${vehicles.length} 辆车`;
