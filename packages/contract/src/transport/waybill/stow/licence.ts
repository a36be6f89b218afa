import { licenceClass } from '../../../base/org/enums';

interface LicensedVehicle {
  vehicleType: string;
  /** null when nobody entered it */
  totalWeightKg: number | null;
  lengthM: number | null;
}

/**
 * Classes of 机动车驾驶证准驾车型 that may drive a kind of lorry; a class includes those that it stands above. A medium or heavy lorry starts at
 * 4.5 t of total mass or 6 m of length, whichever comes first; no rigid one exceeds 31 t or 12 m (GB 1589). C3 and C4 are for low-speed lorries and
 * three-wheelers.
 */
const allowed = {
  articulated: { words: '重型牵引挂车', classes: [licenceClass.a2] },
  large: { words: '大型货车', classes: [licenceClass.a1, licenceClass.a2, licenceClass.b2] },
  light: {
    words: '轻型货车',
    classes: [
      licenceClass.a1,
      licenceClass.a2,
      licenceClass.a3,
      licenceClass.b1,
      licenceClass.b2,
      licenceClass.c1,
      licenceClass.c2,
    ],
  },
} as const;
const largeFrom = { totalWeightKg: 4500, lengthM: 6 } as const;
const rigidUntil = { totalWeightKg: 31_000, lengthM: 12 } as const;

function kindOf({ vehicleType, totalWeightKg, lengthM }: LicensedVehicle): keyof typeof allowed | null {
  if (/牵引|半挂/u.test(vehicleType)) return 'articulated';
  if (totalWeightKg === null && lengthM === null) return null;
  if ((totalWeightKg ?? 0) > rigidUntil.totalWeightKg || (lengthM ?? 0) > rigidUntil.lengthM) return 'articulated';
  return (totalWeightKg ?? 0) >= largeFrom.totalWeightKg || (lengthM ?? 0) >= largeFrom.lengthM ? 'large' : 'light';
}

/** Why a licence of this class does not cover a vehicle; null when it does, and when class or size are unknown. */
export function licenceFault(licence: string | null, vehicle: LicensedVehicle): string | null {
  const kind = kindOf(vehicle);
  if (!licence || kind === null) return null;
  const { words, classes } = allowed[kind];
  return classes.some((one) => one === licence) ? null : `准驾车型${licence}不能驾驶${words}，需${classes.join('、')}`;
}
