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

/** The vehicle with masked phone numbers and VIN, unless the caller may see them. */
export function maskVehicle<T extends Sensitive>(ctx: Ctx, vehicle: T): T {
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
/** Puts stored numbers back where the form sends their masked version; 4000 for any other masked text. */
export function restoreMasked<T extends Typed>(fields: T, before: Typed | null): T {
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
