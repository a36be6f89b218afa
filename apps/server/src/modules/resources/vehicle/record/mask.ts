import { isMasked, maskPhone, maskVin } from '@tongda/contract/core/field/mask';
import { patterns } from '@tongda/contract/core/field/patterns';
import { vehicleSensitive } from '@tongda/contract/resources/vehicle/calls';
import type { Ctx } from '../../../../core/http/ctx';
import { invalidField } from '../../../../core/http/errors';

interface Sensitive {
  driverPhone: string;
  contactPhone?: string | null;
  vin?: string | null;
}

/** Phone numbers and the identification number as the caller may see them. */
export function maskedVehicle<T extends Sensitive>(ctx: Ctx, vehicle: T): T {
  if (ctx.can(vehicleSensitive)) return vehicle;
  return {
    ...vehicle,
    driverPhone: maskPhone(vehicle.driverPhone),
    ...(vehicle.contactPhone ? { contactPhone: maskPhone(vehicle.contactPhone) } : {}),
    ...(vehicle.vin ? { vin: maskVin(vehicle.vin) } : {}),
  };
}

interface Typed {
  contactPhone: string | null;
  vin: string | null;
}
/** Masked numbers come back from forms of people who do not see them: the stored one stays. Any other masked text is no number. */
export function unmaskedVehicle<T extends Typed>(fields: T, before: Typed | null): T {
  const keep = (field: keyof Typed, mask: (text: string) => string, msg: string): string | null => {
    const given = fields[field];
    if (!given || !isMasked(given)) return given;
    const stored = before?.[field];
    if (stored && mask(stored) === given) return stored;
    throw invalidField(field, msg);
  };
  return {
    ...fields,
    contactPhone: keep('contactPhone', maskPhone, patterns.phoneOrTelephone.message),
    vin: keep('vin', maskVin, patterns.vin.message),
  };
}
